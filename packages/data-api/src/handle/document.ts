import type { DataResponse } from '../contract.ts';
import { DataApiError } from '../error.ts';
import { checkDocumentType } from '../parse/media-type.ts';
import { mayRead, mayWrite } from '../policy.ts';
import type { ResolveContext } from '../resolve/context.ts';
import type { Relation, Routine, SqlType } from '../schema/model.ts';
import type { Exchange } from './call-context.ts';
import { relationMethods, routineMethods } from './options.ts';

const CONTENT_TYPE = 'application/openapi+json; charset=utf-8';

const JSON_TYPES: Readonly<Record<string, string>> = {
  'pg_catalog.bool': 'boolean',
  'pg_catalog.int2': 'integer',
  'pg_catalog.int4': 'integer',
  'pg_catalog.int8': 'integer',
  'pg_catalog.float4': 'number',
  'pg_catalog.float8': 'number',
  'pg_catalog.numeric': 'number',
};

/** The type of a value as JSON shows it; json and composites may be anything. */
function valueSchema(type: SqlType): Record<string, unknown> {
  if (type.base !== undefined) return valueSchema(type.base);
  if (type.isArray) return { type: 'array', items: {} };
  const isOpen = type.kind === 'composite' || type.kind === 'pseudo' || /^pg_catalog\.jsonb?$/.test(type.id);
  return isOpen ? { format: type.name } : { type: JSON_TYPES[type.id] ?? 'string', format: type.name };
}

function rowSchema(context: ResolveContext, relation: Relation): Record<string, unknown> {
  const columns = [...relation.columns.values()].filter(
    ({ name }) => mayRead(context.policy, relation.name, name) || mayWrite(context.policy, relation.name, name),
  );
  return {
    type: 'object',
    properties: Object.fromEntries(columns.map(({ name, type }) => [name, valueSchema(type)])),
    ...(relation.primaryKey.length === 0 ? {} : { 'x-primary-key': relation.primaryKey }),
  };
}

const queryText = (name: string) => ({ name, in: 'query', type: 'string' });
const SHAPING = ['select', 'order', 'limit', 'offset'].map(queryText);

function relationOperations(context: ResolveContext, relation: Relation): Record<string, unknown> {
  const reference = { $ref: `#/definitions/${relation.name.replaceAll('~', '~0').replaceAll('/', '~1')}` };
  const rows = { 200: { description: 'OK', schema: { type: 'array', items: reference } } };
  const filters = [...relation.columns.keys()].filter((name) => mayRead(context.policy, relation.name, name)).map(queryText);
  const body = { name: 'body', in: 'body', schema: reference };
  const operations: Readonly<Record<string, unknown>> = {
    GET: { parameters: [...SHAPING, ...filters], responses: rows },
    POST: { parameters: [queryText('select'), queryText('columns'), body], responses: { 201: { description: 'Created' } } },
    PUT: { parameters: [...filters, body], responses: { 204: { description: 'No Content' } } },
    PATCH: { parameters: [...filters, body], responses: { 204: { description: 'No Content' } } },
    DELETE: { parameters: filters, responses: { 204: { description: 'No Content' } } },
  };
  return pick(operations, relationMethods(context, relation.name));
}

function routineOperations(context: ResolveContext, name: string, routines: readonly Routine[]): Record<string, unknown> {
  const parameters = new Map(routines.flatMap((routine) => routine.parameters.map((each) => [each.name, each.type])));
  const properties = Object.fromEntries([...parameters].map(([parameter, type]) => [parameter, valueSchema(type)]));
  const responses = { 200: { description: 'OK' } };
  const operations: Readonly<Record<string, unknown>> = {
    GET: { parameters: [...parameters.keys()].map(queryText), responses },
    POST: { parameters: [{ name: 'args', in: 'body', schema: { type: 'object', properties } }], responses },
  };
  return pick(operations, routineMethods(context, name));
}

function pick(operations: Readonly<Record<string, unknown>>, methods: readonly string[]): Record<string, unknown> {
  return Object.fromEntries(
    Object.entries(operations)
      .filter(([method]) => methods.includes(method))
      .map(([method, operation]) => [method.toLowerCase(), operation]),
  );
}

function describe(context: ResolveContext): Record<string, unknown> {
  const { model, schema } = context;
  const relations = [...model.relations.values()].filter((relation) => relation.schema === schema);
  const routines = [...model.routines.values()].filter(([first]) => first?.schema === schema);
  return {
    swagger: '2.0',
    info: { title: schema, version: '1' },
    consumes: ['application/json', 'text/csv'],
    produces: ['application/json', 'application/vnd.pgrst.object+json', 'text/csv'],
    paths: Object.fromEntries([
      ...relations.map((relation) => [`/${relation.name}`, relationOperations(context, relation)]),
      ...routines.flatMap((list) => list.slice(0, 1).map(({ name }) => [`/rpc/${name}`, routineOperations(context, name, list)])),
    ]),
    definitions: Object.fromEntries(relations.map((relation) => [relation.name, rowSchema(context, relation)])),
  };
}

/** The empty path: an OpenAPI 2.0 document of what the schema of the request has. It tells what exists, not who may do what. */
export function handleDocument(exchange: Exchange): DataResponse {
  const { request, context, headers } = exchange;
  const { method } = request;
  if (method === 'OPTIONS') return { status: 200, headers: { allow: 'OPTIONS,GET,HEAD' }, body: '' };
  if (method !== 'GET' && method !== 'HEAD') {
    throw new DataApiError({ status: 405, code: 'PGRST117', message: `Unsupported HTTP method: ${method.slice(0, 20)}` });
  }
  checkDocumentType(request.headers.accept);
  const body = method === 'HEAD' ? '' : JSON.stringify(describe(context));
  return { status: 200, headers: { ...headers, 'content-type': CONTENT_TYPE }, body };
}
