import { randomUUID } from 'node:crypto';
import { CheckGate, DEFAULT_CONCURRENCY } from '../checks/concurrency.ts';
import { RunExpressions } from '../checks/expressions.ts';
import type { ProbeContext } from '../checks/probe.ts';
import type { CheckContext } from '../checks/result.ts';
import { probeContext } from '../checks/run-check.ts';
import { withTimeLimit } from '../checks/time-limit.ts';
import { type AddressPolicy, denyNetworks } from '../net/address-policy.ts';
import { createHostLookup } from '../net/host-lookup.ts';
import type { ConnectionProvider, StoredConnection } from '../values/connection.ts';
import { Redactor } from '../values/redaction.ts';
import type { ConnectionTest, TestDetails } from './connection-test.ts';
import { findConnectionKind } from './registry.ts';

export type ConnectionTestOutcome =
  | { state: 'passed'; details: TestDetails }
  /** What the system said, without secrets. */
  | { state: 'failed'; error: string }
  | { state: 'unsupported' };

export interface ConnectionTesterOptions {
  /** Denies metadata addresses when absent. */
  addressPolicy?: AddressPolicy;
  /** Addresses of services that exist once in the world, by connection type. */
  serviceUrls?: Readonly<Record<string, string>>;
  /** Default 20 s. */
  timeoutMs?: number;
}

export interface ConnectionTester {
  /** Never rejects. References of the connection and other connections are looked up with the context's providers. */
  test(connection: StoredConnection, context: CheckContext): Promise<ConnectionTestOutcome>;
}

const TIMEOUT_MS = 20_000;

function isTest(value: unknown): value is ConnectionTest {
  return typeof value === 'function';
}

async function loadTest(type: string): Promise<ConnectionTest | undefined> {
  const kind = findConnectionKind(type);
  if (kind?.canTest !== true) return undefined;
  const module: unknown = await import(`./${kind.type}/test.ts`);
  const test = typeof module === 'object' && module !== null && 'test' in module ? module.test : undefined;
  if (!isTest(test)) throw new Error(`connections/${type}/test.ts exports no test`);
  return test;
}

/** The connection under test wins over what is stored under its id. */
function withSubject(subject: StoredConnection, others: ConnectionProvider): ConnectionProvider {
  return { find: async (query) => ('id' in query && query.id === subject.id ? subject : others.find(query)) };
}

function messageOf(error: unknown): string {
  return error instanceof Error ? error.message : String(error);
}

/** Creates the tester that a process uses for all its connections. */
export function createConnectionTester(options: ConnectionTesterOptions = {}): ConnectionTester {
  const services = {
    gate: new CheckGate(DEFAULT_CONCURRENCY),
    hosts: createHostLookup({ policy: options.addressPolicy ?? denyNetworks() }),
    userAgent: 'quarterdeck',
    prometheusUrl: '',
  };
  const timeoutMs = options.timeoutMs ?? TIMEOUT_MS;

  async function runTest(test: ConnectionTest, connection: StoredConnection, context: ProbeContext): Promise<TestDetails> {
    const reference = `connection://${connection.id}`;
    const resolved = await context.connection({ connection: reference });
    const serviceUrl = (fallback: string) => options.serviceUrls?.[connection.type] ?? fallback;
    return await test({ ...resolved, password: resolved.storedPassword, reference, serviceUrl }, context);
  }

  return {
    async test(given, context) {
      const connection = { ...given, id: /^[0-9a-f-]{36}$/i.test(given.id) ? given.id : randomUUID() };
      const redactor = new Redactor();
      try {
        const test = await loadTest(connection.type);
        if (test === undefined) return { state: 'unsupported' };
        const namespace = connection.namespace || 'default';
        const canary = { name: connection.name, namespace, labels: {}, annotations: { template: 'false' }, spec: {} };
        const check = {
          key: connection.type,
          type: connection.type,
          name: connection.name,
          index: 0,
          spec: { name: connection.name },
        };
        const expressions = new RunExpressions(context.expressions, undefined);
        const own = { ...context, connections: withSubject({ ...connection, namespace }, context.connections) };
        const details = await withTimeLimit(context.signal, timeoutMs, (signal) =>
          runTest(test, connection, probeContext(canary, check, own, services, { signal, timeoutMs, redactor, expressions })),
        );
        return { state: 'passed', details: redactor.texts(details) };
      } catch (error) {
        return { state: 'failed', error: redactor.text(messageOf(error)) };
      }
    },
  };
}
