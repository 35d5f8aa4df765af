/** What runs statements. */
export interface Queries {
  query<R>(text: string, values?: readonly unknown[]): Promise<{ rows: R[] }>;
}

/** The part of the database that the generator needs. */
export interface DemoDatabase extends Queries {
  transaction<T>(work: (tx: Queries) => Promise<T>): Promise<T>;
}

export interface DemoOptions {
  /** How many checks; rounded up to whole canaries of ten. */
  readonly checks: number;
  /** Days of history before `end`. */
  readonly days: number;
  /** Newest moment of the history; whole minute. */
  readonly end: Date;
  /** Any whole number; other numbers give other failures and latencies. */
  readonly seed: number;
}

export interface DemoCounts {
  readonly canaries: number;
  readonly checks: number;
  readonly results: number;
}

/** Annotation of every demo canary: what carries it is replaced by the next run. */
export const MARKER = { 'quarterdeck.dev/demo': 'true' };
/** Hours before the end that have a result every five minutes. */
export const FINE_HOURS = 6;

/** Oldest moment of the history. */
export function startOf(options: DemoOptions): Date {
  return new Date(options.end.getTime() - options.days * 86_400_000);
}
