import { randomBytes } from 'node:crypto';
import { digestAuthorization, findDigestChallenge } from './digest.ts';
import { authenticateMessage, negotiateMessage, ntlmLogin, readChallenge } from './ntlm.ts';

/** How to prove a password to a server that asks for more than basic authentication. */
export interface HttpLogin {
  scheme: 'digest' | 'ntlm';
  username: string;
  password: string;
}

/** The request to repeat and the means to send it; both keep to one connection. */
export interface LoginExchange<R> {
  method: string;
  url: URL;
  /** The `WWW-Authenticate` header of an answer 401; empty for every other answer. */
  challengeOf(response: R): string;
  /** Sends the request with this `Authorization` header. A probe has no body, for steps that are refused anyway. */
  send(authorization: string, isProbe: boolean): Promise<R>;
  /** Reads the rest of an answer that is not of interest, so that its connection can be used again. */
  drain(response: R): Promise<void>;
}

async function answerDigest<R>(first: R, login: HttpLogin, exchange: LoginExchange<R>): Promise<R> {
  const challenge = findDigestChallenge(exchange.challengeOf(first));
  if (challenge === undefined) return first;
  await exchange.drain(first);
  const uri = exchange.url.pathname + exchange.url.search;
  const { username, password } = login;
  const cnonce = randomBytes(16).toString('hex');
  return await exchange.send(digestAuthorization(challenge, { method: exchange.method, uri, username, password, cnonce }), false);
}

async function answerNtlm<R>(first: R, login: HttpLogin, exchange: LoginExchange<R>): Promise<R> {
  const offered = exchange.challengeOf(first);
  const scheme = ['NTLM', 'Negotiate'].find((name) => new RegExp(`(?:^|,)\\s*${name}\\b`, 'i').test(offered));
  if (scheme === undefined) return first;
  await exchange.drain(first);
  const second = await exchange.send(`${scheme} ${negotiateMessage().toString('base64')}`, true);
  const message = /\b(?:NTLM|Negotiate)\s+([A-Za-z0-9+/]{8,}=*)/i.exec(exchange.challengeOf(second))?.[1];
  if (message === undefined) return second;
  const challenge = readChallenge(Buffer.from(message, 'base64'));
  await exchange.drain(second);
  const proof = authenticateMessage(ntlmLogin(login.username, login.password), challenge, randomBytes(8), new Date());
  return await exchange.send(`${scheme} ${proof.toString('base64')}`, false);
}

/**
 * Answers the challenge of a first answer that was sent without a login, and gives the answer that counts: the first one when the server does not
 * ask for this scheme. Rejects when a step of the exchange cannot be understood.
 */
export function answerChallenge<R>(first: R, login: HttpLogin, exchange: LoginExchange<R>): Promise<R> {
  return login.scheme === 'digest' ? answerDigest(first, login, exchange) : answerNtlm(first, login, exchange);
}
