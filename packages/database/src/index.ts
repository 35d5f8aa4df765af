export type { FolderMark } from './data-folder.ts';
export { readMark } from './data-folder.ts';
export type {
  BatchOptions,
  BatchStatement,
  Database,
  DatabaseFolder,
  Engine,
  Queryable,
  QueryOptions,
  QueryResult,
  Transaction,
  TransactionOptions,
} from './database.ts';
export { findNativeFolder } from './engines/embedded/binaries.ts';
export { openPglite, type PgliteDatabase } from './engines/pglite/open-pglite.ts';
export { folderHolder } from './folder/folder-lock.ts';
export type { DB } from './generated/schema.ts';
export { migrate, newestSchema, pendingMigrations } from './migrate.ts';
export { type OpenDatabaseOptions, openDatabase } from './open-database.ts';
export { isUniqueViolation, statementCodeOf } from './statement-code.ts';
