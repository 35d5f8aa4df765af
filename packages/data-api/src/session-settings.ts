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

function httpSettings(request: DataRequest, role: string | undefined): [string, string][] {
  return [
    ['request.method', request.method],
    ['request.path', `/${request.path.replace(/^\//, '')}`],
    ['request.headers', JSON.stringify(request.headers)],
    ['request.cookies', JSON.stringify(cookiesOf(request.headers.cookie))],
    ['request.jwt.claims', JSON.stringify(role === undefined ? {} : { role })],
  ];
}

/** The settings of one transaction, as one statement. The role comes last: what it may not set is set already. */
export function settingsStatement(
  request: DataRequest,
  schema: string,
  timeoutMs: number,
  session: NonNullable<DataApiOptions['session']>,
): SqlStatement {
  const { role, extraSearchPath } = session;
  const pairs: [string, string][] = [
    ['TimeZone', 'UTC'],
    ['statement_timeout', String(timeoutMs)],
    ['request.role', request.caller?.role ?? ''],
    ['request.person_id', request.caller?.personId ?? ''],
  ];
  if (extraSearchPath !== undefined) pairs.push(['search_path', [schema, ...extraSearchPath].map(ident).join(', ')]);
  if (session.httpSettings === true) pairs.push(...httpSettings(request, role));
  if (role !== undefined) pairs.push(['role', role]);
  return {
    text: `SELECT ${pairs.map(([name], index) => `set_config('${name}', $${index + 1}, true)`).join(', ')}`,
    // PostgreSQL's texts hold no zero byte.
    values: pairs.map(([, value]) => value.replaceAll('\0', '')),
  };
}
