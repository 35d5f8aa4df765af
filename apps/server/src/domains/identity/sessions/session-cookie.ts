import '@fastify/cookie';
import type { FastifyReply, FastifyRequest } from 'fastify';

/** Name of the cookie of a session. Source: automation-and-access §5.2. */
export const SESSION_COOKIE = 'ory_kratos_session';

const OPTIONS = { path: '/', httpOnly: true, sameSite: 'lax' } as const;

export function sessionTokenOf(request: FastifyRequest): string | undefined {
  const token = request.cookies[SESSION_COOKIE] ?? request.headers['x-session-token'];
  return typeof token === 'string' && token !== '' ? token : undefined;
}

export function setSessionCookie(reply: FastifyReply, token: string, expiresAt: Date, isSecure: boolean): void {
  void reply.setCookie(SESSION_COOKIE, token, { ...OPTIONS, secure: isSecure, expires: expiresAt });
}

export function clearSessionCookie(reply: FastifyReply, isSecure: boolean): void {
  void reply.clearCookie(SESSION_COOKIE, { ...OPTIONS, secure: isSecure });
}
