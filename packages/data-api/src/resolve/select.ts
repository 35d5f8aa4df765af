import { DataApiError, limitError } from '../error.ts';
import { mayRead } from '../policy.ts';
import type { EmbedItem, FieldItem, SelectItem } from '../tree.ts';
import { authorize, type ResolveContext } from './context.ts';
import { resolveCast, resolveField } from './field.ts';
import { type EmbedPlan, type Output, outputKeys, type ReadPlan, type RowShape, shapeOf } from './plan.ts';
import { findRelationship } from './relationship.ts';

/** PostgreSQL cuts longer names, and two cut names could meet. */
const MAX_KEY_BYTES = 63;

function checkKey(key: string, at: number): string {
  if (Buffer.byteLength(key) > MAX_KEY_BYTES)
    throw limitError(`The name '${key.slice(0, 100)}' is longer than ${MAX_KEY_BYTES} bytes`, at);
  return key;
}

/** Without an alias a JSON path is called after its last named key. */
function keyOf(item: FieldItem): string {
  if (item.alias !== undefined) return item.alias;
  return item.field.path.findLast((step) => !step.isIndex)?.key ?? item.field.name;
}

function embedOf(context: ResolveContext, shape: RowShape, item: EmbedItem): EmbedPlan {
  if (shape.relation === undefined)
    throw limitError(`'${shape.name}' returns no rows of a relation, so nothing can be embedded`, item.at);
  const relationship = findRelationship(context, shape.relation, item);
  authorize(context, relationship.target.name, 'read');
  if (relationship.kind === 'junction') authorize(context, relationship.junction.name, 'read');
  if (relationship.kind === 'computed') authorize(context, `rpc/${relationship.routine.name}`, 'call');
  const single = relationship.cardinality === 'many-to-one' || relationship.cardinality === 'one-to-one';
  if (item.spread === true && !single) {
    throw new DataApiError({
      status: 400,
      code: 'PGRST119',
      message: `A spread operation on '${item.name}' is not possible`,
      details: `'${shape.name}' and '${item.name}' do not form a many-to-one or one-to-one relationship`,
      position: item.at,
    });
  }
  const visible = item.items.length > 0;
  return {
    relationship,
    single,
    inner: item.inner,
    spread: item.spread === true,
    visible,
    read: resolveSelect(context, shapeOf(relationship.target), item.items),
  };
}

function starOutputs(context: ResolveContext, shape: RowShape): Output[] {
  const { columns, relation } = shape;
  if (columns === undefined) return [{ kind: 'star' }];
  const readable = [...columns.values()].filter(
    ({ name }) => relation === undefined || mayRead(context.policy, relation.name, name),
  );
  return readable.map(({ name, type }) => ({ kind: 'value', key: name, expression: { kind: 'column', name, type } }));
}

/**
 * Outputs of a select list. A key that comes twice keeps its first place and its last meaning, so `*,created_by(name)` gives the
 * person instead of the id (as a JSON parser reads PostgREST's two keys).
 */
export function resolveSelect(context: ResolveContext, shape: RowShape, items: readonly SelectItem[]): ReadPlan {
  const outputs = new Map<string, Output>();
  // A relationship that does not exist is the first thing to say.
  const embeds = new Map(
    items.flatMap((item): [EmbedItem, EmbedPlan][] => (item.kind === 'embed' ? [[item, embedOf(context, shape, item)]] : [])),
  );
  for (const item of items) {
    if (item.kind === 'star') {
      for (const output of starOutputs(context, shape)) outputs.set(output.kind === 'star' ? '' : output.key, output);
    } else if (item.kind === 'embed') {
      const embed = embeds.get(item);
      if (embed === undefined) continue;
      const key = checkKey(item.alias ?? item.name, item.at);
      // Columns that are spread take the place of earlier ones of their name.
      if (embed.spread) for (const name of outputKeys(embed.read)) outputs.delete(name);
      outputs.set(embed.spread ? `...${key}` : key, { kind: 'embed', key, embed });
    } else {
      const key = checkKey(keyOf(item), item.field.at);
      const expression = resolveField(context, shape, item.field);
      const cast = item.cast === undefined ? undefined : resolveCast(context, item.cast, item.field.at);
      outputs.set(key, { kind: 'value', key, expression, cast });
    }
  }
  const limit = Number.isFinite(context.maxRows) ? context.maxRows : undefined;
  return { shape, outputs: [...outputs.values()], where: [], order: [], limit, offset: 0 };
}

/** The embed that a path's segment names: by alias first, then by the relation's own name. */
export function findEmbed(read: ReadPlan, name: string): EmbedPlan | undefined {
  const embeds = read.outputs.filter((output) => output.kind === 'embed');
  const byKey = embeds.find((output) => output.key === name);
  return (byKey ?? embeds.find((output) => output.embed.relationship.target.name === name))?.embed;
}
