import type { DataApiOptions, DataRequest } from './contract.ts';
import { ident, type SqlStatement } from './sql/text.ts';

/** Cookies of a request by name. */
function cookiesOf(header: string | undefined): Record<string, string> {
  const pairs = (header ?? '').split(';').map((part) => {
    const at = part.indexOf('=');
    return at < 0 ? ['', ''] : [part.slice(0, at).trim(), part.slice(at + 1).trim()];
  });
  return Object.fromEntries(pairs.filter(([name]) => name !== ''));
}

function httpSettings(request: DataRequest): [string, string][] {
  return [
    ['request.method', request.method],
    ['request.path', `/${request.path.replace(/^\//, '')}`],
    ['request.headers', JSON.stringify(request.headers)],
    ['request.cookies', JSON.stringify(cookiesOf(request.headers.cookie))],
  ];
}

const CLAIMS = `set_config('request.jwt.claims', json_build_object('role', current_user)::text, true)`;

/**
 * The settings of one transaction, as one statement. The role comes last: what it may not set is set already.
 * @param readOnly whether the statement has to make the transaction read-only
 */
export function settingsStatement(
  request: DataRequest,
  schema: string,
  timeoutMs: number,
  session: NonNullable<DataApiOptions['session']>,
  readOnly: boolean,
): SqlStatement {
  const { role, extraSearchPath } = session;
  const pairs: [string, string][] = [
    ['TimeZone', 'UTC'],
    ['statement_timeout', String(timeoutMs)],
    ['request.role', request.caller?.role ?? ''],
    ['request.person_id', request.caller?.personId ?? ''],
  ];
  if (extraSearchPath !== undefined) pairs.push(['search_path', [schema, ...extraSearchPath].map(ident).join(', ')]);
  if (session.httpSettings === true) pairs.push(...httpSettings(request));
  if (role !== undefined) pairs.push(['role', role]);
  if (readOnly) pairs.push(['transaction_read_only', 'on']);
  const calls = pairs.map(([name], index) => `set_config('${name}', $${index + 1}, true)`);
  // Nobody signs in, so the one claim is the role that the statements run as.
  if (session.httpSettings === true) calls.push(CLAIMS);
  return {
    text: `SELECT ${calls.join(', ')}`,
    // PostgreSQL's texts hold no zero byte.
    values: pairs.map(([, value]) => value.replaceAll('\0', '')),
  };
}
