import type { LookupAddress, LookupOptions } from 'node:dns';
import { promises as dns } from 'node:dns';
import { readFile } from 'node:fs/promises';
import { isIP, type LookupFunction } from 'node:net';
import { AddressDeniedError, type AddressPolicy } from './address-policy.ts';

const HOSTS_FILE = process.platform === 'win32' ? 'C:\\Windows\\System32\\drivers\\etc\\hosts' : '/etc/hosts';
const REFRESH_MS = 10_000;
/** Answers after which the system's own lookup (search domains, mDNS, other name services) gets its turn. */
const ASK_SYSTEM = new Set(['ENOTFOUND', 'ENODATA', 'ECONNREFUSED', 'ENOTINITIALIZED']);

export interface HostLookup {
  /** All addresses of a name, IPv4 first; refused by the address policy when every one is denied. Rejects with a system error code. */
  addresses(host: string): Promise<LookupAddress[]>;
  /** For `lookup` of net, tls and http connections. */
  readonly lookup: LookupFunction;
  /** Rejects a literal address that the policy denies; connections do not look such targets up. */
  guardLiteral(host: string): void;
}

export interface HostLookupOptions {
  policy: AddressPolicy;
  /** Addresses by host name that win over every other source. */
  hosts?: Readonly<Record<string, string>>;
}

function errorCode(error: unknown): string {
  return error instanceof Error && 'code' in error && typeof error.code === 'string' ? error.code : '';
}

function parseHosts(text: string): Map<string, LookupAddress[]> {
  const names = new Map<string, LookupAddress[]>();
  for (const line of text.split('\n')) {
    const [address = '', ...hosts] = (line.split('#', 1)[0] ?? '').trim().split(/\s+/);
    const family = isIP(address);
    if (family === 0) continue;
    for (const host of hosts) names.set(host.toLowerCase(), [...(names.get(host.toLowerCase()) ?? []), { address, family }]);
  }
  return names;
}

/** The hosts file, read again when the last reading is older than ten seconds. */
function createHostsFile(): (host: string) => Promise<LookupAddress[] | undefined> {
  let names: Promise<Map<string, LookupAddress[]>> | undefined;
  let readAtMs = 0;
  return async (host) => {
    if (names === undefined || performance.now() - readAtMs > REFRESH_MS) {
      readAtMs = performance.now();
      names = readFile(HOSTS_FILE, 'utf8').then(parseHosts, () => new Map());
    }
    return (await names).get(host);
  };
}

/**
 * Name lookup for checks that does not queue behind the process's few threads for system lookups: the hosts file, then DNS queries on
 * sockets, and the system's lookup only for names that DNS does not have. Simultaneous lookups of one name are one lookup.
 */
export function createHostLookup(options: HostLookupOptions): HostLookup {
  const hostsFile = createHostsFile();
  const inFlight = new Map<string, Promise<LookupAddress[]>>();
  let resolver = new dns.Resolver({ timeout: 3000, tries: 2 });
  let resolverAtMs = performance.now();

  function currentResolver(): dns.Resolver {
    if (performance.now() - resolverAtMs > REFRESH_MS) {
      resolver = new dns.Resolver({ timeout: 3000, tries: 2 });
      resolverAtMs = performance.now();
    }
    return resolver;
  }

  async function query(host: string): Promise<LookupAddress[]> {
    const dnsResolver = currentResolver();
    const [v4, v6] = await Promise.allSettled([dnsResolver.resolve4(host), dnsResolver.resolve6(host)]);
    const found = [
      ...(v4.status === 'fulfilled' ? v4.value.map((address) => ({ address, family: 4 })) : []),
      ...(v6.status === 'fulfilled' ? v6.value.map((address) => ({ address, family: 6 })) : []),
    ];
    if (found.length > 0) return found;
    const reason: unknown = v4.status === 'rejected' ? v4.reason : undefined;
    if (reason !== undefined && !ASK_SYSTEM.has(errorCode(reason))) throw reason;
    return await dns.lookup(host, { all: true, order: 'ipv4first' });
  }

  async function find(host: string): Promise<LookupAddress[]> {
    const fixed = options.hosts?.[host];
    if (fixed !== undefined) return [{ address: fixed, family: isIP(fixed) }];
    const literal = isIP(host);
    if (literal !== 0) return [{ address: host, family: literal }];
    return (await hostsFile(host)) ?? (await query(host));
  }

  async function addresses(name: string): Promise<LookupAddress[]> {
    const host = name.toLowerCase().replace(/\.$/, '');
    let pending = inFlight.get(host);
    if (pending === undefined) {
      pending = find(host).finally(() => inFlight.delete(host));
      inFlight.set(host, pending);
    }
    const found = await pending;
    const allowed = found.filter(({ address }) => options.policy.allows(address));
    if (found[0] !== undefined && allowed.length === 0) throw new AddressDeniedError(found[0].address);
    return allowed;
  }

  const lookup: LookupFunction = (host: string, lookupOptions: LookupOptions, callback) => {
    addresses(host).then(
      (all) => {
        const family = lookupOptions.family === 4 || lookupOptions.family === 6 ? lookupOptions.family : undefined;
        const usable = family === undefined ? all : all.filter((entry) => entry.family === family);
        const first = usable[0];
        if (first === undefined)
          return callback(Object.assign(new Error(`no address for ${host}`), { code: 'ENOTFOUND' }), '', 0);
        if (lookupOptions.all) return callback(null, usable);
        return callback(null, first.address, first.family);
      },
      (error: unknown) => callback(error instanceof Error ? error : new Error(String(error)), '', 0),
    );
  };

  return {
    addresses,
    lookup,
    guardLiteral(host) {
      const bare = host.replace(/^\[|\]$/g, '');
      if (isIP(bare) !== 0 && !options.policy.allows(bare)) throw new AddressDeniedError(bare);
    },
  };
}
