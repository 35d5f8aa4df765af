import { createHash } from 'node:crypto';

export interface DigestChallenge {
  realm: string;
  nonce: string;
  opaque: string | undefined;
  /** As the server wrote it; undefined when it named none, which means MD5. */
  algorithm: string | undefined;
  /** Undefined for the old form of RFC 2069. */
  qop: 'auth' | undefined;
}

export interface DigestRequest {
  method: string;
  /** Path and query as sent. */
  uri: string;
  username: string;
  password: string;
  /** Random text of the client. */
  cnonce: string;
}

const HASHES: Readonly<Record<string, string>> = { MD5: 'md5', 'SHA-256': 'sha256', 'SHA-512-256': 'sha512-256' };
const PART = /\s*,?\s*(?:([\w-]+)\s*=\s*(?:"((?:[^"\\]|\\.)*)"|([^\s,"]+))|([\w-]+)(?=[\s,]|$))/gy;

function algorithmOf(name: string | undefined): { hash: string; isSession: boolean } | undefined {
  const upper = (name ?? 'MD5').toUpperCase();
  const isSession = upper.endsWith('-SESS');
  const hash = HASHES[isSession ? upper.slice(0, -'-SESS'.length) : upper];
  return hash === undefined ? undefined : { hash, isSession };
}

/** Every challenge in a `WWW-Authenticate` header as its scheme and parameters. Source: RFC 9110 §11.6.1. */
function parseChallenges(header: string): { scheme: string; params: Map<string, string> }[] {
  const challenges: { scheme: string; params: Map<string, string> }[] = [];
  for (const [, name, quoted, token, scheme] of header.matchAll(PART)) {
    if (scheme !== undefined) challenges.push({ scheme: scheme.toLowerCase(), params: new Map() });
    else if (name !== undefined)
      challenges.at(-1)?.params.set(name.toLowerCase(), quoted?.replace(/\\(.)/g, '$1') ?? token ?? '');
  }
  return challenges;
}

/** The first digest challenge of the header that we can answer. Source: RFC 7616 §3.3. */
export function findDigestChallenge(header: string): DigestChallenge | undefined {
  for (const { scheme, params } of parseChallenges(header)) {
    const nonce = params.get('nonce');
    if (scheme !== 'digest' || nonce === undefined || algorithmOf(params.get('algorithm')) === undefined) continue;
    const offered = params
      .get('qop')
      ?.split(',')
      .map((name) => name.trim().toLowerCase());
    if (offered !== undefined && !offered.includes('auth')) continue;
    return {
      realm: params.get('realm') ?? '',
      nonce,
      opaque: params.get('opaque'),
      algorithm: params.get('algorithm'),
      qop: offered === undefined ? undefined : 'auth',
    };
  }
  return undefined;
}

function quote(text: string): string {
  return `"${text.replace(/["\\]/g, '\\$&')}"`;
}

/** The `Authorization` header that answers a challenge for the first time. Source: RFC 7616 §3.4. */
export function digestAuthorization(challenge: DigestChallenge, request: DigestRequest): string {
  const algorithm = algorithmOf(challenge.algorithm);
  if (algorithm === undefined) throw new Error(`the digest algorithm ${challenge.algorithm} is not supported`);
  const hash = (text: string) => createHash(algorithm.hash).update(text).digest('hex');
  const count = '00000001';
  const login = hash(`${request.username}:${challenge.realm}:${request.password}`);
  const secret = algorithm.isSession ? hash(`${login}:${challenge.nonce}:${request.cnonce}`) : login;
  const target = hash(`${request.method}:${request.uri}`);
  const middle = challenge.qop === undefined ? challenge.nonce : `${challenge.nonce}:${count}:${request.cnonce}:${challenge.qop}`;
  const parts = [
    `username=${quote(request.username)}`,
    `realm=${quote(challenge.realm)}`,
    `uri=${quote(request.uri)}`,
    `nonce=${quote(challenge.nonce)}`,
    `response="${hash(`${secret}:${middle}:${target}`)}"`,
  ];
  if (challenge.algorithm !== undefined) parts.push(`algorithm=${challenge.algorithm}`);
  if (challenge.opaque !== undefined) parts.push(`opaque=${quote(challenge.opaque)}`);
  if (challenge.qop !== undefined) parts.push(`qop=${challenge.qop}`, `nc=${count}`);
  if (challenge.qop !== undefined || algorithm.isSession) parts.push(`cnonce=${quote(request.cnonce)}`);
  return `Digest ${parts.join(', ')}`;
}
