import type { Queryable } from '@quarterdeck/database';
import type { FastifyRequest } from 'fastify';
import type { Account } from '../accounts/account-store.ts';
import type { SessionRecord } from '../sessions/session-store.ts';

/** One request of a flow, with what every step needs to know of it. */
export interface FlowRequest {
  readonly http: FastifyRequest;
  /** Where people open this server, as this request sees it. */
  readonly origin: string;
  readonly now: Date;
  readonly ip: string;
  readonly userAgent: string;
  /** The answer is JSON; otherwise a redirect. */
  readonly wantsJson: boolean;
  /** Who is signed in, if anybody, with an account that is active. */
  readonly signedIn: { readonly session: SessionRecord; readonly account: Account } | undefined;
  /** Secret of the anti-forgery cookie. */
  readonly csrfSecret: string | undefined;
  readonly db: Queryable;
}

/** A parameter of the address; of one that comes several times the first. */
export function queryText({ query }: Pick<FastifyRequest, 'query'>, name: string): string | undefined {
  const value: unknown = typeof query === 'object' && query !== null ? Reflect.get(query, name) : undefined;
  const [first]: unknown[] = Array.isArray(value) ? value : [value];
  return typeof first === 'string' ? first : undefined;
}

/** Fields of a form, `traits.name.first` unfolded to `traits: {name: {first}}`. */
export type FlowBody = Readonly<Record<string, unknown>>;

/** A text field of a form. */
export function textOf(body: FlowBody, name: string): string {
  const value = body[name];
  return typeof value === 'string' ? value : '';
}

/**
 * Unfolds names with dots, as consoles send them, and takes nested objects as they are. Names that would reach a prototype, or deeper than any
 * form goes, are left out.
 */
export function unfold(body: unknown): FlowBody {
  if (!isObject(body)) return {};
  const unfolded: Record<string, unknown> = Object.create(null);
  for (const [name, value] of Object.entries(body)) {
    const path = name.split('.', DEPTH_MOST + 1);
    if (path.length <= DEPTH_MOST && !path.some((part) => FORBIDDEN.includes(part))) put(unfolded, path, value);
  }
  return unfolded;
}

const DEPTH_MOST = 4;
const FORBIDDEN = ['__proto__', 'constructor', 'prototype'];

function put(target: Record<string, unknown>, path: readonly string[], value: unknown): void {
  const [first, ...rest] = path;
  if (first === undefined) return;
  if (rest.length === 0) {
    target[first] = value;
    return;
  }
  const inside = target[first];
  const next: Record<string, unknown> = isObject(inside) ? inside : Object.create(null);
  target[first] = next;
  put(next, rest, value);
}

function isObject(value: unknown): value is Record<string, unknown> {
  return typeof value === 'object' && value !== null && !Array.isArray(value);
}
