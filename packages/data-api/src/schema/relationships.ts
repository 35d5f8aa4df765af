import type { CatalogRows } from './catalog.ts';
import { type ColumnPair, type ComputedRelationship, type KeyRelationship, type Relation, relationKey } from './model.ts';
import { type ColumnNames, type TracedColumn, viewNames } from './view-columns.ts';

interface Side {
  relation: Relation;
  columns: readonly string[];
}

interface Sources {
  catalog: CatalogRows;
  relationByOid: ReadonlyMap<number, Relation>;
  exposed: readonly Relation[];
  names: ColumnNames;
  traced: ReadonlyMap<number, readonly TracedColumn[]>;
  computed: readonly ComputedRelationship[];
}

/** The exposed relations that show the columns of one side of a key: the table itself and the views over it. */
function sidesOf(sources: Sources, tableOid: number, columns: readonly string[]): Side[] {
  return sources.exposed.flatMap((relation): Side[] => {
    if (relation.oid === tableOid) return [{ relation, columns }];
    const traced = sources.traced.get(relation.oid);
    const shown = traced && viewNames(traced, tableOid, columns);
    return shown === undefined ? [] : [{ relation, columns: shown }];
  });
}

function uniqueKeys(sources: Sources): ReadonlyMap<number, readonly (readonly number[])[]> {
  const keys = new Map<number, number[][]>();
  for (const [oid, , kind, positions] of sources.catalog.constraints) {
    if (kind === 'f') continue;
    keys.set(oid, [...(keys.get(oid) ?? []), positions]);
  }
  return keys;
}

function pairsOf(origin: Side, target: Side): ColumnPair[] {
  return origin.columns.flatMap((column, index) => {
    const other = target.columns[index];
    return other === undefined ? [] : [{ origin: column, target: other }];
  });
}

/**
 * Relationships in both directions for every foreign key, for tables and for the views that show its columns
 * (as PostgREST's resource embedding of views does).
 */
export function deriveRelationships(sources: Sources): ReadonlyMap<string, readonly (KeyRelationship | ComputedRelationship)[]> {
  const found = new Map<string, (KeyRelationship | ComputedRelationship)[]>();
  const add = (relationship: KeyRelationship | ComputedRelationship) => {
    const key = relationKey(relationship.origin);
    const list = found.get(key);
    if (list === undefined) found.set(key, [relationship]);
    else list.push(relationship);
  };
  const unique = uniqueKeys(sources);
  const nameOf = (oid: number) => sources.relationByOid.get(oid)?.name ?? '';
  for (const [oid, constraint, kind, positions, targetOid, targetPositions] of sources.catalog.constraints) {
    if (kind !== 'f' || targetPositions === null) continue;
    const columns = positions.flatMap((position) => sources.names.get(oid)?.get(position) ?? []);
    const targetColumns = targetPositions.flatMap((position) => sources.names.get(targetOid)?.get(position) ?? []);
    // The key is one-to-one when the referencing columns contain a unique key themselves.
    const single = unique.get(oid)?.some((key) => key.every((position) => positions.includes(position))) ?? false;
    for (const origin of sidesOf(sources, oid, columns)) {
      for (const target of sidesOf(sources, targetOid, targetColumns)) {
        const forward: KeyRelationship = {
          kind: 'key',
          cardinality: single ? 'one-to-one' : 'many-to-one',
          origin: origin.relation,
          target: target.relation,
          constraint,
          pairs: pairsOf(origin, target),
          targetTable: nameOf(targetOid),
          reversed: false,
        };
        add(forward);
        add({
          ...forward,
          cardinality: single ? 'one-to-one' : 'one-to-many',
          origin: target.relation,
          target: origin.relation,
          pairs: pairsOf(target, origin),
          targetTable: nameOf(oid),
          reversed: true,
        });
      }
    }
  }
  const exposed = new Set(sources.exposed);
  for (const relationship of sources.computed) {
    if (exposed.has(relationship.origin) && exposed.has(relationship.target)) add(relationship);
  }
  return found;
}
