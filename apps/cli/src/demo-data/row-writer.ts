import type { DB } from '@quarterdeck/database';
import type { DemoDatabase } from './model.ts';
import { quietly } from './quiet.ts';

/** A row by the columns of its table. All rows of one write have the same columns. */
export type RowOf<T extends keyof DB> = { readonly [Column in keyof DB[T]]?: unknown };

/** Bytes of JSON sent with one statement. */
const STATEMENT_BYTES = 4_000_000;

/** Writes rows in large statements and counts them by table. */
export class RowWriter {
  readonly #db: DemoDatabase;
  readonly #counts = new Map<string, number>();

  constructor(db: DemoDatabase) {
    this.#db = db;
  }

  /** Rows written so far, by table. */
  get counts(): ReadonlyMap<string, number> {
    return this.#counts;
  }

  count(table: string, rows: number): void {
    this.#counts.set(table, (this.#counts.get(table) ?? 0) + rows);
  }

  /** Adds rows to a table, quietly and in one transaction. The next statement is put together while the last one runs. */
  async write<T extends keyof DB & string>(table: T, rows: Iterable<RowOf<T>>): Promise<void> {
    await quietly(this.#db, async (tx) => {
      let running: Promise<unknown> = Promise.resolve();
      let insert = '';
      let parts: string[] = [];
      let bytes = 0;
      const send = async () => {
        if (parts.length === 0) return;
        const text = `[${parts.join(',')}]`;
        this.count(table, parts.length);
        parts = [];
        bytes = 0;
        await running;
        running = tx.query(insert, [text]);
        // Kept for the next await: a failure in between must not count as unhandled.
        running.catch(() => undefined);
      };
      for (const row of rows) {
        insert ||= insertStatement(table, Object.keys(row));
        const text = JSON.stringify(row);
        parts.push(text);
        bytes += text.length;
        if (bytes > STATEMENT_BYTES) await send();
      }
      await send();
      await running;
    });
  }
}

function insertStatement(table: string, columns: readonly string[]): string {
  const list = columns.map((column) => `"${column}"`).join(', ');
  return `INSERT INTO ${table} (${list}) SELECT ${list} FROM json_populate_recordset(NULL::${table}, $1::json)`;
}
