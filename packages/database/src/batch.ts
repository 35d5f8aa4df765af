import type pg from 'pg';
import type { BatchStatement } from './database.ts';
import { valueTypes } from './value-types.ts';

/** Names prepared on one session, with the columns they answer. */
type Prepared = Map<string, readonly pg.FieldDef[]>;

const preparedOn = new WeakMap<pg.Connection, Prepared>();

/** Keeps prepared batches apart from the statements that `pg` itself prepares under the same names. */
const PREFIX = 'batch_';

/** Rows are what their statement says they are; nobody looks. */
type Rows = pg.QueryResult['rows'];

interface Settled {
  resolve(rows: Rows): void;
  reject(error: unknown): void;
}

/**
 * Statements that are sent together and answered together. PostgreSQL runs what lies before one Sync as one transaction: when a
 * statement or the commit fails, nothing of the batch stays. Implements the interface that `pg` has for queries of its users.
 */
export class Batch implements pg.Submittable {
  readonly #statements: readonly BatchStatement[];
  readonly #settled: Settled;
  #prepared: Prepared = new Map();
  /** Number of the statement whose answer comes in. */
  #current = 0;
  #fields: readonly pg.FieldDef[] = [];
  #rows: Rows = [];

  constructor(statements: readonly BatchStatement[], settled: Settled) {
    this.#statements = statements;
    this.#settled = settled;
  }

  submit(connection: pg.Connection): void {
    this.#prepared = preparedOn.get(connection) ?? new Map();
    preparedOn.set(connection, this.#prepared);
    connection.stream.cork();
    try {
      for (const statement of this.#statements) this.#send(connection, statement);
      connection.sync();
    } finally {
      connection.stream.uncork();
    }
    this.#fields = this.#knownFields();
  }

  #send(connection: pg.Connection, { text, values = [], name: given }: BatchStatement): void {
    const name = given === undefined ? '' : PREFIX + given;
    const isKnown = this.#prepared.has(name);
    if (!isKnown) {
      // A batch that failed may have prepared it before: to close what does not exist is no error.
      if (name !== '') connection.close({ type: 'S', name }, true);
      connection.parse({ name, text, types: [] }, true);
    }
    connection.bind({ portal: '', statement: name, values: [...values] }, true);
    if (!isKnown) connection.describe({ type: 'P', name: '' }, true);
    connection.execute({ portal: '' }, true);
  }

  #knownFields(): readonly pg.FieldDef[] {
    const name = this.#statements[this.#current]?.name;
    return (name === undefined ? undefined : this.#prepared.get(PREFIX + name)) ?? [];
  }

  handleRowDescription({ fields }: { fields: readonly pg.FieldDef[] }): void {
    this.#fields = fields;
  }

  handleDataRow({ fields: cells }: { fields: readonly (string | null)[] }): void {
    if (this.#current === this.#statements.length - 1) this.#rows.push(toRow(this.#fields, cells));
  }

  handleCommandComplete(): void {
    const name = this.#statements[this.#current]?.name;
    if (name !== undefined) this.#prepared.set(PREFIX + name, this.#fields);
    this.#current += 1;
    this.#fields = this.#knownFields();
  }

  handleEmptyQuery(): void {
    this.handleCommandComplete();
  }

  handleReadyForQuery(): void {
    this.#settled.resolve(this.#rows);
  }

  handleError(error: unknown): void {
    this.#settled.reject(error);
  }

  handlePortalSuspended(): void {}

  handleCopyInResponse(connection: { sendCopyFail(reason: string): void }): void {
    connection.sendCopyFail('a batch copies nothing');
  }

  handleCopyData(): void {}
}

function toRow(fields: readonly pg.FieldDef[], cells: readonly (string | null)[]): Record<string, unknown> {
  const row: Record<string, unknown> = {};
  for (const [index, { name, dataTypeID }] of fields.entries()) {
    const cell = cells[index] ?? null;
    row[name] = cell === null ? null : valueTypes.getTypeParser(dataTypeID, 'text')(cell);
  }
  return row;
}
