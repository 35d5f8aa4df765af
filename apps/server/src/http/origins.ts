import type { FastifyRequest } from 'fastify';

/** Where people open this server. */
export interface Origins {
  /** Origin for links in an answer to this request, such as `https://deck.example.com`. */
  of(request: FastifyRequest): string;
  /** Origin for links outside any request: mail, the terminal. */
  readonly fixed: string;
  /** Whether a page of this origin is one of ours. */
  isOwn(origin: string, request: FastifyRequest): boolean;
  /** Cookies are for https only. */
  readonly isSecure: boolean;
}

const LOOPBACK_HOST = /^(localhost|127(\.\d{1,3}){3}|\[::1\])(:\d+)?$/;

/**
 * With a public address only that one counts. Without, the server is on loopback: then the name in the request counts when it is a name of this
 * machine, and never another, so that a forged Host header gets into no link.
 */
export function createOrigins(publicUrl: string | undefined, listening: () => string): Origins {
  if (publicUrl !== undefined) {
    return {
      of: () => publicUrl,
      fixed: publicUrl,
      isOwn: (origin) => origin === publicUrl,
      isSecure: publicUrl.startsWith('https:'),
    };
  }
  const of = (request: FastifyRequest) => {
    const { host } = request.headers;
    return host !== undefined && LOOPBACK_HOST.test(host) ? `http://${host}` : listening();
  };
  return {
    of,
    get fixed() {
      return listening();
    },
    isOwn: (origin, request) => origin === of(request),
    isSecure: false,
  };
}
