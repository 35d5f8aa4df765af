import { connect, type Socket } from 'node:net';
import { Connection, type ConnectionConfiguration, ConnectionError, Request } from 'tedious';
import { describeNetworkError } from '../../net/network-error.ts';
import { defineProbe, type ProbeContext } from '../probe.ts';
import {
  MOST_REPLY_BYTES,
  MOST_ROWS,
  runSqlCheck,
  type SqlDriver,
  type SqlReply,
  type SqlRow,
  sqlTimeoutMs,
} from '../sql/run-query.ts';
import { type MssqlTarget, parseMssqlDsn } from './dsn.ts';
import { mssqlKind } from './spec.ts';
import { readColumn } from './values.ts';

/** For the browser service, which does not answer at all when it does not run. */
const BROWSER_MS = 10_000;

/** Opens the socket under the address policy of checks, which the driver does not know. */
function openSocket(target: MssqlTarget, port: number, context: ProbeContext): Promise<Socket> {
  return new Promise((resolve, reject) => {
    context.hosts.guardLiteral(target.host);
    const socket = connect({ host: target.host, port, lookup: context.hosts.lookup });
    const onAbort = () => socket.destroy(context.signal.reason instanceof Error ? context.signal.reason : new Error('aborted'));
    context.signal.addEventListener('abort', onAbort, { once: true });
    socket.once('close', () => context.signal.removeEventListener('abort', onAbort));
    socket.once('connect', () => resolve(socket));
    socket.once('error', reject);
  });
}

async function configuration(
  target: MssqlTarget,
  encrypt: boolean | 'strict',
  context: ProbeContext,
): Promise<ConnectionConfiguration> {
  // The driver itself finds the port of a named instance, so it gets an address that the policy allows.
  const [allowed] = target.port === undefined ? await context.hosts.addresses(target.host) : [];
  const { port } = target;
  const [, domain, domainUser] = /^([^\\]+)\\(.+)$/.exec(target.user) ?? [];
  const { user: userName, password } = target;
  return {
    server: allowed?.address ?? target.host,
    authentication:
      domain === undefined || domainUser === undefined
        ? { type: 'default', options: { userName, password } }
        : { type: 'ntlm', options: { domain, userName: domainUser, password } },
    options: {
      ...(port === undefined
        ? { instanceName: target.instance, serverName: target.host }
        : { connector: () => openSocket(target, port, context) }),
      ...(target.database === '' ? {} : { database: target.database }),
      encrypt,
      trustServerCertificate: target.trustsAnyCertificate,
      connectTimeout: port === undefined ? Math.min(BROWSER_MS, context.timeoutMs) : context.timeoutMs,
      requestTimeout: 0,
      maxRetriesOnTransientErrors: 0,
      appName: 'quarterdeck',
      useUTC: true,
    },
  };
}

/** The innermost reason of a connection that was not made. */
function reasonOf(error: unknown): Error {
  if (error instanceof Error && error.cause instanceof Error) return reasonOf(error.cause);
  return error instanceof Error ? error : new Error(String(error));
}

function open(connection: Connection): Promise<void> {
  return new Promise((resolve, reject) => {
    connection.on('error', reject);
    connection.connect((error) => (error === undefined ? resolve() : reject(reasonOf(error))));
  });
}

function query(connection: Connection, statement: string): Promise<SqlReply> {
  return new Promise((resolve, reject) => {
    const rows: SqlRow[] = [];
    let count = 0;
    let bytes = 0;
    const request = new Request(statement, (error) => (error ? reject(error) : resolve({ rows, count })));
    request.on('row', (columns: unknown) => {
      count += 1;
      if (count > MOST_ROWS || !Array.isArray(columns)) return;
      const row = Object.fromEntries(columns.map(readColumn));
      rows.push(row);
      bytes += Object.values(row).reduce((sum: number, value) => sum + (typeof value === 'string' ? value.length : 8), 0);
      if (bytes > MOST_REPLY_BYTES) reject(new Error(`the reply is larger than ${MOST_REPLY_BYTES} bytes`));
    });
    connection.execSqlBatch(request);
  });
}

async function attempt(target: MssqlTarget, encrypt: boolean | 'strict', statement: string, context: ProbeContext) {
  const connection = new Connection(await configuration(target, encrypt, context));
  const close = () => connection.close();
  context.signal.addEventListener('abort', close, { once: true });
  try {
    const aborted = new Promise<never>((_resolve, reject) => {
      context.signal.addEventListener('abort', () => reject(context.signal.reason), { once: true });
    });
    const answered = open(connection).then(() => query(connection, statement));
    answered.catch(() => undefined);
    return await Promise.race([answered, aborted]);
  } finally {
    context.signal.removeEventListener('abort', close);
    close();
  }
}

function isUnencrypted(error: unknown): boolean {
  return error instanceof Error && 'code' in error && error.code === 'EENCRYPT';
}

const queryMssql: SqlDriver = async (url, statement, resolved, context) => {
  const parsed = parseMssqlDsn(url);
  context.secret(parsed.password);
  const target = { ...parsed, user: parsed.user || resolved.username, password: parsed.password || resolved.password };
  try {
    if (target.encryption === 'disabled') return await attempt(target, false, statement, context);
    if (target.encryption === 'strict') return await attempt(target, 'strict', statement, context);
    try {
      return await attempt(target, true, statement, context);
    } catch (error) {
      if (target.encryption === 'required' || !isUnencrypted(error)) throw error;
      return await attempt(target, false, statement, context);
    }
  } catch (error) {
    // Codes of the driver are not those of the system, though some look the same.
    throw new Error(error instanceof ConnectionError ? error.message : describeNetworkError(error));
  }
};

export const probe = defineProbe(mssqlKind, {
  timeoutMs: sqlTimeoutMs,
  run: (spec, context) => runSqlCheck(spec, context, queryMssql),
});
