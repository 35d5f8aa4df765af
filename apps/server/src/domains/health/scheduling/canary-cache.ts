import { type CanaryDefinition, readCanary } from '../canaries/canary-definition.ts';
import { CANARY_COLUMNS, type CanaryRecord } from '../canaries/canary-record.ts';
import type { Queries } from '../environment.ts';

const MAX_CANARIES = 50_000;

/** What is known of a stored check when its canary runs. */
export interface KnownCheck {
  id: string;
  /** JSON text of the stored labels, to see when a result carries others. */
  labels: string;
}

/** A canary, read and ready to run. */
export interface LoadedCanary {
  id: string;
  definition: CanaryDefinition;
  definitionHash: string;
  /** Checks of the spec by `checkKey`. */
  checks: Map<string, KnownCheck>;
  /** True when checks made by a transform are stored. */
  hasTransformedChecks: boolean;
}

export function checkKey(type: string, name: string): string {
  return `${type}\0${name}`;
}

/** Labels in a form that compares by content. */
export function labelText(labels: Readonly<Record<string, string>> | null): string {
  return JSON.stringify(Object.entries(labels ?? {}).sort(([a], [b]) => (a < b ? -1 : 1)));
}

interface CanaryWithChecks extends CanaryRecord {
  definition_hash: string;
  stored_checks: { id: string; type: string; name: string; labels: Record<string, string> | null; transformed: boolean }[] | null;
}

/** Reads live canaries with their live checks; those that are gone are left out. */
export async function loadCanaries(db: Queries, canaryIds: readonly string[]): Promise<LoadedCanary[]> {
  const { rows } = await db.query<CanaryWithChecks>(
    `SELECT ${CANARY_COLUMNS}, coalesce(s.definition_hash, '') AS definition_hash, (
       SELECT json_agg(json_build_object('id', d.id, 'type', d.type, 'name', d.name, 'labels', d.labels, 'transformed', d.transformed))
       FROM check_definitions d WHERE d.canary_id = c.id AND d.deleted_at IS NULL
     ) AS stored_checks
     FROM canaries c LEFT JOIN canary_schedules s ON s.canary_id = c.id
     WHERE c.id = ANY($1::uuid[]) AND c.deleted_at IS NULL`,
    [canaryIds],
  );
  return rows.map((row) => {
    const stored = row.stored_checks ?? [];
    const ids = new Map(stored.map((check) => [checkKey(check.type, check.name), check.id]));
    const definition = readCanary(row);
    const checks = definition.checks.map((check) => {
      const id = ids.get(checkKey(check.type, check.name));
      return id === undefined ? check : { ...check, id };
    });
    return {
      id: row.id,
      definition: { ...definition, checks },
      definitionHash: row.definition_hash,
      checks: new Map(
        stored
          .filter((check) => !check.transformed)
          .map((check) => [checkKey(check.type, check.name), { id: check.id, labels: labelText(check.labels) }]),
      ),
      hasTransformedChecks: stored.some((check) => check.transformed),
    };
  });
}

/** Canaries that were read, by id, until their definition changes. */
export class CanaryCache {
  private readonly byId = new Map<string, LoadedCanary>();

  /** The canaries with these definitions; reads those that are new or changed together. */
  async load(
    db: Queries,
    wanted: readonly { canaryId: string; definitionHash: string | null }[],
  ): Promise<Map<string, LoadedCanary>> {
    const missing = wanted.filter(({ canaryId, definitionHash }) => this.byId.get(canaryId)?.definitionHash !== definitionHash);
    if (missing.length > 0) {
      for (const { canaryId } of missing) this.byId.delete(canaryId);
      const loaded = await loadCanaries(
        db,
        missing.map(({ canaryId }) => canaryId),
      );
      for (const canary of loaded) this.byId.set(canary.id, canary);
      this.evict();
    }
    const found = new Map<string, LoadedCanary>();
    for (const { canaryId } of wanted) {
      const canary = this.byId.get(canaryId);
      if (canary !== undefined) found.set(canaryId, canary);
    }
    return found;
  }

  forget(canaryId: string): void {
    this.byId.delete(canaryId);
  }

  private evict(): void {
    for (const id of this.byId.keys()) {
      if (this.byId.size <= MAX_CANARIES) return;
      this.byId.delete(id);
    }
  }
}
