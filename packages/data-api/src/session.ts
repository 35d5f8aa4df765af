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

export function onlyRow([row]: readonly AnswerRow[]): AnswerRow {
  if (row === undefined) throw new Error('the statement gave no row');
  return row;
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
    await run(settingsStatement(request, context.schema, timeoutMs, wanted, false));
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
      { readOnly: mode.readOnly, ...limitOf(timeoutMs) },
    );
  } catch (error) {
    if (undone !== undefined) return undone.result;
    throw refusalOf(error, { deniedStatus, timeoutMs }) ?? error;
  }
}

/** The database ends a statement by itself; one that does not even answer then has lost its connection. */
const SILENCE_MS = 3_000;

function limitOf(timeoutMs: number): { answerWithinMs?: number } {
  return timeoutMs > 0 ? { answerWithinMs: timeoutMs + SILENCE_MS } : {};
}

/**
 * Runs the one statement of a request as `inSession` does, with the settings in the same round trip where the database can do that.
 * For statements whose rows decide nothing but the answer.
 */
export async function runAlone<R>(
  session: SessionOptions,
  call: SessionCall,
  mode: { readOnly: boolean; rollback: boolean },
  statement: SqlStatement,
): Promise<R[]> {
  const { timeoutMs, deniedStatus } = session;
  const { db, session: wanted = {} } = session.options;
  const isPlain = !mode.rollback && wanted.preRequest === undefined && wanted.httpSettings !== true;
  if (db.batch === undefined || !isPlain) return inSession(session, call, mode, ({ run }) => run<R>(statement));
  const named = ({ text, values }: SqlStatement) => {
    const name = session.nameOf(text);
    return name === undefined ? { text, values } : { text, values, name };
  };
  const { request, context } = call;
  const settings = settingsStatement(request, context.schema, timeoutMs, wanted, mode.readOnly);
  try {
    return await db.batch<R>([named(settings), named(statement)], {
      onlyReads: mode.readOnly,
      ...limitOf(timeoutMs),
      ...(request.signal === undefined ? {} : { signal: request.signal }),
    });
  } catch (error) {
    throw refusalOf(error, { deniedStatus, timeoutMs }) ?? error;
  }
}
