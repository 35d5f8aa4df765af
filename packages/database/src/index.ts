export type { Database, Engine, Queryable, QueryOptions, QueryResult, Transaction, TransactionOptions } from './database.ts';
export { findNativeFolder } from './engines/embedded/binaries.ts';
export { openPglite, type PgliteDatabase } from './engines/pglite/open-pglite.ts';
export type { DB } from './generated/schema.ts';
export { migrate, pendingMigrations } from './migrate.ts';
export { type OpenDatabaseOptions, openDatabase } from './open-database.ts';
