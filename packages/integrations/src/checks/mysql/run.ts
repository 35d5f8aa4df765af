import { type Connection, type ConnectionOptions, createConnection, type TypeCastField } from 'mysql2';
import { describeNetworkError } from '../../net/network-error.ts';
import { defineProbe, type ProbeContext } from '../probe.ts';
import { MOST_REPLY_BYTES, MOST_ROWS, runSqlCheck, type SqlDriver, type SqlReply, sqlTimeoutMs } from '../sql/run-query.ts';
import { type MysqlTarget, parseMysqlDsn } from './dsn.ts';
import { mysqlKind } from './spec.ts';

const INTEGERS = new Set(['TINY', 'SHORT', 'LONG', 'INT24', 'LONGLONG', 'YEAR']);
const DOUBLES = new Set(['FLOAT', 'DOUBLE', 'DECIMAL', 'NEWDECIMAL']);
const TIMES = new Set(['DATE', 'DATETIME', 'TIMESTAMP', 'NEWDATE']);

/** A column's value as expressions see it. Source: health-checks §2.7. */
function castColumn(field: TypeCastField): unknown {
  const text = field.string();
  if (text === null) return null;
  if (INTEGERS.has(field.type)) return BigInt(text);
  if (DOUBLES.has(field.type)) return Number(text);
  if (TIMES.has(field.type)) return castTime(text);
  if (field.type === 'JSON') return castJson(text);
  return text;
}

function castTime(text: string): unknown {
  const time = new Date(text.includes(' ') ? `${text.replace(' ', 'T')}Z` : text);
  return Number.isNaN(time.getTime()) ? text : time;
}

function castJson(text: string): unknown {
  try {
    return JSON.parse(text);
  } catch {
    return text;
  }
}

async function connectionOptions(target: MysqlTarget, useTls: boolean, context: ProbeContext): Promise<ConnectionOptions> {
  const address = target.address;
  const [found] = 'host' in address ? await context.hosts.addresses(address.host) : [];
  return {
    ...('host' in address ? { host: found?.address ?? address.host, port: address.port } : { socketPath: address.socketPath }),
    user: target.user,
    password: target.password,
    ...(target.database === '' ? {} : { database: target.database }),
    ...(target.charset === undefined ? {} : { charset: target.charset }),
    ...(useTls ? { ssl: { rejectUnauthorized: target.tls === 'true' } } : {}),
    connectTimeout: context.timeoutMs,
    typeCast: (field) => castColumn(field),
  };
}

function isRow(value: unknown): value is Record<string, unknown> {
  return typeof value === 'object' && value !== null && !('affectedRows' in value && 'serverStatus' in value);
}

function execute(connection: Connection, query: string, context: ProbeContext): Promise<SqlReply> {
  return new Promise((resolve, reject) => {
    const rows: Record<string, unknown>[] = [];
    let count = 0;
    const settle = () => {
      context.signal.removeEventListener('abort', onAbort);
      connection.destroy();
    };
    const stop = (error: Error) => {
      settle();
      reject(error);
    };
    const onAbort = () => stop(context.signal.reason instanceof Error ? context.signal.reason : new Error('aborted'));
    connection.on('error', stop);
    if (context.signal.aborted) return onAbort();
    context.signal.addEventListener('abort', onAbort, { once: true });
    let bytes = 0;
    const running = connection.query(query);
    running.on('error', stop);
    running.on('result', (row: unknown) => {
      if (!isRow(row)) return;
      count += 1;
      if (count > MOST_ROWS) return;
      rows.push(row);
      bytes += Object.values(row).reduce((sum: number, value) => sum + (typeof value === 'string' ? value.length : 8), 0);
      if (bytes > MOST_REPLY_BYTES) stop(new Error(`the reply is larger than ${MOST_REPLY_BYTES} bytes`));
    });
    running.on('end', () => {
      context.signal.removeEventListener('abort', onAbort);
      connection.end(() => connection.destroy());
      resolve({ rows, count });
    });
  });
}

const queryMysql: SqlDriver = async (url, query, resolved, context) => {
  const parsed = parseMysqlDsn(url);
  context.secret(parsed.password);
  const target = { ...parsed, user: parsed.user || resolved.username, password: parsed.password || resolved.password };
  const attempt = async (useTls: boolean) =>
    await execute(createConnection(await connectionOptions(target, useTls, context)), query, context);
  try {
    if (target.tls !== 'preferred') return await attempt(target.tls !== 'false');
    try {
      return await attempt(true);
    } catch (error) {
      if (error instanceof Error && 'code' in error && error.code === 'HANDSHAKE_NO_SSL_SUPPORT') return await attempt(false);
      throw error;
    }
  } catch (error) {
    throw new Error(describeNetworkError(error));
  }
};

export const probe = defineProbe(mysqlKind, {
  timeoutMs: sqlTimeoutMs,
  run: (spec, context) => runSqlCheck(spec, context, queryMysql),
});
