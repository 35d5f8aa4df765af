import { Redis, type RedisOptions } from 'ioredis';
import { describeNetworkError } from '../../net/network-error.ts';
import { resolveTls } from '../../values/resolve-tls.ts';
import { defineProbe, InvalidCheckError, type ProbeContext, ProbeFailedError, type ProbeOutcome } from '../probe.ts';
import { type RedisCheck, redisKind } from './spec.ts';

const DEFAULT_PORT = 6379;

interface RedisTarget {
  host: string;
  port: number;
  username: string;
  password: string;
  database: number | undefined;
  useTls: boolean;
}

/** Reads `host:port` or `redis[s]://user:password@host:port/database`. */
export function parseRedisAddress(text: string): RedisTarget {
  const match = /^(?:(rediss?):\/\/)?(?:(.*)@)?(\[[^\]]+\]|[^:/@]+)(?::(\d+))?(?:\/(\d*))?$/i.exec(text.trim());
  if (match === null) throw new InvalidCheckError('the url is neither host:port nor redis://host:port/database');
  const [, scheme = '', login = '', host = '', port, database] = match;
  const colon = login.indexOf(':');
  return {
    host: host.replace(/^\[|\]$/g, ''),
    port: port === undefined ? DEFAULT_PORT : Number(port),
    username: colon < 0 ? login : login.slice(0, colon),
    password: colon < 0 ? '' : login.slice(colon + 1),
    database: database === undefined || database === '' ? undefined : Number(database),
    useTls: scheme.toLowerCase() === 'rediss',
  };
}

async function clientOptions(spec: RedisCheck, context: ProbeContext): Promise<RedisOptions> {
  const connection = await context.connection({ ...spec, url: spec.url ?? spec.addr });
  if (connection.url === '') throw new InvalidCheckError('redis needs a url or a connection');
  const target = parseRedisAddress(connection.url);
  context.secret(target.password);
  const username = target.username || connection.username;
  const password = target.password || connection.password;
  const [found] = await context.hosts.addresses(target.host);
  const tls = await resolveTls(spec.tlsConfig, context.value);
  const storedDatabase = connection.properties.db === undefined ? undefined : Number(connection.properties.db);
  return {
    host: found?.address ?? target.host,
    port: target.port,
    db: spec.db ?? target.database ?? storedDatabase ?? 0,
    ...(username ? { username } : {}),
    ...(password ? { password } : {}),
    ...(target.useTls || spec.tlsConfig?.enable
      ? {
          tls: {
            servername: target.host,
            minVersion: 'TLSv1.2',
            ca: tls.ca,
            cert: tls.cert,
            key: tls.key,
            rejectUnauthorized: tls.insecureSkipVerify !== true && !connection.insecureTls,
          },
        }
      : {}),
    lazyConnect: true,
    connectTimeout: context.timeoutMs,
    retryStrategy: () => null,
    maxRetriesPerRequest: 0,
    enableOfflineQueue: false,
    enableReadyCheck: false,
  };
}

async function run(spec: RedisCheck, context: ProbeContext): Promise<ProbeOutcome> {
  const options = await clientOptions(spec, context).catch((error: unknown) => {
    if (error instanceof Error && error.name === 'InvalidCheckError') throw error;
    throw new ProbeFailedError(describeNetworkError(error));
  });
  const client = new Redis(options);
  const close = () => client.disconnect();
  let firstError: Error | undefined;
  client.on('error', (error: Error) => {
    firstError ??= error;
  });
  context.signal.addEventListener('abort', close, { once: true });
  try {
    await client.connect();
    if (firstError !== undefined) throw firstError;
    const reply = await client.ping();
    return { failures: reply === 'PONG' ? [] : [`the server answered "${reply}" instead of PONG`] };
  } catch (error) {
    context.signal.throwIfAborted();
    throw new ProbeFailedError(describeNetworkError(firstError ?? error));
  } finally {
    context.signal.removeEventListener('abort', close);
    close();
  }
}

export const probe = defineProbe(redisKind, { run });
