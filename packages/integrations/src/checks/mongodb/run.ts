import { MongoClient, type MongoClientOptions } from 'mongodb';
import { describeNetworkError } from '../../net/network-error.ts';
import { resolveTls } from '../../values/resolve-tls.ts';
import { defineProbe, InvalidCheckError, type ProbeContext, ProbeFailedError, type ProbeOutcome } from '../probe.ts';
import { type MongodbCheck, mongodbKind } from './spec.ts';

/** For connecting, and for each answer. */
const STEP_MS = 3000;

/** The port is what follows the last colon; the host may be an IPv6 address in brackets. */
function hostOfAddress(address: string): string {
  return address.replace(/:\d+$/, '');
}

/** The innermost reason, which names the address. */
function describeFailure(error: unknown): string {
  if (error instanceof Error && error.cause instanceof Error) return describeFailure(error.cause);
  return describeNetworkError(error);
}

async function createClient(spec: MongodbCheck, context: ProbeContext): Promise<MongoClient> {
  const connection = await context.connection(spec);
  if (connection.url === '') throw new InvalidCheckError('mongodb needs a url or a connection');
  const tls = await resolveTls(spec.tlsConfig, context.value, connection.insecureTls);
  const stepMs = Math.min(STEP_MS, context.timeoutMs);
  const options: MongoClientOptions = {
    connectTimeoutMS: stepMs,
    socketTimeoutMS: stepMs,
    serverSelectionTimeoutMS: context.timeoutMs,
    readPreference: 'primary',
    maxPoolSize: 1,
    retryReads: false,
    lookup: context.hosts.lookup,
    ...(tls.ca === undefined ? {} : { ca: tls.ca }),
    ...(tls.cert === undefined ? {} : { cert: tls.cert }),
    ...(tls.key === undefined ? {} : { key: tls.key }),
    ...(tls.insecureSkipVerify ? { tlsAllowInvalidCertificates: true, tlsAllowInvalidHostnames: true } : {}),
  };
  try {
    const client = new MongoClient(connection.url, options);
    context.secret(client.options.credentials?.password ?? '');
    return client;
  } catch (error) {
    throw new InvalidCheckError(`the url cannot be used: ${error instanceof Error ? error.message : String(error)}`);
  }
}

/**
 * Rejects as soon as the client cannot succeed any more: a server has an address that is denied, or every server that is known could not be
 * reached once. The driver itself goes on trying until its time is over.
 */
function firstHopeless(client: MongoClient, context: ProbeContext): Promise<never> {
  return new Promise((_resolve, reject) => {
    const known = new Set<string>();
    const failed = new Set<string>();
    client.on('serverOpening', ({ address }) => {
      known.add(address);
      try {
        context.hosts.guardLiteral(hostOfAddress(address));
      } catch (error) {
        reject(error);
      }
    });
    client.on('serverHeartbeatSucceeded', ({ connectionId }) => failed.delete(connectionId));
    client.on('serverHeartbeatFailed', ({ connectionId, failure }) => {
      failed.add(connectionId);
      if (failed.size >= known.size) reject(failure);
    });
    context.signal.addEventListener('abort', () => reject(context.signal.reason), { once: true });
  });
}

async function run(spec: MongodbCheck, context: ProbeContext): Promise<ProbeOutcome> {
  const client = await createClient(spec, context);
  try {
    const hopeless = firstHopeless(client, context);
    for (const address of client.options.hosts) context.hosts.guardLiteral(hostOfAddress(address.toString()));
    const ping = client.db('admin').command({ ping: 1 }, { readPreference: 'primary' });
    ping.catch(() => undefined);
    await Promise.race([ping, hopeless]);
    return {};
  } catch (error) {
    context.signal.throwIfAborted();
    throw new ProbeFailedError(describeFailure(error));
  } finally {
    await client.close(true).catch(() => undefined);
  }
}

export const probe = defineProbe(mongodbKind, { run });
