import type { DataApiOptions, DataApiTransaction, DataRequest } from './contract.ts';
import type { SqlStatement } from './sql/text.ts';
import { refusalOf } from './sqlstate.ts';

/** The one row of every answering statement. */
export interface AnswerRow {
  body: string;
  rows: string;
  total: string | null;
  location?: string | null;
}

/** Runs the statements of one request. */
export interface Session {
  run<R>(statement: SqlStatement): Promise<R[]>;
}

/** Rolls a finished transaction back without losing its result. */
class RolledBack<T> extends Error {
  readonly result: T;

  constructor(result: T) {
    super('rolled back as asked');
    this.result = result;
  }
}

const SETTINGS = `SELECT set_config('TimeZone', 'UTC', true), set_config('statement_timeout', $1, true), set_config('request.role', $2, true), set_config('request.person_id', $3, true)`;

export interface SessionOptions {
  options: Pick<DataApiOptions, 'db'>;
  timeoutMs: number;
  deniedStatus: 401 | 403;
  nameOf(text: string): string | undefined;
}

/** Runs `work` in a transaction with the caller's settings. Errors of the database become refusals. */
export async function inSession<T>(
  session: SessionOptions,
  request: DataRequest,
  mode: { readOnly: boolean; rollback: boolean },
  work: (session: Session) => Promise<T>,
): Promise<T> {
  const { timeoutMs, deniedStatus } = session;
  const signal = request.signal === undefined ? {} : { signal: request.signal };
  const run = async (tx: DataApiTransaction): Promise<T> => {
    const settings = [String(timeoutMs), request.caller?.role ?? '', request.caller?.personId ?? ''];
    await tx.query(SETTINGS, settings, { name: 'data_api_settings', ...signal });
    const result = await work({
      run: async <R>({ text, values }: SqlStatement) => {
        const name = session.nameOf(text);
        const answer = await tx.query<R>(text, values, name === undefined ? signal : { name, ...signal });
        return answer.rows;
      },
    });
    if (mode.rollback) {
      // What a commit would refuse is refused here too.
      await tx.query('SET CONSTRAINTS ALL IMMEDIATE', [], signal);
      throw new RolledBack(result);
    }
    return result;
  };
  let undone: { result: T } | undefined;
  try {
    return await session.options.db.transaction(
      async (tx) => {
        try {
          return await run(tx);
        } catch (error) {
          if (error instanceof RolledBack) undone = { result: error.result };
          throw error;
        }
      },
      { readOnly: mode.readOnly },
    );
  } catch (error) {
    if (undone !== undefined) return undone.result;
    throw refusalOf(error, { deniedStatus, timeoutMs }) ?? error;
  }
}
