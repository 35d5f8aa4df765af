import { InvalidCheckError } from '../probe.ts';

export interface MssqlTarget {
  host: string;
  /** Undefined for a named instance, whose port the server's browser service tells. */
  port: number | undefined;
  instance: string;
  user: string;
  password: string;
  database: string;
  /** `preferred` encrypts when the server can. */
  encryption: 'disabled' | 'preferred' | 'required' | 'strict';
  trustsAnyCertificate: boolean;
}

const DEFAULT_PORT = 1433;
const KEY_NAMES: Readonly<Record<string, string>> = {
  'data source': 'server',
  address: 'server',
  addr: 'server',
  'network address': 'server',
  uid: 'user id',
  user: 'user id',
  pwd: 'password',
  'initial catalog': 'database',
};
const ENCRYPTIONS: Readonly<Record<string, MssqlTarget['encryption']>> = {
  strict: 'strict',
  disable: 'disabled',
  ...Object.fromEntries(['optional', 'no', '0', 'f', 'false'].map((word) => [word, 'preferred'] as const)),
  ...Object.fromEntries(['mandatory', 'yes', '1', 't', 'true'].map((word) => [word, 'required'] as const)),
};
/** A key and its value, which may stand in quotes or braces, where a doubled closing character stands for itself. */
const PAIR = /\s*([^=;]+?)\s*=\s*(?:"((?:[^"]|"")*)"|'((?:[^']|'')*)'|\{((?:[^}]|\}\})*)\}|([^;]*?))\s*(?:;|$)/y;

function parsePairs(text: string): Map<string, string> {
  const pairs = new Map<string, string>();
  const rest = text.replace(/^[;\s]+|[;\s]+$/g, '');
  PAIR.lastIndex = 0;
  while (PAIR.lastIndex < rest.length) {
    const match = PAIR.exec(rest);
    if (match === null) throw new InvalidCheckError('the url is neither sqlserver://… nor a list such as server=…;user id=…');
    const [, key = '', double, single, braced, plain = ''] = match;
    const name = key.toLowerCase();
    const value = double?.replaceAll('""', '"') ?? single?.replaceAll("''", "'") ?? braced?.replaceAll('}}', '}') ?? plain;
    pairs.set(KEY_NAMES[name] ?? name, value);
  }
  return pairs;
}

function parseUrl(text: string): Map<string, string> {
  let url: URL;
  try {
    url = new URL(text);
  } catch {
    throw new InvalidCheckError('the url cannot be read');
  }
  const pairs = new Map([...url.searchParams].map(([key, value]) => [KEY_NAMES[key.toLowerCase()] ?? key.toLowerCase(), value]));
  const instance = decodeURIComponent(url.pathname.slice(1));
  const host = url.hostname.replace(/^\[|\]$/g, '');
  return new Map([
    ...pairs,
    ['server', instance === '' ? host : `${host}\\${instance}`],
    ...(url.port === '' ? [] : [['port', url.port] as const]),
    ...(url.username === '' ? [] : [['user id', decodeURIComponent(url.username)] as const]),
    ...(url.password === '' ? [] : [['password', decodeURIComponent(url.password)] as const]),
  ]);
}

/** `host`, `host,port`, `host\instance`, all of them also after `tcp:`. */
function parseServer(text: string, port: string | undefined): Pick<MssqlTarget, 'host' | 'port' | 'instance'> {
  const [, host = '', instance = '', ownPort] = /^(?:tcp:)?([^\\,]*)(?:\\([^,]*))?(?:,\s*(\d+))?$/i.exec(text.trim()) ?? [];
  const number = ownPort ?? port;
  if (number !== undefined && !(Number(number) >= 1 && Number(number) <= 65_535))
    throw new InvalidCheckError(`"${number}" is not a port`);
  return {
    host: host === '' || host === '.' || host === '(local)' ? 'localhost' : host,
    port: number === undefined ? (instance === '' ? DEFAULT_PORT : undefined) : Number(number),
    instance,
  };
}

/**
 * Reads `server=host;user id=…;password=…;port=…;database=…`, the same after `odbc:`, and
 * `sqlserver://user:password@host:port/instance?database=…`, with the Go driver's `encrypt` and `trustservercertificate`.
 * Throws InvalidCheckError on anything else.
 */
export function parseMssqlDsn(text: string): MssqlTarget {
  const trimmed = text.trim().replace(/^odbc:/i, '');
  const pairs = /^(sqlserver|mssql):\/\//i.test(trimmed) ? parseUrl(trimmed) : parsePairs(trimmed);
  const encrypt = pairs.get('encrypt')?.toLowerCase();
  const encryption = encrypt === undefined ? 'preferred' : ENCRYPTIONS[encrypt];
  if (encryption === undefined) throw new InvalidCheckError(`the encrypt setting "${encrypt}" is not available`);
  const trust = pairs.get('trustservercertificate')?.toLowerCase();
  return {
    ...parseServer(pairs.get('server') ?? '', pairs.get('port')),
    user: pairs.get('user id') ?? '',
    password: pairs.get('password') ?? '',
    database: pairs.get('database') ?? '',
    encryption,
    trustsAnyCertificate: trust === undefined ? encrypt === undefined : ['true', '1', 't', 'yes'].includes(trust),
  };
}
