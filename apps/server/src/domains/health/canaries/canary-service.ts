import { LOCAL_AGENT_ID, QuarterdeckError } from '@quarterdeck/contract';
import { type CanaryWrite, CanaryWriteSchema, type CanaryWritten, type SpecIssue } from '@quarterdeck/contract/health';
import { isUniqueViolation } from '@quarterdeck/database';
import type { HealthClock, HealthDatabase, Queries } from '../environment.ts';
import { SCHEDULES_CHANNEL } from '../scheduling/schedule-store.ts';
import { readCanary } from './canary-definition.ts';
import { CANARY_COLUMNS, type CanaryRecord, isReadOnlySource } from './canary-record.ts';
import { findLiveChecks } from './check-definition-store.ts';
import { reconcileWithin } from './reconcile.ts';

/** `canaries.source` of canaries written through the console or the API. */
export const UI_SOURCE = 'UI';

/** @throws BAD_REQUEST naming the field; SPEC_INVALID with `issues` when the spec has errors */
export function parseCanaryWrite(body: unknown): { write: CanaryWrite; issues: SpecIssue[] } {
  const parsed = CanaryWriteSchema.safeParse(body);
  if (!parsed.success) {
    const issue = parsed.error.issues[0];
    throw new QuarterdeckError('BAD_REQUEST', `${issue?.path.join('.') ?? 'body'}: ${issue?.message ?? 'is not usable'}`);
  }
  const write = parsed.data;
  const { issues } = readCanary({ ...write, labels: write.labels ?? null, annotations: write.annotations ?? null });
  if (issues.some((issue) => issue.severity === 'error' || issue.code === 'SCHEDULE_INVALID')) {
    throw new QuarterdeckError('SPEC_INVALID', 'the canary spec is not valid', { details: { issues } });
  }
  return { write, issues };
}

function textOf(date: Date | null): string | null {
  return date === null ? null : date.toISOString();
}

async function readWritten(tx: Queries, canaryId: string, issues: SpecIssue[]): Promise<CanaryWritten> {
  const row = await findCanary(tx, canaryId);
  const checks = await findLiveChecks(tx, [canaryId]);
  return {
    ...row,
    created_at: textOf(row.created_at),
    updated_at: textOf(row.updated_at),
    deleted_at: textOf(row.deleted_at),
    checks: checks.map(({ id, type, name }) => ({ id, type, name })),
    issues,
  };
}

async function findCanary(db: Queries, canaryId: string): Promise<CanaryRecord> {
  const { rows } = await db.query<CanaryRecord>(`SELECT ${CANARY_COLUMNS} FROM canaries c WHERE c.id = $1 AND c.agent_id = $2`, [
    canaryId,
    LOCAL_AGENT_ID,
  ]);
  const [row] = rows;
  if (row === undefined) throw new QuarterdeckError('CANARY_NOT_FOUND', 'canary not found');
  return row;
}

function refuseReadOnly(row: CanaryRecord): void {
  if (!isReadOnlySource(row.source)) return;
  throw new QuarterdeckError('READ_ONLY_SOURCE', `the canary comes from ${row.source} and is changed there`);
}

export interface CanaryServiceOptions {
  db: HealthDatabase;
  clock: HealthClock;
  /** Told after every write. */
  onChange(): void;
}

/** Canaries written through the API. Every write takes effect at once: checks, schedule, dashboard. */
export class CanaryService {
  private readonly options: CanaryServiceOptions;

  constructor(options: CanaryServiceOptions) {
    this.options = options;
  }

  /** @throws BAD_REQUEST, SPEC_INVALID, CONFLICT when a live canary of this source has the name */
  async create(body: unknown): Promise<CanaryWritten> {
    const { write, issues } = parseCanaryWrite(body);
    return this.write(issues, async (tx) => {
      const { rows } = await tx.query<{ id: string }>(
        `INSERT INTO canaries (name, namespace, labels, annotations, spec, source) VALUES ($1, $2, $3, $4, $5, $6) RETURNING id`,
        [
          write.name,
          write.namespace,
          JSON.stringify(write.labels ?? {}),
          JSON.stringify(write.annotations ?? {}),
          JSON.stringify(write.spec),
          UI_SOURCE,
        ],
      );
      return rows[0]?.id ?? '';
    });
  }

  /** @throws as `create`, CANARY_NOT_FOUND, READ_ONLY_SOURCE */
  async update(canaryId: string, body: unknown): Promise<CanaryWritten> {
    const { write, issues } = parseCanaryWrite(body);
    return this.write(issues, async (tx) => {
      const row = await findCanary(tx, canaryId);
      if (row.deleted_at !== null) throw new QuarterdeckError('CANARY_NOT_FOUND', 'the canary is deleted; restore it first');
      refuseReadOnly(row);
      await tx.query(`UPDATE canaries SET name = $2, namespace = $3, labels = $4, annotations = $5, spec = $6 WHERE id = $1`, [
        canaryId,
        write.name,
        write.namespace,
        JSON.stringify(write.labels ?? row.labels ?? {}),
        JSON.stringify(write.annotations ?? row.annotations ?? {}),
        JSON.stringify(write.spec),
      ]);
      return canaryId;
    });
  }

  /** Soft-deletes; doing it again changes nothing. @throws CANARY_NOT_FOUND, READ_ONLY_SOURCE */
  async remove(canaryId: string): Promise<CanaryWritten> {
    return this.write([], async (tx) => {
      refuseReadOnly(await findCanary(tx, canaryId));
      await tx.query(`UPDATE canaries SET deleted_at = now() WHERE id = $1 AND deleted_at IS NULL`, [canaryId]);
      return canaryId;
    });
  }

  /** Takes back a soft delete. @throws CANARY_NOT_FOUND, READ_ONLY_SOURCE, CONFLICT */
  async restore(canaryId: string): Promise<CanaryWritten> {
    return this.write([], async (tx) => {
      refuseReadOnly(await findCanary(tx, canaryId));
      await tx.query(`UPDATE canaries SET deleted_at = NULL WHERE id = $1`, [canaryId]);
      return canaryId;
    });
  }

  private async write(issues: SpecIssue[], change: (tx: Queries) => Promise<string>): Promise<CanaryWritten> {
    const { db, clock } = this.options;
    try {
      const written = await db.transaction(async (tx) => {
        const id = await change(tx);
        await reconcileWithin(tx, clock.now(), [id]);
        // Heard at the commit: after it nothing may fail any more, or a saved canary would be reported as a failure.
        await tx.query(`SELECT pg_notify($1, '')`, [SCHEDULES_CHANNEL]);
        return readWritten(tx, id, issues);
      });
      this.options.onChange();
      return written;
    } catch (error) {
      if (!isUniqueViolation(error)) throw error;
      throw new QuarterdeckError('CONFLICT', 'a canary of this name exists in the namespace', { cause: error });
    }
  }
}
