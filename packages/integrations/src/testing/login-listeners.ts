import { createHash, createHmac, randomBytes, timingSafeEqual } from 'node:crypto';
import type { RequestListener } from 'node:http';
import type { Socket } from 'node:net';
import { readText } from './read-text.ts';

/** NTOWFv2 of user `User`, domain `Domain` and password `Password`. Source: MS-NLMP 4.2.4.1.1. */
const NTLM_KEY = Buffer.from('0c868a403bfd7a93a3001ef22ef02e3f', 'hex');
const TARGET_INFO = Buffer.from('02000c0044006f006d00610069006e0001000c0053006500720076006500720000000000', 'hex');

function challengeMessage(serverChallenge: Buffer): Buffer {
  const header = Buffer.alloc(48);
  header.write('NTLMSSP\0', 'latin1');
  header.writeUInt32LE(2, 8);
  header.writeUInt32LE(48, 16);
  header.writeUInt32LE(0xa0880205, 20);
  serverChallenge.copy(header, 24);
  header.writeUInt16LE(TARGET_INFO.length, 40);
  header.writeUInt16LE(TARGET_INFO.length, 42);
  header.writeUInt32LE(48, 44);
  return Buffer.concat([header, TARGET_INFO]);
}

function provesPassword(message: Buffer, serverChallenge: Buffer): boolean {
  const part = (field: number) => {
    const offset = message.readUInt32LE(field + 4);
    return message.subarray(offset, offset + message.readUInt16LE(field));
  };
  const response = part(20);
  const blob = response.subarray(16);
  const expected = createHmac('md5', NTLM_KEY).update(serverChallenge).update(blob).digest();
  const names = `${part(28).toString('utf16le')}\\${part(36).toString('utf16le')}`;
  return names === 'Domain\\User' && blob.includes(TARGET_INFO) && timingSafeEqual(expected, response.subarray(0, 16));
}

/**
 * Asks for NTLM on every connection and lets in who proves to be `Domain\User` with the password `Password`; echoes the body then. `offer` is
 * the scheme that it names.
 */
export function ntlmListener(offer: 'NTLM' | 'Negotiate' = 'NTLM'): RequestListener {
  const challenges = new WeakMap<Socket, Buffer>();
  return async (request, response) => {
    const body = await readText(request);
    const refuse = (header: string) =>
      response.writeHead(401, { 'www-authenticate': [header, 'Basic realm="x"'] }).end('refused');
    const [scheme, token = ''] = (request.headers.authorization ?? '').split(' ');
    const message = Buffer.from(token, 'base64');
    if (scheme !== offer || message.toString('latin1', 0, 7) !== 'NTLMSSP') return refuse(offer);
    const known = challenges.get(request.socket);
    if (message.readUInt32LE(8) === 1) {
      const serverChallenge = randomBytes(8);
      challenges.set(request.socket, serverChallenge);
      return refuse(`${offer} ${challengeMessage(serverChallenge).toString('base64')}`);
    }
    challenges.delete(request.socket);
    if (known === undefined || !provesPassword(message, known)) return refuse(offer);
    return response.writeHead(200, { 'content-type': 'text/plain' }).end(`let in: ${body}`);
  };
}

/** Asks for digest authentication and lets in `ann` with the password `open sesame`; echoes the body then. */
export function digestListener(algorithm: 'MD5' | 'SHA-256' | 'MD5-sess'): RequestListener {
  const nonces = new Set<string>();
  const hash = (text: string) =>
    createHash(algorithm === 'SHA-256' ? 'sha256' : 'md5')
      .update(text)
      .digest('hex');
  return async (request, response) => {
    const body = await readText(request);
    const given = new Map<string, string>();
    for (const [, name = '', quoted, token] of (request.headers.authorization ?? '').matchAll(/(\w+)=(?:"([^"]*)"|([^\s,]+))/g))
      given.set(name, quoted ?? token ?? '');
    const field = (name: string) => given.get(name) ?? '';
    const login = hash('ann:vault:open sesame');
    const secret = algorithm === 'MD5-sess' ? hash(`${login}:${field('nonce')}:${field('cnonce')}`) : login;
    const expected = hash(
      `${secret}:${field('nonce')}:00000001:${field('cnonce')}:auth:${hash(`${request.method}:${request.url}`)}`,
    );
    const isKnown = nonces.delete(field('nonce')) && field('cnonce') !== '' && field('uri') === request.url;
    if (isKnown && field('response') === expected) return response.writeHead(200).end(`let in: ${body}`);
    const nonce = randomBytes(8).toString('hex');
    nonces.add(nonce);
    const offer = `Digest realm="vault", nonce="${nonce}", algorithm=${algorithm}, qop="auth"`;
    return response.writeHead(401, { 'www-authenticate': offer }).end('refused');
  };
}
