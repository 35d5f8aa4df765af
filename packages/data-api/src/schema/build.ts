import { isExposed, type RelationPolicy } from '../policy.ts';
import { qualified } from '../sql/text.ts';
import type { CatalogRows } from './catalog.ts';
import type { Column, Relation, RelationKind, SchemaModel, SqlType } from './model.ts';
import { relationKey } from './model.ts';
import { deriveRelationships } from './relationships.ts';
import { buildRoutines, computedFunctions } from './routines.ts';
import { columnNames, type TracedColumn, traceViews } from './view-columns.ts';

const TYPE_KINDS: Readonly<Record<string, SqlType['kind']>> = {
  b: 'base',
  c: 'composite',
  d: 'domain',
  e: 'enum',
  p: 'pseudo',
  r: 'range',
  m: 'range',
};

const RELATION_KINDS: Readonly<Record<string, RelationKind>> = {
  r: 'table',
  p: 'table',
  v: 'view',
  m: 'materialized',
  f: 'foreign',
  c: 'composite',
};

const UPDATE = 1 << 2;
const INSERT = 1 << 3;
const DELETE = 1 << 4;

/** A domain over a row type has its rows. */
function rowTypeOf(type: SqlType): number | undefined {
  return type.base === undefined ? type.relationOid : rowTypeOf(type.base);
}

function buildTypes(catalog: CatalogRows): Map<number, SqlType> {
  const sqlOf = new Map(catalog.types.map(([oid, schema, name]) => [oid, qualified({ schema, name })]));
  const types = new Map<number, SqlType>();
  for (const [oid, schema, name, kind, , element, array, relation, label] of catalog.types) {
    types.set(oid, {
      id: `${schema}.${name}`,
      name,
      label,
      sql: sqlOf.get(oid) ?? qualified({ schema, name }),
      arraySql: sqlOf.get(array),
      kind: TYPE_KINDS[kind] ?? 'base',
      isArray: element > 0,
      relationOid: relation > 0 ? relation : undefined,
    });
  }
  for (const [oid, , , , base] of catalog.types) {
    const type = types.get(oid);
    if (type !== undefined && base > 0) type.base = types.get(base);
  }
  for (const type of types.values()) {
    if (type.kind === 'domain') type.relationOid = rowTypeOf(type);
  }
  return types;
}

function buildRelations(catalog: CatalogRows, types: ReadonlyMap<number, SqlType>, text: SqlType): Map<number, Relation> {
  const columns = new Map<number, Map<string, Column>>();
  for (const [relation, position, name, type, generated, defaultSql] of catalog.columns) {
    const list = columns.get(relation) ?? new Map<string, Column>();
    list.set(name, { name, position, type: types.get(type) ?? text, generated, defaultSql: defaultSql ?? undefined });
    columns.set(relation, list);
  }
  return new Map(
    catalog.relations.map(([oid, schema, name, kind, isPartition, events]) => [
      oid,
      {
        oid,
        schema,
        name,
        kind: RELATION_KINDS[kind] ?? 'table',
        isPartition,
        columns: columns.get(oid) ?? new Map(),
        primaryKey: [],
        insertable: (events & INSERT) !== 0,
        updatable: (events & UPDATE) !== 0,
        deletable: (events & DELETE) !== 0,
      },
    ]),
  );
}

/** Of each base table the whole primary key or, where the view leaves out a part of it, nothing. */
function shownKeys(columns: readonly TracedColumn[], keys: ReadonlyMap<number, readonly string[]>): string[] {
  const tables = new Set(columns.map(({ tableOid }) => tableOid));
  const shown = [...tables].flatMap((tableOid) => {
    const key = keys.get(tableOid) ?? [];
    const names = key.map((name) => columns.find((each) => each.tableOid === tableOid && each.column === name)?.viewColumn);
    return names.includes(undefined) ? [] : names;
  });
  const names = new Set(shown);
  return [...new Set(columns.map(({ viewColumn }) => viewColumn))].filter((name) => names.has(name));
}

/** A view has the primary keys of its base tables that it shows. */
function addPrimaryKeys(
  catalog: CatalogRows,
  relations: Map<number, Relation>,
  names: ReturnType<typeof columnNames>,
  traced: ReadonlyMap<number, readonly TracedColumn[]>,
): void {
  const keys = new Map<number, string[]>();
  for (const [oid, , kind, positions] of catalog.constraints) {
    if (kind !== 'p') continue;
    keys.set(
      oid,
      positions.flatMap((position) => names.get(oid)?.get(position) ?? []),
    );
  }
  for (const relation of relations.values()) {
    const columns = traced.get(relation.oid);
    relation.primaryKey = columns === undefined ? (keys.get(relation.oid) ?? []) : shownKeys(columns, keys);
  }
}

function namedTypes(catalog: CatalogRows, types: ReadonlyMap<number, SqlType>, schemas: readonly string[]): Map<string, SqlType> {
  const named = new Map<string, SqlType>();
  const reachable = new Set([...schemas, 'public', 'pg_catalog']);
  for (const [oid, schema, name] of catalog.types) {
    const type = types.get(oid);
    // A cast to a reg type would tell which objects exist.
    if (type === undefined || type.kind === 'pseudo' || /^_?reg/.test(name) || !reachable.has(schema)) continue;
    if (schema === 'pg_catalog' || !named.has(name)) named.set(name, type);
  }
  return named;
}

/** Turns the catalog into the model that requests are checked against. */
export function buildSchema(catalog: CatalogRows, schemas: readonly string[], policy: RelationPolicy): SchemaModel {
  const types = buildTypes(catalog);
  const text = [...types.values()].find((type) => type.id === 'pg_catalog.text');
  if (text === undefined) throw new Error('the database has no type text');
  const names = columnNames(catalog);
  const traced = traceViews(catalog, names);
  const relationByOid = buildRelations(catalog, types, text);
  addPrimaryKeys(catalog, relationByOid, names, traced);
  const exposed = [...relationByOid.values()].filter(
    (each) => each.kind !== 'composite' && schemas.includes(each.schema) && isExposed(policy, each.name),
  );
  const all = buildRoutines(catalog, types, text);
  const { functions } = policy;
  // A function of a row shows what it pleases of it, so computed columns are subject to the same list.
  const routines = functions === undefined ? all : all.filter((each) => functions.includes(each.name));
  const computed = computedFunctions(routines, relationByOid);
  return {
    schemas,
    relations: new Map(exposed.map((each) => [relationKey(each), each])),
    relationships: deriveRelationships({ catalog, relationByOid, exposed, names, traced, computed: computed.relationships }),
    routines: Map.groupBy(routines, relationKey),
    computedColumns: computed.columns,
    types: namedTypes(catalog, types, schemas),
    relationByOid,
  };
}
