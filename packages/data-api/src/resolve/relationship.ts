import { DataApiError } from '../error.ts';
import { ruleOf } from '../policy.ts';
import {
  type JunctionRelationship,
  type KeyRelationship,
  type Relation,
  type Relationship,
  relationKey,
} from '../schema/model.ts';
import type { EmbedItem } from '../tree.ts';
import type { ResolveContext } from './context.ts';

function keysFrom(context: ResolveContext, origin: Relation): readonly Relationship[] {
  return context.model.relationships.get(relationKey(origin)) ?? [];
}

/** Many-to-many: a relation whose primary key contains a key to each side. */
function junctions(context: ResolveContext, origin: Relation, target: string): JunctionRelationship[] {
  const found: JunctionRelationship[] = [];
  for (const near of keysFrom(context, origin)) {
    if (near.kind !== 'key' || near.cardinality !== 'one-to-many') continue;
    const junction = near.target;
    for (const far of keysFrom(context, junction)) {
      if (far.kind !== 'key' || far.cardinality !== 'many-to-one') continue;
      if (far.target.name !== target || far.target.schema !== origin.schema || far.constraint === near.constraint) continue;
      const columns = [...near.pairs.map((pair) => pair.target), ...far.pairs.map((pair) => pair.origin)];
      if (!columns.every((column) => junction.primaryKey.includes(column))) continue;
      found.push({ kind: 'junction', cardinality: 'many-to-many', origin, target: far.target, junction, near, far });
    }
  }
  return found;
}

const singlePair = (relationship: KeyRelationship) => (relationship.pairs.length === 1 ? relationship.pairs[0] : undefined);
const byOriginColumn = (relationship: KeyRelationship, name: string) => singlePair(relationship)?.origin === name;
const byTargetColumn = (relationship: KeyRelationship, name: string) => singlePair(relationship)?.target === name;

function matchesHint(relationship: Relationship, hint: string): boolean {
  if (relationship.kind === 'junction') return relationship.junction.name === hint;
  if (relationship.kind === 'computed') return false;
  const named = relationship.constraint === hint;
  // Along a key of a relation to itself a hint means one direction only: parent(*) up, family_tree!parent(*) down.
  if (relationship.origin === relationship.target) return relationship.reversed && (named || byTargetColumn(relationship, hint));
  return named || byOriginColumn(relationship, hint) || byTargetColumn(relationship, hint);
}

function byTargetName(context: ResolveContext, origin: Relation, item: EmbedItem): Relationship[] {
  const direct = keysFrom(context, origin).filter((each) => each.kind === 'key' && each.target.name === item.name);
  const all = [...direct, ...junctions(context, origin, item.name)];
  const { hint } = item;
  if (hint !== undefined) return all.filter((each) => matchesHint(each, hint));
  // A relation embedded in itself by name means its children.
  return all.filter((each) => each.origin !== each.target || each.cardinality === 'one-to-many');
}

/** `created_by(...)` or `checks_canary_id_fkey(...)`: leads to the table, or to the view that stands for it. */
function byKeyName(context: ResolveContext, origin: Relation, name: string): Relationship[] {
  const matching = keysFrom(context, origin).filter((each): each is KeyRelationship => {
    if (each.kind !== 'key') return false;
    if (each.origin === each.target && each.reversed) return false;
    return each.constraint === name || byOriginColumn(each, name);
  });
  const tables = matching.filter((each) => each.target.kind === 'table' || each.target.kind === 'foreign');
  if (tables.length > 0) return tables;
  const standing = matching.filter((each) => ruleOf(context.policy, each.target.name)?.standsFor === each.targetTable);
  return standing.length > 0 ? standing : matching.length === 1 ? matching : [];
}

function describe(relationship: Relationship): Record<string, string> {
  const { origin, target, cardinality } = relationship;
  const embedding = `${origin.name} with ${target.name}`;
  const columns = (names: readonly string[]) => names.join(', ');
  if (relationship.kind === 'junction') {
    const { near, far, junction } = relationship;
    const nearColumns = columns(near.pairs.map((pair) => pair.target));
    const farColumns = columns(far.pairs.map((pair) => pair.origin));
    return {
      cardinality,
      embedding,
      relationship: `${junction.name} using ${near.constraint}(${nearColumns}) and ${far.constraint}(${farColumns})`,
    };
  }
  if (relationship.kind === 'computed') return { cardinality, embedding, relationship: relationship.routine.name };
  const { constraint, pairs } = relationship;
  const originColumns = columns(pairs.map((pair) => pair.origin));
  const targetColumns = columns(pairs.map((pair) => pair.target));
  return {
    cardinality,
    embedding,
    relationship: `${constraint} using ${origin.name}(${originColumns}) and ${target.name}(${targetColumns})`,
  };
}

function ambiguous(origin: Relation, item: EmbedItem, found: readonly Relationship[]): DataApiError {
  const hints = found.map((each) => {
    const word = each.kind === 'junction' ? each.junction.name : each.kind === 'key' ? each.constraint : each.routine.name;
    return `'${item.name}!${word}'`;
  });
  return new DataApiError({
    status: 300,
    code: 'PGRST201',
    message: `Could not embed because more than one relationship was found for '${origin.name}' and '${item.name}'`,
    details: found.map(describe),
    hint: `Try changing '${item.name}' to one of the following: ${hints.join(', ')}. Find the desired relationship in the 'details' key.`,
    position: item.at,
  });
}

/**
 * The relationship that an embed names: by the target's name (with a constraint, column or junction as hint), or by the name of
 * a constraint or of the origin's own key column.
 */
export function findRelationship(context: ResolveContext, origin: Relation, item: EmbedItem): Relationship {
  const computed = keysFrom(context, origin).filter((each) => each.kind === 'computed' && each.routine.name === item.name);
  const named = computed.length > 0 ? computed : byTargetName(context, origin, item);
  const found = item.hint === undefined && computed.length === 0 ? [...named, ...byKeyName(context, origin, item.name)] : named;
  const distinct = [...new Set(found)];
  const [first, ...others] = distinct;
  if (first !== undefined && others.length === 0) return first;
  if (first !== undefined) throw ambiguous(origin, item, distinct);
  throw new DataApiError({
    status: 400,
    code: 'PGRST200',
    message: `Could not find a relationship between '${origin.name}' and '${item.name}' in the schema cache`,
    hint: `Verify that '${origin.name}' and '${item.name}' exist in the schema '${origin.schema}' and that there is a foreign key relationship between them. If a new relationship was created, try reloading the schema cache.`,
    position: item.at,
  });
}
