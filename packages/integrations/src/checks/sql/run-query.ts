import type { EnvVar } from '../../values/env-var.ts';
import { isConnectionReference, type ResolvedConnection } from '../../values/resolve-connection.ts';
import { type ProbeContext, ProbeFailedError, type ProbeOutcome } from '../probe.ts';
import type { SqlCheck } from './spec.ts';

/** Rows kept for expressions; further ones are counted only. */
export const MOST_ROWS = 10_000;
/** Bytes of a reply after which the connection is closed. */
export const MOST_REPLY_BYTES = 64 * 1024 * 1024;
const DEFAULT_TIMEOUT_MS = 60_000;

/** Values by column: bigint for integers, number for fractions, Date, boolean, JSON values, text, null. */
export type SqlRow = Record<string, unknown>;

export interface SqlReply {
  rows: SqlRow[];
  count: number;
}

/** Runs one statement on a connection of its own and closes it; rejects with the server's message. */
export type SqlDriver = (url: string, query: string, connection: ResolvedConnection, context: ProbeContext) => Promise<SqlReply>;

/** The time limit of a SQL check in milliseconds. */
export function sqlTimeoutMs(spec: { timeout?: number | undefined }): number {
  return spec.timeout ? spec.timeout * 1000 : DEFAULT_TIMEOUT_MS;
}

async function urlOf(spec: SqlCheck, context: ProbeContext): Promise<ResolvedConnection> {
  const reference = spec.connection?.trim() ?? '';
  const isUrl = reference !== '' && !isConnectionReference(reference);
  const input: { connection?: string; url?: string; username?: EnvVar; password?: EnvVar } = {
    ...(reference !== '' && !isUrl ? { connection: reference } : {}),
    ...(spec.url ? { url: spec.url } : isUrl ? { url: reference } : {}),
    ...(spec.username ? { username: spec.username } : {}),
    ...(spec.password ? { password: spec.password } : {}),
  };
  return await context.connection(input);
}

/** The SQL kinds' common part: connection, query template, row count. Source: health-checks §2.7. */
export async function runSqlCheck(spec: SqlCheck, context: ProbeContext, driver: SqlDriver): Promise<ProbeOutcome> {
  const connection = await urlOf(spec, context);
  if (connection.url === '') throw new ProbeFailedError('the check needs a url or a connection');
  const templated = context.canary.annotations.template !== 'false';
  const query = spec.query?.trim() ? spec.query : 'SELECT 1';
  const statement = templated ? await context.templates.text(query, {}) : query;
  let reply: SqlReply;
  try {
    reply = await driver(connection.url, statement, connection, context);
  } catch (error) {
    context.signal.throwIfAborted();
    if (error instanceof Error && error.name === 'InvalidCheckError') throw error;
    throw new ProbeFailedError(error instanceof Error ? error.message : String(error));
  }
  const failures =
    reply.count < (spec.results ?? 0) ? [`the query returned ${reply.count} rows, fewer than ${spec.results}`] : [];
  const count = BigInt(reply.count);
  return {
    failures,
    isEmpty: reply.count === 0,
    data: { results: { rows: reply.rows, count } },
    detail: { rows: reply.rows, count },
  };
}
