import type { Queryable } from '@quarterdeck/database';

type Queries = Pick<Queryable, 'query'>;

export interface CanaryInput {
  name?: string;
  namespace?: string;
  labels?: Record<string, string>;
  annotations?: Record<string, string>;
  spec?: Record<string, unknown>;
  source?: string;
  agentId?: string;
}

/** Inserts a canary as the row API would; its checks come when it is taken over. */
export async function insertCanary(db: Queries, input: CanaryInput = {}): Promise<string> {
  const { rows } = await db.query<{ id: string }>(
    `INSERT INTO canaries (name, namespace, labels, annotations, spec, source, agent_id)
     VALUES ($1, $2, $3, $4, $5, $6, coalesce($7, '00000000-0000-0000-0000-000000000000'::uuid)) RETURNING id`,
    [
      input.name ?? 'canary',
      input.namespace ?? 'default',
      JSON.stringify(input.labels ?? {}),
      JSON.stringify(input.annotations ?? {}),
      JSON.stringify(input.spec ?? {}),
      input.source ?? 'UI',
      input.agentId ?? null,
    ],
  );
  const id = rows[0]?.id;
  if (id === undefined) throw new Error('the canary was not inserted');
  return id;
}

export interface CheckInput {
  canaryId?: string;
  type?: string;
  name?: string;
  transformed?: boolean;
  spec?: Record<string, unknown>;
  labels?: Record<string, string>;
}

/** Inserts a check with its state, and a canary for it when none is given. */
export async function insertCheck(db: Queries, input: CheckInput = {}): Promise<{ checkId: string; canaryId: string }> {
  const canaryId = input.canaryId ?? (await insertCanary(db, { name: `canary of ${input.name ?? 'check'}` }));
  const { rows } = await db.query<{ id: string }>(
    `INSERT INTO check_definitions (canary_id, type, name, namespace, transformed, spec, labels)
     VALUES ($1, $2, $3, 'default', $4, $5, $6) RETURNING id`,
    [
      canaryId,
      input.type ?? 'http',
      input.name ?? 'check',
      input.transformed ?? false,
      JSON.stringify(input.spec ?? { name: input.name ?? 'check' }),
      JSON.stringify(input.labels ?? {}),
    ],
  );
  const checkId = rows[0]?.id;
  if (checkId === undefined) throw new Error('the check was not inserted');
  await db.query(`INSERT INTO check_states (check_id, canary_id) VALUES ($1, $2)`, [checkId, canaryId]);
  return { checkId, canaryId };
}

export interface ResultInput {
  time: Date;
  durationMs: number;
  passed: boolean;
}

/** Inserts raw results of a check past every trigger of its state. */
export async function insertResults(db: Queries, checkId: string, results: readonly ResultInput[]): Promise<void> {
  await db.query(
    `INSERT INTO check_statuses (check_id, time, duration, status, invalid)
     SELECT $1, t, d, s, false FROM unnest($2::timestamptz[], $3::integer[], $4::boolean[]) AS r(t, d, s)`,
    [
      checkId,
      results.map((result) => result.time.toISOString()),
      results.map((result) => result.durationMs),
      results.map((result) => result.passed),
    ],
  );
}
