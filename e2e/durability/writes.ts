import { checksOf, type State, type Subject } from './subject.ts';

/** One HTTP request. */
export interface Call {
  method: 'GET' | 'POST' | 'PUT' | 'PATCH' | 'DELETE';
  path: string;
  body?: unknown;
  prefer?: string;
}

export const ITEM_TYPE = 'Durability::Item';

function itemRow(subject: Subject, version: number): Record<string, unknown> {
  return { name: subject.key, type: ITEM_TYPE, config_class: 'Durability', source: subject.key, description: String(version) };
}

function propertyRows(subject: Subject, version: number): Record<string, unknown>[] {
  return Array.from({ length: subject.size }, (_, index) => ({ name: `${subject.key}.${index}`, value: String(version) }));
}

function canary(subject: Subject, version: number): Record<string, unknown> {
  const http = Array.from({ length: checksOf(version) }, (_, index) => ({ name: `check-${index}`, url: 'http://127.0.0.1:9/' }));
  return {
    name: subject.key,
    namespace: 'durability',
    labels: { version: String(version) },
    spec: { schedule: '@every 24h', http },
  };
}

function itemCall(subject: Subject, now: State, next: State): Call {
  const rows = `/api/db/config_items?source=eq.${subject.key}`;
  if (next === undefined) return { method: 'DELETE', path: rows };
  if (now !== undefined) return { method: 'PATCH', path: rows, body: { description: String(next) } };
  const row = itemRow(subject, next);
  return { method: 'POST', path: '/api/db/config_items', body: subject.kind === 'item' ? row : Array(subject.size).fill(row) };
}

function propertyCall(subject: Subject, next: State): Call {
  if (next === undefined) return { method: 'DELETE', path: `/api/db/properties?name=like.${subject.key}.*` };
  const rows = propertyRows(subject, next);
  return {
    method: 'POST',
    path: '/api/db/properties?on_conflict=name',
    body: subject.kind === 'property' ? rows[0] : rows,
    prefer: 'resolution=merge-duplicates',
  };
}

/** Ids of canaries by key, as the server gave them. */
export type CanaryIds = Map<string, string>;

function canaryCall(subject: Subject, next: State, ids: CanaryIds): Call {
  const id = ids.get(subject.key);
  if (id === undefined) return { method: 'POST', path: '/api/health/canaries', body: canary(subject, next ?? 0) };
  if (next === undefined) return { method: 'DELETE', path: `/api/health/canaries/${id}` };
  return { method: 'PUT', path: `/api/health/canaries/${id}`, body: canary(subject, next) };
}

/** The request that brings a subject from one state to another. */
export function callFor(subject: Subject, now: State, next: State, ids: CanaryIds): Call {
  switch (subject.kind) {
    case 'item':
    case 'batch':
      return itemCall(subject, now, next);
    case 'property':
    case 'property set':
      return propertyCall(subject, next);
    case 'canary':
      return canaryCall(subject, next, ids);
  }
}
