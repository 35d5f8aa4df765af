import type { Relation, Relationship, Routine, SqlType } from '../schema/model.ts';
import type { JsonStep, Operation } from '../tree.ts';

/** A checked request: every identifier in it comes from the schema, every value is still the caller's text. */

export type Expression =
  | { kind: 'column'; name: string; type: SqlType }
  | { kind: 'computed'; routine: Routine; type: SqlType }
  | { kind: 'json'; base: Expression; steps: readonly JsonStep[]; type: SqlType };

/** LIKE with a pattern that is ready (from a match list). */
export interface PatternOperation {
  kind: 'pattern';
  pattern: string;
}

export type Condition =
  | { kind: 'test'; expression: Expression; negated: boolean; operation: Operation | PatternOperation }
  | { kind: 'group'; operator: 'and' | 'or'; negated: boolean; items: readonly Condition[] }
  | { kind: 'exists'; embed: EmbedPlan; negated: boolean };

export interface OrderPlan {
  expression: Expression;
  /** The embedded row that the expression is of; the row itself without it. */
  through?: EmbedPlan | undefined;
  descending: boolean;
  nulls?: 'first' | 'last' | undefined;
}

export type Output =
  | { kind: 'value'; key: string; expression: Expression; cast?: SqlType | undefined }
  | { kind: 'embed'; key: string; embed: EmbedPlan }
  /** Every column of a source whose columns are not known beforehand. */
  | { kind: 'star' };

export interface EmbedPlan {
  relationship: Relationship;
  single: boolean;
  /** Parents without a match are left out. */
  inner: boolean;
  /** The columns stand beside the parent's. */
  spread: boolean;
  /** An embed without columns only filters. */
  visible: boolean;
  read: ReadPlan;
}

/** What rows look like: a relation, or the result of a function. */
export interface RowShape {
  name: string;
  schema: string;
  relation?: Relation | undefined;
  /** Undefined when only the database knows (RETURNS record). */
  columns?: ReadonlyMap<string, { name: string; type: SqlType }> | undefined;
}

export interface ReadPlan {
  shape: RowShape;
  outputs: Output[];
  where: Condition[];
  order: OrderPlan[];
  limit?: number | undefined;
  offset: number;
}

/** Names of the columns that rows of a read have, as far as they are known beforehand. */
export function outputKeys(read: ReadPlan): string[] {
  return read.outputs.flatMap((output) => {
    if (output.kind === 'star') return [];
    if (output.kind === 'value') return [output.key];
    if (!output.embed.visible) return [];
    return output.embed.spread ? outputKeys(output.embed.read) : [output.key];
  });
}

/** An argument of a function: a caller's text, several of them, or the whole body. */
export type ArgumentValue = { kind: 'text'; value: string } | { kind: 'list'; values: readonly string[] };

export interface CallPlan {
  routine: Routine;
  arguments:
    | { kind: 'named'; values: readonly { name: string; type: SqlType; variadic: boolean; value: ArgumentValue }[] }
    /** Taken from a JSON object or from each of an array's objects. */
    | { kind: 'json'; parameters: readonly { name: string; type: SqlType; variadic: boolean }[]; body: string; each: boolean }
    /** One unnamed parameter, or one JSON parameter of any name. */
    | { kind: 'single'; type: SqlType; value: string };
  result: 'void' | 'scalar' | 'row' | 'rows' | 'scalars';
}

/** A column that is filled in for the caller. */
export interface Stamp {
  name: string;
  value: string;
  type: SqlType;
}

export interface InsertPlan {
  kind: 'insert';
  relation: Relation;
  columns: readonly string[];
  body: string;
  conflict?: { columns: readonly string[]; merge: boolean } | undefined;
  stamps: readonly Stamp[];
  /** Of the stamps those that a row which is there already takes too. */
  restamped: readonly string[];
  /** Absent keys take the column's default. */
  defaults: boolean;
  /** PUT: only rows that satisfy these. */
  where: readonly Condition[];
}

export interface UpdatePlan {
  kind: 'update';
  relation: Relation;
  columns: readonly string[];
  body: string;
  stamps: readonly Stamp[];
  where: readonly Condition[];
  order: readonly OrderPlan[];
  limit?: number | undefined;
  offset: number;
}

export interface DeletePlan {
  kind: 'delete';
  relation: Relation;
  where: readonly Condition[];
  order: readonly OrderPlan[];
  limit?: number | undefined;
  offset: number;
}

export type WritePlan = InsertPlan | UpdatePlan | DeletePlan;

export function shapeOf(relation: Relation): RowShape {
  return { name: relation.name, schema: relation.schema, relation, columns: relation.columns };
}
