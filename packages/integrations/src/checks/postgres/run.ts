import { isIP, Socket } from 'node:net';
import pg from 'pg';
import { describeNetworkError } from '../../net/network-error.ts';
import { defineProbe, type ProbeContext } from '../probe.ts';
import { MOST_REPLY_BYTES, MOST_ROWS, runSqlCheck, type SqlDriver, type SqlReply, sqlTimeoutMs } from '../sql/run-query.ts';
import { type PostgresTarget, parsePostgresDsn } from './dsn.ts';
import { postgresKind } from './spec.ts';
import { postgresParser } from './values.ts';

const NO_TLS_SERVER = 'The server does not support SSL connections';

function isRow(value: unknown): value is Record<string, unknown> {
  return typeof value === 'object' && value !== null;
}

function bytesRead(client: pg.Client): number {
  const { stream } = client.connection;
  return stream instanceof Socket ? stream.bytesRead : 0;
}

function execute(client: pg.Client, query: string, context: ProbeContext): Promise<SqlReply> {
  return new Promise((resolve, reject) => {
    const rows: Record<string, unknown>[] = [];
    let count = 0;
    const stop = (error: Error) => {
      context.signal.removeEventListener('abort', onAbort);
      reject(error);
    };
    const onAbort = () => stop(context.signal.reason instanceof Error ? context.signal.reason : new Error('aborted'));
    if (context.signal.aborted) return onAbort();
    context.signal.addEventListener('abort', onAbort, { once: true });
    client.once('error', stop);
    client.once('end', () => stop(new Error('the server closed the connection')));
    const running = client.query(new pg.Query(query));
    running.on('row', (row: unknown) => {
      count += 1;
      if (count <= MOST_ROWS && isRow(row)) rows.push(row);
      if (bytesRead(client) > MOST_REPLY_BYTES) stop(new Error(`the reply is larger than ${MOST_REPLY_BYTES} bytes`));
    });
    running.on('error', stop);
    running.on('end', () => {
      context.signal.removeEventListener('abort', onAbort);
      resolve({ rows, count });
    });
  });
}

async function connectAndExecute(
  target: PostgresTarget,
  ssl: false | { rejectUnauthorized: boolean },
  query: string,
  context: ProbeContext,
): Promise<SqlReply> {
  const [address] = target.host.startsWith('/') ? [] : await context.hosts.addresses(target.host);
  const client = new pg.Client({
    host: address?.address ?? target.host,
    port: target.port,
    user: target.user ?? 'postgres',
    password: target.password ?? '',
    database: target.database ?? target.user ?? 'postgres',
    ssl: ssl === false || isIP(target.host) !== 0 ? ssl : { ...ssl, servername: target.host },
    application_name: target.applicationName ?? 'quarterdeck-check',
    connectionTimeoutMillis: context.timeoutMs,
    statement_timeout: context.timeoutMs,
    types: { getTypeParser: postgresParser },
  });
  const closeSocket = () => client.connection.stream.destroy();
  client.on('error', () => undefined);
  context.signal.addEventListener('abort', closeSocket, { once: true });
  try {
    await client.connect();
    return await execute(client, query, context);
  } finally {
    context.signal.removeEventListener('abort', closeSocket);
    await endQuietly(client);
    closeSocket();
  }
}

/** Says goodbye to the server, which otherwise logs a lost connection; the socket is destroyed afterwards in any case. */
async function endQuietly(client: pg.Client): Promise<void> {
  let timer: NodeJS.Timeout | undefined;
  const late = new Promise<void>((resolve) => {
    timer = setTimeout(resolve, 500);
  });
  await Promise.race([client.end().catch(() => undefined), late]);
  clearTimeout(timer);
}

const queryPostgres: SqlDriver = async (url, query, connection, context) => {
  const parsed = parsePostgresDsn(url);
  if (parsed.password) context.secret(parsed.password);
  const target = {
    ...parsed,
    user: parsed.user ?? (connection.username || 'postgres'),
    password: parsed.password ?? connection.password,
  };
  try {
    if (target.sslMode === 'disable' || target.sslMode === 'allow') return await connectAndExecute(target, false, query, context);
    if (target.sslMode !== 'prefer') {
      return await connectAndExecute(target, { rejectUnauthorized: target.sslMode.startsWith('verify') }, query, context);
    }
    try {
      return await connectAndExecute(target, { rejectUnauthorized: false }, query, context);
    } catch (error) {
      if (error instanceof Error && error.message.includes(NO_TLS_SERVER))
        return await connectAndExecute(target, false, query, context);
      throw error;
    }
  } catch (error) {
    throw new Error(describeNetworkError(error));
  }
};

export const probe = defineProbe(postgresKind, {
  timeoutMs: sqlTimeoutMs,
  run: (spec, context) => runSqlCheck(spec, context, queryPostgres),
});
