import { DataApiError } from '../error.ts';
import { type BodyFormat, bodyFormat } from '../parse/media-type.ts';
import { bodyText, isObject, jsonText, readJson } from '../parse/payload.ts';
import type { Preferences } from '../parse/prefer.ts';
import type { Relation, Routine, RoutineParameter } from '../schema/model.ts';
import type { QueryTree } from '../tree.ts';
import { authorize, type ResolveContext } from './context.ts';
import type { ArgumentValue, CallPlan, RowShape } from './plan.ts';
import { shapeOf } from './plan.ts';
import { refuseArguments } from './read.ts';

export interface CallRequest {
  method: string;
  body: string | Uint8Array | undefined;
  contentType: string | undefined;
  bodyLimit: number;
}

const JSON_TYPES = ['pg_catalog.json', 'pg_catalog.jsonb'];
const RAW_TYPES: Readonly<Record<string, readonly string[]>> = {
  text: ['pg_catalog.text'],
  xml: ['pg_catalog.xml'],
  binary: ['pg_catalog.bytea'],
};

function notFound(context: ResolveContext, name: string, wanted: string): DataApiError {
  return new DataApiError({
    status: 404,
    code: 'PGRST202',
    message: `Could not find the ${context.schema}.${name}${wanted} in the schema cache`,
    hint: 'If a new function was created in the database with this name and parameters, try reloading the schema cache.',
  });
}

function choose(context: ResolveContext, found: readonly Routine[]): Routine | undefined {
  const [first, ...others] = found;
  if (first === undefined || others.length === 0) return first;
  const names = found.map((routine) => {
    const parameters = routine.parameters.map((each) => `${each.name} => ${each.type.label}`).join(', ');
    return `${context.schema}.${routine.name}(${parameters})`;
  });
  throw new DataApiError({
    status: 300,
    code: 'PGRST203',
    message: `Could not choose the best candidate function between: ${names.join(', ')}`,
    hint: 'Try renaming the parameters or the function itself in the database so function overloading can be resolved',
  });
}

function byNames(candidates: readonly Routine[], names: readonly string[]): Routine[] {
  return candidates.filter(
    ({ parameters }) =>
      names.every((name) => parameters.some((each) => each.name === name && each.name !== '')) &&
      parameters.every((each) => !each.required || each.variadic || names.includes(each.name)),
  );
}

function bySingle(candidates: readonly Routine[], types: readonly string[], named: boolean): Routine[] {
  return candidates.filter(({ parameters: [only, ...rest] }) => {
    return only !== undefined && rest.length === 0 && types.includes(only.type.id) && (named || only.name === '');
  });
}

function resultOf(routine: Routine): CallPlan['result'] {
  if (routine.returns.id === 'pg_catalog.void') return 'void';
  const rows = routine.returns.relationOid !== undefined || routine.outputs.length > 0;
  // A single OUT parameter makes a scalar, except in RETURNS TABLE.
  const scalar = !rows || (routine.outputs.length === 1 && !routine.returnsSet);
  if (routine.returnsSet) return rows ? 'rows' : 'scalars';
  return scalar && routine.returns.relationOid === undefined ? 'scalar' : 'row';
}

/** What the rows of a function look like. */
export function callShape(context: ResolveContext, routine: Routine): RowShape {
  const relation: Relation | undefined =
    routine.returns.relationOid === undefined ? undefined : context.model.relationByOid.get(routine.returns.relationOid);
  const exposed = relation !== undefined && context.model.relations.get(`${relation.schema}.${relation.name}`) === relation;
  if (relation !== undefined && exposed) return shapeOf(relation);
  const shape = { name: routine.name, schema: routine.schema };
  if (relation !== undefined) return { ...shape, columns: relation.columns };
  if (routine.outputs.length === 0) return shape;
  return { ...shape, columns: new Map(routine.outputs.map((output) => [output.name, output])) };
}

function named(routine: Routine, given: ReadonlyMap<string, readonly string[]>): CallPlan['arguments'] {
  const values = routine.parameters.flatMap(({ name, type, variadic }) => {
    const texts = given.get(name);
    if (texts === undefined) return [];
    const value: ArgumentValue = variadic ? { kind: 'list', values: texts } : { kind: 'text', value: texts.at(-1) ?? '' };
    return [{ name, type, variadic, value }];
  });
  return { kind: 'named', values };
}

function group(pairs: readonly { name: string; value: string }[]): Map<string, string[]> {
  const groups = new Map<string, string[]>();
  for (const { name, value } of pairs) groups.set(name, [...(groups.get(name) ?? []), value]);
  return groups;
}

function plan(routine: Routine, values: CallPlan['arguments']): CallPlan {
  return { routine, arguments: values, result: resultOf(routine) };
}

function singleOf(routine: Routine, value: string): CallPlan {
  const [parameter] = routine.parameters;
  if (parameter === undefined) throw new Error('a function with one parameter has none');
  return plan(routine, { kind: 'single', type: parameter.type, value });
}

function byText(
  context: ResolveContext,
  name: string,
  candidates: readonly Routine[],
  pairs: readonly { name: string; value: string }[],
): CallPlan {
  const given = group(pairs);
  const names = [...given.keys()];
  const routine = choose(context, byNames(candidates, names));
  if (routine === undefined) {
    throw notFound(context, name, names.length === 0 ? ' function without parameters' : `(${names.join(', ')}) function`);
  }
  return plan(routine, named(routine, given));
}

function singleObject(context: ResolveContext, name: string, candidates: readonly Routine[], json: string): CallPlan {
  const routine = choose(context, bySingle(candidates, JSON_TYPES, true));
  if (routine === undefined) throw notFound(context, name, ' function with a single json or jsonb parameter');
  return singleOf(routine, json);
}

function objectKeys(value: unknown): readonly string[] {
  const first: unknown = Array.isArray(value) ? value[0] : value;
  return isObject(first) ? Object.keys(first) : [];
}

function byJson(
  context: ResolveContext,
  name: string,
  candidates: readonly Routine[],
  json: string,
  columns: readonly string[] | undefined,
  each: boolean,
): CallPlan {
  const names = columns ?? objectKeys(readJson(json));
  const routine = choose(context, byNames(candidates, names));
  if (routine !== undefined) {
    const parameters: RoutineParameter[] = routine.parameters.filter((parameter) => names.includes(parameter.name));
    return plan(routine, { kind: 'json', parameters, body: json, each });
  }
  const single = choose(context, bySingle(candidates, JSON_TYPES, false));
  if (single !== undefined) return singleOf(single, json);
  const wanted = names.length === 0 ? ' function without parameters' : `(${names.join(', ')}) function`;
  throw notFound(
    context,
    name,
    `${wanted} or the ${context.schema}.${name} function with a single unnamed json or jsonb parameter`,
  );
}

function byRaw(
  context: ResolveContext,
  name: string,
  candidates: readonly Routine[],
  format: BodyFormat,
  request: CallRequest,
): CallPlan {
  const types = RAW_TYPES[format] ?? [];
  const routine = choose(context, bySingle(candidates, types, false));
  if (routine === undefined)
    throw notFound(context, name, ` function with a single unnamed ${format === 'binary' ? 'bytea' : format} parameter`);
  if (format === 'binary') {
    const bytes = typeof request.body === 'string' ? Buffer.from(request.body) : Buffer.from(request.body ?? []);
    return singleOf(routine, `\\x${bytes.toString('hex')}`);
  }
  return singleOf(routine, bodyText(request.body, request.bodyLimit));
}

/** Finds the function that a call means by its name and the names of its arguments. */
export function resolveCall(
  context: ResolveContext,
  name: string,
  tree: QueryTree,
  prefer: Preferences,
  request: CallRequest,
): CallPlan {
  authorize(context, `rpc/${name}`, 'call');
  const candidates = context.model.routines.get(`${context.schema}.${name}`) ?? [];
  const singular = prefer.params === 'single-object';
  if (request.method !== 'POST') {
    if (!singular) return byText(context, name, candidates, tree.arguments);
    return singleObject(
      context,
      name,
      candidates,
      JSON.stringify(Object.fromEntries(tree.arguments.map((each) => [each.name, each.value]))),
    );
  }
  // A body holds the arguments, so what stands beside it in the query would be lost.
  refuseArguments(tree);
  const format = bodyFormat(request.contentType);
  if (format === 'text' || format === 'xml' || format === 'binary') return byRaw(context, name, candidates, format, request);
  const text = bodyText(request.body, request.bodyLimit);
  const pairs = format === 'form' ? new URLSearchParams(text) : undefined;
  if (pairs !== undefined && !singular) {
    return byText(
      context,
      name,
      candidates,
      [...pairs].map(([key, value]) => ({ name: key, value })),
    );
  }
  const json = text.trim() === '' && format === 'json' ? '{}' : jsonText(text, format);
  readJson(json);
  if (singular) return singleObject(context, name, candidates, json);
  return byJson(context, name, candidates, json, tree.columns, prefer.params === 'multiple-objects');
}
