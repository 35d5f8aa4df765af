import { DataApiError, unknownColumn } from '../error.ts';
import { mayRead } from '../policy.ts';
import { relationKey, type SqlType } from '../schema/model.ts';
import type { FieldRef } from '../tree.ts';
import type { ResolveContext } from './context.ts';
import type { Expression, RowShape } from './plan.ts';
import { columnHint } from './suggestion.ts';

function typeNamed(context: ResolveContext, name: string): SqlType {
  const type = context.model.types.get(name);
  if (type === undefined) throw new Error(`the database has no type ${name}`);
  return type;
}

function findBase(context: ResolveContext, shape: RowShape, name: string): Expression | undefined {
  const { relation } = shape;
  if (relation !== undefined && !mayRead(context.policy, relation.name, name)) return undefined;
  const column = shape.columns?.get(name);
  if (column !== undefined) return { kind: 'column', name: column.name, type: column.type };
  if (relation === undefined) return undefined;
  const routine = context.model.computedColumns.get(relationKey(relation))?.get(name);
  return routine === undefined ? undefined : { kind: 'computed', routine, type: routine.returns };
}

/** PostgreSQL would say the same, but for the kind of the key that only a literal has. */
function checkSteps(field: FieldRef): void {
  const text = field.path.findIndex((step) => step.asText);
  const next = text < 0 ? undefined : field.path[text + 1];
  if (next === undefined) return;
  throw new DataApiError({
    status: 404,
    code: '42883',
    message: `operator does not exist: text ${next.asText ? '->>' : '->'} ${next.isIndex ? 'integer' : 'unknown'}`,
    hint: 'No operator matches the given name and argument types. You might need to add explicit type casts.',
    position: field.at,
  });
}

/** The expression that a field names; undefined when the rows have no such column (or it may not be read). */
export function findField(context: ResolveContext, shape: RowShape, field: FieldRef): Expression | undefined {
  const base = findBase(context, shape, field.name);
  if (base === undefined || field.path.length === 0) return base;
  checkSteps(field);
  const asText = field.path.at(-1)?.asText === true;
  return { kind: 'json', base, steps: field.path, type: typeNamed(context, asText ? 'text' : 'jsonb') };
}

export function resolveField(context: ResolveContext, shape: RowShape, field: FieldRef): Expression {
  const found = findField(context, shape, field);
  if (found === undefined) throw missingField(context, shape, field);
  return found;
}

export function missingField(context: ResolveContext, shape: RowShape, field: FieldRef): DataApiError {
  return unknownColumn(shape.name, field.name, field.at, columnHint(context, shape, field.name));
}

const TYPE_ALIASES: Readonly<Record<string, string>> = {
  int: 'int4',
  integer: 'int4',
  bigint: 'int8',
  smallint: 'int2',
  real: 'float4',
  float: 'float8',
  'double precision': 'float8',
  decimal: 'numeric',
  boolean: 'bool',
  'character varying': 'varchar',
  character: 'bpchar',
  char: 'bpchar',
  timestamp: 'timestamp',
  'timestamp with time zone': 'timestamptz',
  'timestamp without time zone': 'timestamp',
  'time with time zone': 'timetz',
  'time without time zone': 'time',
};

export function resolveCast(context: ResolveContext, name: string, at: number): SqlType {
  const lower = name.toLowerCase();
  const type = context.model.types.get(name) ?? context.model.types.get(TYPE_ALIASES[lower] ?? lower);
  if (type !== undefined) return type;
  throw new DataApiError({ status: 400, code: '42704', message: `type "${name.slice(0, 100)}" does not exist`, position: at });
}
