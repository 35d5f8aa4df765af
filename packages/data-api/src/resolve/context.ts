import type { DataCaller } from '../caller.ts';
import type { Tolerances } from '../contract.ts';
import { unknownRelation } from '../error.ts';
import { type DataAction, type RelationPolicy, ruleOf } from '../policy.ts';
import type { Relation, SchemaModel } from '../schema/model.ts';

/** What a request is checked against. */
export interface ResolveContext {
  model: SchemaModel;
  policy: RelationPolicy;
  tolerances: Required<Tolerances>;
  schema: string;
  caller: DataCaller | undefined;
  /** Infinity for no cap. */
  maxRows: number;
  now: Date;
}

export function findRelation(context: ResolveContext, name: string): Relation {
  const relation = context.model.relations.get(`${context.schema}.${name}`);
  if (relation === undefined) throw unknownRelation(context.schema, name);
  return relation;
}

export function authorize(context: ResolveContext, name: string, action: DataAction): void {
  context.policy.authorize?.({ caller: context.caller, name, action });
}

export function allowsAction(context: ResolveContext, relation: Relation, action: Exclude<DataAction, 'call'>): boolean {
  const actions = ruleOf(context.policy, relation.name)?.actions;
  return actions === undefined || actions.includes(action);
}
