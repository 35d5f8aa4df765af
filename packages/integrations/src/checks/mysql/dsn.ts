import { InvalidCheckError } from '../probe.ts';

export interface MysqlTarget {
  user: string;
  password: string;
  /** Host and port, or a socket path. */
  address: { host: string; port: number } | { socketPath: string };
  database: string;
  /** Go driver's `tls` parameter. */
  tls: 'false' | 'true' | 'skip-verify' | 'preferred';
  charset?: string;
}

const TLS_VALUES: readonly MysqlTarget['tls'][] = ['false', 'true', 'skip-verify', 'preferred'];
const DEFAULT_PORT = 3306;

function decodeSafely(text: string): string {
  try {
    return decodeURIComponent(text);
  } catch {
    return text;
  }
}

function parseAddress(protocol: string, address: string): MysqlTarget['address'] {
  if (protocol === 'unix') return { socketPath: address || '/tmp/mysql.sock' };
  const match = /^(\[[^\]]*\]|[^:]*)(?::(\d+))?$/.exec(address);
  if (match === null) throw new InvalidCheckError(`the address "${address}" is not host:port`);
  const port = Number(match[2] ?? DEFAULT_PORT);
  return { host: match[1]?.replace(/^\[|\]$/g, '') || '127.0.0.1', port };
}

/**
 * Reads the Go driver's form `user:password@tcp(host:port)/database?parameters`, also with `mysql://` before it, and a usual
 * `mysql://user:password@host:port/database` URL. Throws InvalidCheckError on anything else.
 */
export function parseMysqlDsn(text: string): MysqlTarget {
  const trimmed = text.trim();
  const isUrl = /^mysql:\/\//i.test(trimmed);
  const body = isUrl ? trimmed.slice('mysql://'.length) : trimmed;
  const slash = lastSlashOutsideParameters(body);
  if (slash < 0 && !isUrl) throw new InvalidCheckError('the url is not in the format user:password@tcp(host:port)/database');
  const beforeSlash = slash < 0 ? body : body.slice(0, slash);
  const [database = '', query = ''] = slash < 0 ? [] : splitOnce(body.slice(slash + 1), '?');
  const at = beforeSlash.lastIndexOf('@');
  const login = at < 0 ? '' : beforeSlash.slice(0, at);
  const network = beforeSlash.slice(at + 1);
  const [, protocol = '', inner] = /^([a-z0-9]*)\((.*)\)$/i.exec(network) ?? [];
  const usesUrlForm = isUrl && inner === undefined;
  if (inner === undefined && network !== '' && !usesUrlForm && network !== 'tcp')
    throw new InvalidCheckError(`"${network}" is not in the format tcp(host:port)`);
  const [user = '', password = ''] = splitOnce(login, ':');
  const parameters = new URLSearchParams(query);
  const wantedTls = parameters.get('tls') ?? 'false';
  const tls = TLS_VALUES.find((value) => value === wantedTls);
  if (tls === undefined) throw new InvalidCheckError(`the tls setting "${wantedTls}" is not available`);
  const charset = parameters.get('charset')?.split(',')[0];
  return {
    user: usesUrlForm ? decodeSafely(user) : user,
    password: usesUrlForm ? decodeSafely(password) : password,
    address: parseAddress(protocol || 'tcp', inner ?? (usesUrlForm ? network : '')),
    database: decodeSafely(database),
    tls,
    ...(charset ? { charset } : {}),
  };
}

/** The slash before the database name: the last one before the parameters, outside of `unix(/path)`. */
function lastSlashOutsideParameters(text: string): number {
  const at = text.lastIndexOf('@');
  const close = text.indexOf(')', at + 1);
  return text.indexOf('/', close > 0 ? close : at + 1);
}

function splitOnce(text: string, separator: string): [string, string] {
  const index = text.indexOf(separator);
  return index < 0 ? [text, ''] : [text.slice(0, index), text.slice(index + separator.length)];
}
