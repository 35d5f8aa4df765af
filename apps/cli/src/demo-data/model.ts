import type { DemoSize } from './sizes.ts';
import { DAY_MS } from './times.ts';

/** What runs statements. */
export interface Queries {
  query<R>(text: string, values?: readonly unknown[]): Promise<{ rows: R[] }>;
}

/** The part of the database that the generator needs. */
export interface DemoDatabase extends Queries {
  transaction<T>(work: (tx: Queries) => Promise<T>): Promise<T>;
}

export interface DemoOptions {
  readonly size: DemoSize;
  /** Days of history before `end`. */
  readonly days: number;
  /** Newest moment of the history. */
  readonly end: Date;
  /** Any whole number; other numbers give other failures, people and latencies. */
  readonly seed: number;
}

/** Annotation of every demo canary, for people who look at one. */
export const MARKER = { 'quarterdeck.dev/demo': 'true' };
/** Hours before the end that have a result every five minutes. */
export const FINE_HOURS = 6;

/** Oldest moment of the history. */
export function startOf(options: Pick<DemoOptions, 'days' | 'end'>): Date {
  return new Date(options.end.getTime() - options.days * DAY_MS);
}
