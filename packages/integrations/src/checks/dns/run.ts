import { promises as dns } from 'node:dns';
import { isIP } from 'node:net';
import { describeNetworkError } from '../../net/network-error.ts';
import { defineProbe, type ProbeContext, ProbeFailedError, type ProbeOutcome } from '../probe.ts';
import { DNS_QUERY_TYPES, type DnsCheck, dnsKind } from './spec.ts';

const DEFAULT_TIMEOUT_MS = 10_000;
const LONGEST_ALIAS_CHAIN = 8;

type QueryType = (typeof DNS_QUERY_TYPES)[number];
type Lookup = (name: string, resolver: dns.Resolver, spec: DnsCheck, context: ProbeContext) => Promise<string[]>;

/** How servers say that a name is no alias. */
const HAS_NO_ALIAS = new Set(['ENODATA', 'ENOTFOUND', 'EREFUSED', 'ENOTIMP', 'ESERVFAIL']);

function withDot(name: string): string {
  return name.endsWith('.') ? name : `${name}.`;
}

function codeOf(error: unknown): string {
  return error instanceof Error && 'code' in error && typeof error.code === 'string' ? error.code : '';
}

/** Addresses of both families; without a server the hosts file counts, too. An address is its own. */
const lookupAddresses: Lookup = async (name, resolver, spec, context) => {
  if (isIP(name) !== 0) return [name];
  if (!spec.server) return (await context.hosts.addresses(name)).map((entry) => entry.address);
  const [v4, v6] = await Promise.allSettled([resolver.resolve4(name), resolver.resolve6(name)]);
  const found = [...(v4.status === 'fulfilled' ? v4.value : []), ...(v6.status === 'fulfilled' ? v6.value : [])];
  if (found.length === 0 && v4.status === 'rejected') throw v4.reason;
  return found;
};

/**
 * The last name of the alias chain; a name with addresses and no alias is its own canonical name. Some servers refuse the
 * question for aliases: only a name that has neither alias nor address fails, with what the server said about its address.
 */
const lookupCanonicalName: Lookup = async (name, resolver, spec, context) => {
  let current = name;
  for (let step = 0; step < LONGEST_ALIAS_CHAIN; step += 1) {
    const next = await resolver.resolveCname(current).then(
      (names) => names[0],
      (error: unknown) => {
        if (!HAS_NO_ALIAS.has(codeOf(error))) throw error;
        return undefined;
      },
    );
    if (next === undefined) break;
    current = next;
  }
  if (current === name) await lookupAddresses(name, resolver, spec, context);
  return [withDot(current)];
};

const LOOKUPS: Readonly<Record<QueryType, Lookup>> = {
  A: lookupAddresses,
  CNAME: lookupCanonicalName,
  SRV: async (name, resolver) => {
    if (name.split('.').length < 3) throw new ProbeFailedError(`"${name}" is not in the format _service._protocol.domain`);
    return (await resolver.resolveSrv(name)).map(
      (record) => `${withDot(record.name)} ${record.port} ${record.priority} ${record.weight}`,
    );
  },
  MX: async (name, resolver) =>
    (await resolver.resolveMx(name)).map((record) => `${withDot(record.exchange)} ${record.priority}`),
  PTR: async (name, resolver) => (await (isIP(name) === 0 ? resolver.resolvePtr(name) : resolver.reverse(name))).map(withDot),
  TXT: async (name, resolver) => (await resolver.resolveTxt(name)).map((chunks) => chunks.join('')),
  NS: async (name, resolver) => (await resolver.resolveNs(name)).map(withDot),
};

function normalised(records: readonly string[]): string {
  return records
    .map((record) => record.toLowerCase())
    .sort()
    .join('\n');
}

/** The reply may also hold addresses of the other family than the ones that are expected. */
function equalsReply(records: readonly string[], expected: readonly string[], type: QueryType): boolean {
  if (normalised(records) === normalised(expected)) return true;
  return type === 'A' && normalised(records.filter((record) => isIP(record) === 4)) === normalised(expected);
}

async function createResolver(spec: DnsCheck, timeoutMs: number, context: ProbeContext): Promise<dns.Resolver> {
  const resolver = new dns.Resolver({ timeout: timeoutMs, tries: 1 });
  if (!spec.server) return resolver;
  const [server] =
    isIP(spec.server) === 0 ? await context.hosts.addresses(spec.server) : [{ address: spec.server, family: isIP(spec.server) }];
  if (server === undefined) throw new ProbeFailedError(`${spec.server}: no such host`);
  const port = spec.port ?? 53;
  resolver.setServers([server.family === 6 ? `[${server.address}]:${port}` : `${server.address}:${port}`]);
  return resolver;
}

async function run(spec: DnsCheck, context: ProbeContext): Promise<ProbeOutcome> {
  const wanted = (spec.querytype || 'A').toUpperCase();
  const type = DNS_QUERY_TYPES.find((candidate) => candidate === wanted);
  if (type === undefined)
    throw new ProbeFailedError(`unknown query type "${spec.querytype}"; use one of ${DNS_QUERY_TYPES.join(', ')}`);
  const query = spec.query ?? '';
  if (query === '') throw new ProbeFailedError('dns needs a query');
  const resolver = await createResolver(spec, context.timeoutMs, context);
  const cancel = () => resolver.cancel();
  context.signal.addEventListener('abort', cancel, { once: true });
  const startMs = context.clock.monotonicMs();
  let records: string[];
  try {
    records = await LOOKUPS[type](query, resolver, spec, context);
  } catch (error) {
    context.signal.throwIfAborted();
    if (error instanceof ProbeFailedError) throw error;
    throw new ProbeFailedError(`${type} ${query}: ${describeNetworkError(error)}`);
  } finally {
    context.signal.removeEventListener('abort', cancel);
  }
  const durationMs = Math.max(1, context.clock.monotonicMs() - startMs);
  const outcome: ProbeOutcome = { failures: judge(spec, type, records, durationMs), durationMs, detail: { records } };
  return context.wantsData ? { ...outcome, data: { results: { records, count: BigInt(records.length) } } } : outcome;
}

function judge(spec: DnsCheck, type: QueryType, records: readonly string[], durationMs: number): string[] {
  const failures: string[] = [];
  if (records.length < (spec.minrecords ?? 0)) failures.push(`got ${records.length} records, fewer than ${spec.minrecords}`);
  const expected = spec.exactreply ?? [];
  if (expected.length > 0 && type !== 'SRV' && !equalsReply(records, expected, type)) {
    failures.push(`got [${[...records].sort().join(', ')}], expected [${[...expected].sort().join(', ')}]`);
  }
  if (spec.thresholdMillis && durationMs > spec.thresholdMillis)
    failures.push(`took ${Math.round(durationMs)} ms, more than ${spec.thresholdMillis} ms`);
  return failures;
}

export const probe = defineProbe(dnsKind, {
  timeoutMs: (spec) => (spec.timeout ? spec.timeout * 1000 : DEFAULT_TIMEOUT_MS),
  run,
});
