import { LOCAL_AGENT_ID, QuarterdeckError } from '@quarterdeck/contract';
import { isUniqueViolation } from '@quarterdeck/database';
import { z } from 'zod';
import type { HealthClock, HealthDatabase, Queries } from '../environment.ts';
import { placeGivenResults } from '../results/given-times.ts';
import { microsecondsOf, parseMicroseconds } from '../results/microseconds.ts';
import { type ResultRow, storableJson } from '../results/result-row.ts';
import type { ResultWriter } from '../results/result-writer.ts';
import { isUuid } from './run-now.ts';

/** `canaries.source` of canaries that a push created. */
export const PUSH_SOURCE = 'Push';

function lowerKeys(value: unknown): unknown {
  if (typeof value !== 'object' || value === null || Array.isArray(value)) return value;
  return Object.fromEntries(Object.entries(value).map(([key, entry]) => [key.toLowerCase(), entry]));
}

const text = z
  .string()
  .nullish()
  .transform((value) => value ?? undefined);
const PushSchema = z.preprocess(
  lowerKeys,
  z.object({
    check: z.preprocess(
      lowerKeys,
      z.object({
        id: text,
        canary_id: text,
        canaryid: text,
        name: z.string().default(''),
        namespace: z.string().default('default'),
        type: z.string().default('push'),
        description: text,
        icon: text,
        owner: text,
        severity: text,
        labels: z.record(z.string(), z.string()).nullish(),
      }),
    ),
    status: z.preprocess(
      lowerKeys,
      z.object({
        status: z.boolean().default(false),
        invalid: z.boolean().default(false),
        time: text,
        duration: z.number().default(0),
        message: text,
        error: text,
        detail: z.unknown().optional(),
      }),
    ),
  }),
);
type Push = z.infer<typeof PushSchema>;
type PushedCheck = Push['check'];

/** @throws BAD_REQUEST naming the field */
export function parsePush(body: unknown): Push {
  const parsed = PushSchema.safeParse(body);
  if (parsed.success) return parsed.data;
  const issue = parsed.error.issues[0];
  throw new QuarterdeckError('BAD_REQUEST', `${issue?.path.join('.') ?? 'body'}: ${issue?.message ?? 'is not usable'}`);
}

async function findCanaryId(tx: Queries, check: PushedCheck): Promise<string> {
  const wanted = check.canary_id ?? check.canaryid;
  if (wanted !== undefined) {
    const { rows } = isUuid(wanted)
      ? await tx.query<{ id: string }>(`SELECT id FROM canaries WHERE id = $1 AND deleted_at IS NULL`, [wanted])
      : { rows: [] };
    if (rows[0] === undefined) throw new QuarterdeckError('CANARY_NOT_FOUND', 'canary not found');
    return rows[0].id;
  }
  const { rows } = await tx.query<{ id: string }>(
    `SELECT id FROM canaries WHERE agent_id = $1 AND namespace = $2 AND name = $3 AND deleted_at IS NULL ORDER BY created_at LIMIT 1`,
    [LOCAL_AGENT_ID, check.namespace, check.name],
  );
  if (rows[0] !== undefined) return rows[0].id;
  const created = await tx.query<{ id: string }>(
    `INSERT INTO canaries (name, namespace, labels, spec, source) VALUES ($1, $2, $3, '{}', $4) RETURNING id`,
    [check.name, check.namespace, JSON.stringify(check.labels ?? {}), PUSH_SOURCE],
  );
  const id = created.rows[0]?.id;
  if (id === undefined) throw new QuarterdeckError('INTERNAL', 'the canary was not created');
  return id;
}

async function ensureCheck(tx: Queries, canaryId: string, check: PushedCheck): Promise<string> {
  const { rows } = await tx.query<{ id: string }>(
    `INSERT INTO check_definitions AS d (canary_id, type, name, namespace, description, icon, labels, owner, severity)
     VALUES ($1, $2, $3, $4, $5, $6, $7, $8, $9)
     ON CONFLICT ON CONSTRAINT checks_canary_id_type_name_agent_id_key DO UPDATE SET deleted_at = NULL,
       description = coalesce(excluded.description, d.description), labels = coalesce(excluded.labels, d.labels)
     RETURNING id`,
    [
      canaryId,
      check.type,
      check.name,
      check.namespace,
      check.description ?? null,
      check.icon ?? null,
      check.labels === null || check.labels === undefined ? null : JSON.stringify(check.labels),
      check.owner ?? null,
      check.severity ?? null,
    ],
  );
  const id = rows[0]?.id;
  if (id === undefined) throw new QuarterdeckError('INTERNAL', 'the check was not stored');
  await tx.query(`INSERT INTO check_states (check_id, canary_id) VALUES ($1, $2) ON CONFLICT (check_id) DO NOTHING`, [
    id,
    canaryId,
  ]);
  return id;
}

async function resolveCheck(db: HealthDatabase, check: PushedCheck): Promise<string> {
  if (check.id !== undefined && check.name === '') {
    const { rows } = isUuid(check.id)
      ? await db.query<{ id: string }>(`SELECT id FROM check_definitions WHERE id = $1 AND deleted_at IS NULL`, [check.id])
      : { rows: [] };
    if (rows[0] === undefined) throw new QuarterdeckError('CHECK_NOT_FOUND', 'check not found');
    return rows[0].id;
  }
  if (check.name === '') throw new QuarterdeckError('BAD_REQUEST', 'Check.name or Check.id is needed');
  if (check.id !== undefined && isUuid(check.id)) {
    const { rows } = await db.query<{ id: string }>(`SELECT id FROM check_definitions WHERE id = $1 AND deleted_at IS NULL`, [
      check.id,
    ]);
    if (rows[0] !== undefined) return rows[0].id;
  }
  const store = () => db.transaction(async (tx) => ensureCheck(tx, await findCanaryId(tx, check), check));
  try {
    return await store();
  } catch (error) {
    // Another push of the same new canary was first.
    if (!isUniqueViolation(error)) throw error;
    return await store();
  }
}

/**
 * Stores a result that somebody else found; creates the check, and without a canary id also its canary, when they are new.
 * @throws BAD_REQUEST, CHECK_NOT_FOUND, CANARY_NOT_FOUND. Source: health-checks §6.5.
 */
export async function receivePush(
  options: { db: HealthDatabase; clock: HealthClock; writer: Pick<ResultWriter, 'write'> },
  body: unknown,
): Promise<void> {
  const { check, status } = parsePush(body);
  const nowUs = microsecondsOf(options.clock.now());
  const timeUs = status.time === undefined ? nowUs : parseMicroseconds(status.time);
  if (timeUs === undefined) throw new QuarterdeckError('BAD_REQUEST', 'Status.time is not an RFC 3339 time');
  const row: ResultRow = {
    checkId: await resolveCheck(options.db, check),
    timeUs,
    pass: status.status && !status.invalid,
    invalid: status.invalid,
    durationMs: status.duration,
    message: status.message ?? '',
    error: status.error ?? '',
    details: storableJson(status.detail),
    nextRuntime: undefined,
  };
  const results = await placeGivenResults(options.db, [{ row, cameUs: nowUs }], { olderIsNews: false });
  await options.writer.write({ results });
}
