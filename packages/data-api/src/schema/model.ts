export interface SqlType {
  /** Schema and name: "pg_catalog.text". */
  id: string;
  name: string;
  /** As people write it: "integer", "character varying". */
  label: string;
  /** Names it in SQL whatever the search path is. */
  sql: string;
  /** SQL of its array type; absent where there is none. */
  arraySql?: string | undefined;
  kind: 'base' | 'composite' | 'domain' | 'enum' | 'pseudo' | 'range';
  isArray: boolean;
  /** Domains are compared as the type beneath them, so a filter value never trips a domain's check. */
  base?: SqlType | undefined;
  /** Relation whose row type this is. */
  relationOid?: number | undefined;
}

export interface Column {
  name: string;
  position: number;
  type: SqlType;
  /** Filled by the database: never written. */
  generated: boolean;
  /** SQL of the default, from the catalog. */
  defaultSql?: string | undefined;
}

export type RelationKind = 'table' | 'view' | 'materialized' | 'foreign' | 'composite';

export interface Relation {
  oid: number;
  schema: string;
  name: string;
  kind: RelationKind;
  isPartition: boolean;
  columns: ReadonlyMap<string, Column>;
  /** Primary key columns; for a view those it takes from its base tables. */
  primaryKey: readonly string[];
  insertable: boolean;
  updatable: boolean;
  deletable: boolean;
}

export interface ColumnPair {
  origin: string;
  target: string;
}

export type Cardinality = 'many-to-one' | 'one-to-many' | 'one-to-one' | 'many-to-many';

/** One way from a relation to another along one foreign key. */
export interface KeyRelationship {
  kind: 'key';
  cardinality: Exclude<Cardinality, 'many-to-many'>;
  origin: Relation;
  target: Relation;
  constraint: string;
  pairs: readonly ColumnPair[];
  /** Table that the key leads to (or comes from), which the target may be a view over. */
  targetTable: string;
  /** Target holds the foreign key (the way back). */
  reversed: boolean;
}

export interface JunctionRelationship {
  kind: 'junction';
  cardinality: 'many-to-many';
  origin: Relation;
  target: Relation;
  junction: Relation;
  /** origin column to junction column */
  near: KeyRelationship;
  /** junction column to target column */
  far: KeyRelationship;
}

export interface ComputedRelationship {
  kind: 'computed';
  cardinality: 'many-to-one' | 'one-to-many';
  origin: Relation;
  target: Relation;
  routine: Routine;
}

export type Relationship = KeyRelationship | JunctionRelationship | ComputedRelationship;

export interface RoutineParameter {
  name: string;
  type: SqlType;
  required: boolean;
  variadic: boolean;
}

export interface Routine {
  schema: string;
  name: string;
  parameters: readonly RoutineParameter[];
  returns: SqlType;
  returnsSet: boolean;
  /** Columns of RETURNS TABLE or OUT parameters. */
  outputs: readonly { name: string; type: SqlType }[];
  volatility: 'immutable' | 'stable' | 'volatile';
  /** At most this many rows are promised (ROWS 1 marks a to-one computed relationship). */
  estimatedRows: number;
}

/** What the row API knows of one database; immutable, replaced as a whole on refresh. */
export interface SchemaModel {
  schemas: readonly string[];
  relations: ReadonlyMap<string, Relation>;
  /** Key relationships by origin ("schema.name"). */
  relationships: ReadonlyMap<string, readonly (KeyRelationship | ComputedRelationship)[]>;
  routines: ReadonlyMap<string, readonly Routine[]>;
  /** Functions of one row, by "schema.relation" and name. */
  computedColumns: ReadonlyMap<string, ReadonlyMap<string, Routine>>;
  types: ReadonlyMap<string, SqlType>;
  relationByOid: ReadonlyMap<number, Relation>;
}

export function relationKey(relation: { schema: string; name: string }): string {
  return `${relation.schema}.${relation.name}`;
}
