import type { DataApiOptions, DataApiTransaction, DataRequest } from './contract.ts';
import type { ResponseSettings } from './response-settings.ts';
import { settingsStatement } from './session-settings.ts';
import { qualified, type SqlStatement } from './sql/text.ts';
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

const RESPONSE_SETTINGS = `SELECT current_setting('response.status', true) AS status, current_setting('response.headers', true) AS headers`;

export interface SessionOptions {
  options: Pick<DataApiOptions, 'db' | 'session'>;
  timeoutMs: number;
  deniedStatus: 401 | 403;
  nameOf(text: string): string | undefined;
}

/** The request that a session is for. */
export interface SessionCall {
  request: DataRequest;
  context: { schema: string };
  /** Filled by the session where SQL may change the answer. */
  responseSettings?: ResponseSettings;
}

/** Runs `work` in a transaction with the caller's settings. Errors of the database become refusals. */
export async function inSession<T>(
  session: SessionOptions,
  call: SessionCall,
  mode: { readOnly: boolean; rollback: boolean },
  work: (session: Session) => Promise<T>,
): Promise<T> {
  const { timeoutMs, deniedStatus } = session;
  const { request, context } = call;
  const { session: wanted = {} } = session.options;
  const signal = request.signal === undefined ? {} : { signal: request.signal };
  const runAll = async (tx: DataApiTransaction): Promise<T> => {
    const run = <R>({ text, values }: SqlStatement) => {
      const name = session.nameOf(text);
      return tx.query<R>(text, values, name === undefined ? signal : { name, ...signal });
    };
    await run(settingsStatement(request, context.schema, timeoutMs, wanted));
    if (wanted.preRequest !== undefined) await run({ text: `SELECT ${qualified(wanted.preRequest)}()::text`, values: [] });
    const result = await work({ run: async <R>(statement: SqlStatement) => (await run<R>(statement)).rows });
    if (wanted.httpSettings === true) {
      const { rows } = await run<ResponseSettings>({ text: RESPONSE_SETTINGS, values: [] });
      if (rows[0] !== undefined) call.responseSettings = rows[0];
    }
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
          return await runAll(tx);
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
