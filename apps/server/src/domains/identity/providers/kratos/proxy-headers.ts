import type { IncomingHttpHeaders } from 'node:http';

/** Headers that are about one connection alone. Source: RFC 9110 §7.6.1. */
const HOP_BY_HOP = [
  'connection',
  'keep-alive',
  'proxy-authenticate',
  'proxy-authorization',
  'proxy-connection',
  'te',
  'trailer',
  'transfer-encoding',
  'upgrade',
];
/** What the client cannot say of itself: this server does. */
const SAID_BY_US = ['forwarded', 'host', 'x-forwarded-for', 'x-forwarded-host', 'x-forwarded-proto', 'x-real-ip', 'expect'];
/** Ours count for every answer of this server. */
const NOT_PASSED_BACK = ['content-security-policy', 'strict-transport-security'];

export interface Passage {
  /** Where people open this server. */
  readonly origin: string;
  readonly clientAddress: string;
}

/** Headers of a request as Kratos gets them. */
export function requestHeaders(headers: IncomingHttpHeaders, { origin, clientAddress }: Passage): IncomingHttpHeaders {
  const { protocol, host } = new URL(origin);
  return {
    ...without(headers, [...HOP_BY_HOP, ...namedIn(headers.connection), ...SAID_BY_US]),
    'x-forwarded-for': clientAddress,
    'x-forwarded-host': host,
    'x-forwarded-proto': protocol.slice(0, -1),
  };
}

/** Headers of an answer as the client gets them. @param target address of Kratos that the request went to, without the path of the call */
export function answerHeaders(headers: IncomingHttpHeaders, origin: string, target: string): IncomingHttpHeaders {
  const {
    'set-cookie': cookies,
    location,
    ...rest
  } = without(headers, [
    ...HOP_BY_HOP,
    ...namedIn(headers.connection),
    ...NOT_PASSED_BACK,
    ...Object.keys(headers).filter((name) => name.startsWith('access-control-')),
  ]);
  return {
    ...rest,
    ...(cookies === undefined ? {} : { 'set-cookie': cookies.map((cookie) => ownCookie(cookie, new URL(origin))) }),
    ...(location === undefined ? {} : { location: ownLocation(location, origin, target) }),
  };
}

/** A cookie that the browser keeps for this server: its domain is another, and without encryption it would not come back at all. */
function ownCookie(cookie: string, { protocol, hostname }: URL): string {
  const [pair = '', ...attributes] = cookie.split(/; */);
  const isPlain = protocol === 'http:';
  const kept = attributes.filter((attribute) => {
    const [name = '', value = ''] = attribute.toLowerCase().split('=');
    if (name === 'domain') return covers(value.replace(/^\./, ''), hostname);
    return !(isPlain && (name === 'secure' || attribute.toLowerCase() === 'samesite=none'));
  });
  return [pair, ...kept].join('; ');
}

function covers(domain: string, hostname: string): boolean {
  return hostname === domain || hostname.endsWith(`.${domain}`);
}

/** Kratos leads to its own address where it means ours. */
function ownLocation(location: string, origin: string, target: string): string {
  return location === target || location.startsWith(`${target}/`)
    ? `${origin}/api/.ory${location.slice(target.length)}`
    : location;
}

function namedIn(connection: string | undefined): string[] {
  return (connection ?? '').split(',').map((name) => name.trim().toLowerCase());
}

function without(headers: IncomingHttpHeaders, names: readonly string[]): IncomingHttpHeaders {
  return Object.fromEntries(Object.entries(headers).filter(([name]) => !names.includes(name)));
}
