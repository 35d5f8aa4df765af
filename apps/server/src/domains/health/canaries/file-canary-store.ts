import { LOCAL_AGENT_ID } from '@quarterdeck/contract';
import { type ParsedCanary, parseCanarySpec } from '@quarterdeck/integrations/spec';
import type { Queries } from '../environment.ts';

const PREFIX = 'file/';

export function sourceOfFile(path: string): string {
  return `${PREFIX}${path}`;
}

/** Live canaries that came from files, by the file's path. */
export async function countFileCanaries(db: Queries): Promise<Map<string, number>> {
  const { rows } = await db.query<{ source: string; number: number }>(
    `SELECT source, count(*) AS number FROM canaries
     WHERE agent_id = $1 AND deleted_at IS NULL AND source LIKE 'file/%' GROUP BY source`,
    [LOCAL_AGENT_ID],
  );
  return new Map(rows.map((row) => [row.source.slice(PREFIX.length), row.number]));
}

/** Of the given canaries of a file, those that do not run on a schedule from an earlier version of the file. */
export async function withoutScheduledVersion(
  tx: Queries,
  path: string,
  canaries: readonly ParsedCanary[],
): Promise<ParsedCanary[]> {
  if (canaries.length === 0) return [];
  const { rows } = await tx.query<{ name: string; namespace: string; spec: unknown; annotations: Record<string, string> | null }>(
    `SELECT name, namespace, spec, annotations FROM canaries WHERE agent_id = $1 AND source = $2 AND deleted_at IS NULL`,
    [LOCAL_AGENT_ID, sourceOfFile(path)],
  );
  const isScheduled = ({ canary: { name, namespace } }: ParsedCanary) =>
    rows.some(
      (row) =>
        row.name === name &&
        row.namespace === namespace &&
        parseCanarySpec(row.spec, { name, namespace, annotations: row.annotations ?? {} }).schedule.kind !== 'never',
    );
  return canaries.filter((canary) => !isScheduled(canary));
}

/**
 * Stores the canaries of one file: adds, changes, and revives one that the same file had before. Unchanged rows are not written.
 * @param complete true when the file has no other canaries: those it no longer has are soft-deleted
 * @returns ids of the canaries that were written
 */
export async function storeFileCanaries(
  tx: Queries,
  path: string,
  canaries: readonly ParsedCanary[],
  complete: boolean,
): Promise<string[]> {
  const source = sourceOfFile(path);
  const columns = [
    canaries.map(({ canary }) => canary.name),
    canaries.map(({ canary }) => canary.namespace),
    canaries.map(({ canary }) => JSON.stringify(canary.labels)),
    canaries.map(({ canary }) => JSON.stringify(canary.annotations)),
    canaries.map(({ canary }) => JSON.stringify(canary.spec)),
  ];
  const wanted = `SELECT * FROM unnest($3::text[], $4::text[], $5::text[], $6::text[], $7::text[]) AS w(name, namespace, labels, annotations, spec)`;
  if (complete) {
    await tx.query(
      `UPDATE canaries c SET deleted_at = now() WHERE c.agent_id = $1 AND c.source = $2 AND c.deleted_at IS NULL
         AND NOT EXISTS (SELECT FROM unnest($3::text[], $4::text[]) AS w(name, namespace) WHERE w.name = c.name AND w.namespace = c.namespace)`,
      [LOCAL_AGENT_ID, source, columns[0], columns[1]],
    );
  }
  const { rows } = await tx.query<{ id: string }>(
    `WITH wanted AS (${wanted}), known AS (
       SELECT DISTINCT ON (c.name, c.namespace) c.id, c.name, c.namespace
       FROM canaries c JOIN wanted w ON w.name = c.name AND w.namespace = c.namespace
       WHERE c.agent_id = $1 AND c.source = $2
       ORDER BY c.name, c.namespace, c.deleted_at DESC NULLS FIRST
     ), changed AS (
       UPDATE canaries c SET labels = w.labels::jsonb, annotations = w.annotations::jsonb, spec = w.spec::jsonb, deleted_at = NULL
       FROM known k JOIN wanted w ON w.name = k.name AND w.namespace = k.namespace
       WHERE c.id = k.id AND (c.labels, c.annotations, c.spec, c.deleted_at) IS DISTINCT FROM (w.labels::jsonb, w.annotations::jsonb, w.spec::jsonb, NULL)
       RETURNING c.id
     ), added AS (
       INSERT INTO canaries (name, namespace, labels, annotations, spec, source)
       SELECT w.name, w.namespace, w.labels::jsonb, w.annotations::jsonb, w.spec::jsonb, $2 FROM wanted w
       WHERE NOT EXISTS (SELECT FROM known k WHERE k.name = w.name AND k.namespace = w.namespace)
       RETURNING id
     )
     SELECT id FROM changed UNION ALL SELECT id FROM added`,
    [LOCAL_AGENT_ID, source, ...columns],
  );
  return rows.map((row) => row.id);
}
