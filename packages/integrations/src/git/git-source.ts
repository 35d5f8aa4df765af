import { InvalidCheckError } from '../checks/probe.ts';

/** A repository and what is wanted of it, without credentials. */
export interface GitSource {
  url: string;
  /** Branch, tag or full commit id; `HEAD` is the default branch of the repository. */
  ref: string;
  /** Number of commits that are fetched; all when undefined. */
  depth: number | undefined;
  /** Credentials that the URL itself held. */
  username: string;
  password: string;
}

const SCHEMES = new Set(['http:', 'https:', 'ssh:', 'git:', 'file:']);
const SCP_FORM = /^[\w.-]+@[\w.-]+:(?!\/\/)/;
const BARE_HOST = /^[\w-]+(\.[\w-]+)+\/./;

function splitQuery(text: string): { base: string; ref: string; depth: number | undefined } {
  const at = text.indexOf('?');
  const query = new URLSearchParams(at < 0 ? '' : text.slice(at + 1));
  const ref = query.get('ref') || 'HEAD';
  if (/^-|[\s:]|\.\./.test(ref)) throw new InvalidCheckError('the ref of the repository is no branch, tag or commit id');
  const depth = query.get('depth');
  if (depth !== null && !/^[1-9]\d{0,8}$/.test(depth)) throw new InvalidCheckError('the depth of the repository is no number');
  return { base: at < 0 ? text : text.slice(0, at), ref, depth: depth === null ? undefined : Number(depth) };
}

/**
 * Reads a source as `https://host/repository.git?ref=main&depth=1`, `git::…`, `host/path`, `user@host:path` or an absolute path.
 * Throws InvalidCheckError for anything else.
 */
export function parseGitSource(text: string): GitSource {
  const { base, ref, depth } = splitQuery(text.trim().replace(/^git::/, ''));
  const plain = { ref, depth, username: '', password: '' };
  if (base === '') throw new InvalidCheckError('git needs a url');
  if (base.startsWith('/') || SCP_FORM.test(base)) return { ...plain, url: base };
  let url: URL;
  let login: { username: string; password: string };
  try {
    url = new URL(BARE_HOST.test(base) ? `https://${base}` : base);
    login = { username: decodeURIComponent(url.username), password: decodeURIComponent(url.password) };
  } catch {
    throw new InvalidCheckError('the url of the repository cannot be read');
  }
  if (!SCHEMES.has(url.protocol)) throw new InvalidCheckError(`git over ${url.protocol.replace(':', '')} is not supported`);
  if (url.protocol !== 'http:' && url.protocol !== 'https:') return { ...plain, url: url.href };
  url.username = '';
  url.password = '';
  return { ...plain, ...login, url: url.href };
}
