import { InvalidCheckError } from '../probe.ts';

export type SslMode = 'disable' | 'allow' | 'prefer' | 'require' | 'verify-ca' | 'verify-full';
const SSL_MODES: readonly SslMode[] = ['disable', 'allow', 'prefer', 'require', 'verify-ca', 'verify-full'];

export interface PostgresTarget {
  host: string;
  port: number;
  user?: string;
  password?: string;
  database?: string;
  sslMode: SslMode;
  applicationName?: string;
}

function decodeSafely(text: string): string {
  try {
    return decodeURIComponent(text);
  } catch {
    return text;
  }
}

/** `host=localhost port=5432 password='two words'` */
function parseKeyValues(text: string): Map<string, string> {
  const settings = new Map<string, string>();
  for (const match of text.matchAll(/(\w+)\s*=\s*(?:'((?:[^'\\]|\\.)*)'|(\S*))/g)) {
    settings.set((match[1] ?? '').toLowerCase(), match[2] === undefined ? (match[3] ?? '') : match[2].replace(/\\(.)/g, '$1'));
  }
  return settings;
}

/** Everything up to the last `@` is the login, so that passwords may hold any character. */
function parseUri(text: string): Map<string, string> {
  const [, rest = ''] = /^postgres(?:ql)?:\/\/(.*)$/is.exec(text) ?? [];
  const at = rest.lastIndexOf('@');
  const login = at < 0 ? '' : rest.slice(0, at);
  const [, host = '', port = '', path = '', query = ''] =
    /^(\[[^\]]*\]|[^:/?#]*)(?::(\d+))?(?:\/([^?#]*))?(?:\?([^#]*))?/.exec(rest.slice(at + 1)) ?? [];
  const colon = login.indexOf(':');
  const settings = new Map<string, string>();
  const user = colon < 0 ? login : login.slice(0, colon);
  if (user !== '') settings.set('user', decodeSafely(user));
  if (colon >= 0) settings.set('password', decodeSafely(login.slice(colon + 1)));
  if (host !== '') settings.set('host', decodeSafely(host.replace(/^\[|\]$/g, '')));
  if (port !== '') settings.set('port', port);
  if (path !== '') settings.set('dbname', decodeSafely(path));
  for (const [key, value] of new URLSearchParams(query)) settings.set(key.toLowerCase(), value);
  return settings;
}

/** Reads a PostgreSQL URI or a `key=value` text; throws InvalidCheckError when it is neither. `sslmode` is `prefer` when absent. */
export function parsePostgresDsn(text: string): PostgresTarget {
  const trimmed = text.trim();
  const isUri = /^postgres(ql)?:\/\//i.test(trimmed);
  if (!isUri && (trimmed.includes('://') || !/^\s*\w+\s*=/.test(trimmed)))
    throw new InvalidCheckError('the url is neither postgres://… nor a list of key=value');
  const settings = isUri ? parseUri(trimmed) : parseKeyValues(trimmed);
  const wantedMode = settings.get('sslmode') ?? 'prefer';
  const sslMode = SSL_MODES.find((mode) => mode === wantedMode);
  if (sslMode === undefined) throw new InvalidCheckError(`the sslmode "${wantedMode}" is not known`);
  const port = Number(settings.get('port') ?? 5432);
  if (!Number.isInteger(port) || port < 1 || port > 65_535)
    throw new InvalidCheckError('the port is not a number from 1 to 65535');
  const optional = (key: string) => settings.get(key) || undefined;
  const user = optional('user');
  const password = optional('password');
  const database = optional('dbname') ?? optional('database');
  const applicationName = optional('application_name');
  return {
    host: settings.get('host') || settings.get('hostaddr') || 'localhost',
    port,
    sslMode,
    ...(user ? { user } : {}),
    ...(password ? { password } : {}),
    ...(database ? { database } : {}),
    ...(applicationName ? { applicationName } : {}),
  };
}
