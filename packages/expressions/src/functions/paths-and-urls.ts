import { posix } from 'node:path';
import { chargeText } from '../budget.ts';
import { toText } from '../coerce.ts';
import { EvaluationFault } from '../expression-error.ts';
import { isRecord, ownValue, toRecord, type ValueMap } from '../values.ts';

/** Go's filepath.Match: `*`, `?`, `[a-z]` and `\` within one path segment. */
export function matchPath(pattern: string, name: string): boolean {
  let source = '';
  for (let i = 0; i < pattern.length; i++) {
    const char = pattern[i] ?? '';
    if (char === '*') source += source.endsWith('[^/]*') ? '' : '[^/]*';
    else if (char === '?') source += '[^/]';
    else if (char === '[') {
      const end = pattern.indexOf(']', i + 2);
      if (end === -1) throw new EvaluationFault(`filepath.Match: syntax error in pattern ${JSON.stringify(pattern)}`);
      source += `[${pattern.slice(i + 1, end).replace(/[\\[\]]/g, '\\$&')}]`;
      i = end;
    } else if (char === '\\') source += escapeCharacter(pattern[++i] ?? '\\');
    else source += escapeCharacter(char);
  }
  chargeText(name);
  if (name.length > 10_000) throw new EvaluationFault('filepath.Match: name is too long', 'EXPRESSION_LIMIT');
  return new RegExp(`^${source}$`, 's').test(name);
}

function escapeCharacter(char: string): string {
  return char.replace(/[\\^$.*+?()[\]{}|/]/, '\\$&');
}

export function cleanPath(path: string): string {
  const clean = posix.normalize(path);
  return clean.length > 1 && clean.endsWith('/') ? clean.slice(0, -1) : clean;
}

export function basePath(path: string): string {
  if (path === '') return '.';
  return posix.basename(path) || '/';
}

export function dirPath(path: string): string {
  return cleanPath(path.slice(0, path.lastIndexOf('/') + 1) || '.');
}

/** Extension of the last element with its dot; also for names that begin with a dot. */
export function extPath(path: string): string {
  const base = path.slice(path.lastIndexOf('/') + 1);
  const dot = base.lastIndexOf('.');
  return dot === -1 ? '' : base.slice(dot);
}

export function joinPath(parts: readonly unknown[]): string {
  const joined = parts.map(toText).filter((part) => part !== '');
  return joined.length === 0 ? '' : cleanPath(joined.join('/'));
}

export function relPath(base: string, target: string): string {
  return posix.relative(posix.resolve('/', base), posix.resolve('/', target)) || '.';
}

/** Directory with its slash, and file. */
export function splitPath(path: string): string[] {
  const cut = path.lastIndexOf('/') + 1;
  return [path.slice(0, cut), path.slice(cut)];
}

export function urlEncode(text: string): string {
  chargeText(text);
  return encodeURIComponent(text)
    .replace(/[!'()*]/g, (char) => `%${char.charCodeAt(0).toString(16).toUpperCase()}`)
    .replaceAll('%20', '+');
}

export function urlDecode(text: string): string {
  chargeText(text);
  try {
    return decodeURIComponent(text.replaceAll('+', ' '));
  } catch {
    throw new EvaluationFault(`invalid URL escape in ${JSON.stringify(text.slice(0, 60))}`);
  }
}

/** Parts of an absolute URL. */
export function parseUrl(text: string): URL {
  const url = URL.parse(text);
  if (url === null) throw new EvaluationFault(`invalid URL ${JSON.stringify(text.slice(0, 100))}`);
  return url;
}

export function urlParts(text: string): ValueMap {
  const url = parseUrl(text);
  return toRecord(
    Object.entries({
      Scheme: url.protocol.slice(0, -1),
      Host: url.host,
      Hostname: url.hostname,
      Port: url.port,
      Path: url.pathname,
      RawQuery: url.search.slice(1),
      Fragment: url.hash.slice(1),
      User: url.username,
      String: url.href,
    }),
  );
}

/** List of {Name, Value} as AWS reports tags → map. */
export function fromAwsMap(value: unknown): ValueMap {
  if (!Array.isArray(value)) throw new EvaluationFault('fromAWSMap: expected a list');
  const entries = value.filter(isRecord).map((item): [string, unknown] => {
    const name = ownValue(item, 'Name') ?? ownValue(item, 'name') ?? ownValue(item, 'Key') ?? ownValue(item, 'key');
    return [toText(name), ownValue(item, 'Value') ?? ownValue(item, 'value') ?? ''];
  });
  return toRecord(entries);
}

const ARN_PARTS = ['service', 'region', 'account', 'resource'];

/** Parts of an Amazon resource name. */
export function arnToMap(text: string): ValueMap {
  const parts = text.split(':');
  if (parts[0] !== 'arn' || parts.length < 6) throw new EvaluationFault(`invalid ARN ${JSON.stringify(text.slice(0, 100))}`);
  const values = [parts[2], parts[3], parts[4], parts.slice(5).join(':')];
  return toRecord(ARN_PARTS.map((name, i): [string, unknown] => [name, values[i] ?? '']));
}

export function queryParts(url: URL): ValueMap {
  const names = [...new Set(url.searchParams.keys())];
  return toRecord(names.map((name): [string, unknown] => [name, url.searchParams.getAll(name)]));
}
