import type { Database } from '@quarterdeck/database';
import type { AuditLog } from '../../app/audit-log.ts';
import type { Cancel, Clock } from '../../platform/clock.ts';
import type { Logger } from '../../platform/log.ts';
import { type AuditRow, toAuditRow } from './audit-entry.ts';

const QUEUE_MOST = 10_000;
const BATCH_MOST = 500;
const FIRST_RETRY_MS = 1_000;
const LAST_RETRY_MS = 30_000;

const INSERT = `INSERT INTO audit_log (id, at, person_id, actor, via, action, resource, resource_id, outcome, status, ip_address, user_agent, details)
  SELECT * FROM jsonb_to_recordset($1::jsonb) AS t(id uuid, at timestamptz, person_id uuid, actor text, via text, action text, resource text,
    resource_id text, outcome text, status integer, ip_address text, user_agent text, details jsonb)
  ON CONFLICT (id) DO NOTHING`;

/**
 * Writes the audit log in the background, in batches: whoever records waits for nothing. While the database is away entries wait, as many as the
 * queue holds; those beyond are counted and reported. An entry that the database refuses is reported and left out.
 */
export function createAuditLog(options: { db: Pick<Database, 'query'>; clock: Clock; log: Logger }): AuditLog {
  const { db, clock, log } = options;
  const queue: AuditRow[] = [];
  let lost = 0;
  let writing: Promise<void> | undefined;
  let retryMs = FIRST_RETRY_MS;
  let retry: Cancel | undefined;
  let isStopped = false;

  async function write(rows: readonly AuditRow[]): Promise<void> {
    await db.query(INSERT, [JSON.stringify(rows)]);
  }

  /** One by one, so that an entry that can never be written does not keep the others. */
  async function writeApart(rows: readonly AuditRow[]): Promise<void> {
    for (const row of rows) {
      await write([row]).catch((error: unknown) => {
        if (isDatabaseAway(error)) throw error;
        log.error({ err: error, action: row.action, resource: row.resource }, 'an entry of the audit log was refused');
      });
      queue.shift();
    }
  }

  async function drain(): Promise<void> {
    while (queue.length > 0) {
      const batch = queue.slice(0, BATCH_MOST);
      try {
        await write(batch);
        queue.splice(0, batch.length);
      } catch (error) {
        if (isDatabaseAway(error)) throw error;
        await writeApart(batch);
      }
      retryMs = FIRST_RETRY_MS;
      if (lost > 0) {
        log.error({ entries: lost }, 'entries of the audit log were lost while the database was away');
        lost = 0;
      }
    }
  }

  function start(): Promise<void> {
    writing ??= drain()
      .catch((error: unknown) => {
        log.warn({ err: error, waiting: queue.length }, 'the audit log could not be written');
        if (isStopped) return;
        retry = clock.setTimeout(() => {
          retry = undefined;
          void start();
        }, retryMs);
        retryMs = Math.min(retryMs * 2, LAST_RETRY_MS);
      })
      .finally(() => {
        writing = undefined;
      });
    return writing;
  }

  return {
    record(entry) {
      if (queue.length >= QUEUE_MOST || isStopped) {
        lost += 1;
        return;
      }
      try {
        queue.push(toAuditRow(entry, entry.at ?? clock.now()));
      } catch (error) {
        log.error({ err: error, action: entry.action }, 'an entry of the audit log has no form');
        return;
      }
      if (retry === undefined) void start();
    },
    async flush() {
      // An entry that came while a batch was on its way is in the next one.
      if (writing !== undefined) await writing;
      if (queue.length > 0) await start();
    },
    async stop() {
      retry?.();
      retry = undefined;
      isStopped = true;
      if (writing !== undefined) await writing;
      if (queue.length > 0) await start();
      if (queue.length + lost > 0) log.error({ entries: queue.length + lost }, 'entries of the audit log were lost at the stop');
    },
  };
}

/** Whether a failure says nothing of the entry: connection, shutdown, resources. */
function isDatabaseAway(error: unknown): boolean {
  const code = error instanceof Error && 'code' in error && typeof error.code === 'string' ? error.code : '';
  return code === '' || code === 'DATABASE_UNAVAILABLE' || code === 'OUTCOME_UNKNOWN' || !/^(22|23|42)...$/.test(code);
}
