import type { Database, Queryable } from '@quarterdeck/database';
import type { Cancel, Clock } from '../../platform/clock.ts';

export type { Cancel };
export type HealthClock = Clock;

/** The part of the server's log that the domain uses. */
export interface HealthLog {
  debug(fields: object, message: string): void;
  info(fields: object, message: string): void;
  warn(fields: object, message: string): void;
  error(fields: object, message: string): void;
}

export type Queries = Pick<Queryable, 'query'>;
export type HealthDatabase = Pick<Database, 'query' | 'transaction' | 'listen' | 'notify' | 'engine'>;
