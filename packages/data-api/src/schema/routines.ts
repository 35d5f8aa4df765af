import type { CatalogRows } from './catalog.ts';
import {
  type ComputedRelationship,
  type Relation,
  type Routine,
  type RoutineParameter,
  relationKey,
  type SqlType,
} from './model.ts';

const VOLATILITY: Readonly<Record<string, Routine['volatility']>> = { i: 'immutable', s: 'stable', v: 'volatile' };

export function buildRoutines(catalog: CatalogRows, types: ReadonlyMap<number, SqlType>, text: SqlType): Routine[] {
  return catalog.routines.map(
    ([schema, name, argumentNames, argumentTypes, modes, defaults, result, set, volatility, , rows]) => {
      const parameters: RoutineParameter[] = [];
      const outputs: { name: string; type: SqlType }[] = [];
      for (const [index, typeOid] of argumentTypes.entries()) {
        const mode = modes?.[index] ?? 'i';
        const argument = argumentNames?.[index] ?? '';
        const type = types.get(typeOid) ?? text;
        if (mode === 'i' || mode === 'b' || mode === 'v')
          parameters.push({ name: argument, type, required: true, variadic: mode === 'v' });
        if (mode === 'o' || mode === 'b' || mode === 't') outputs.push({ name: argument, type });
      }
      for (let i = 0; i < defaults; i += 1) {
        const parameter = parameters[parameters.length - 1 - i];
        if (parameter !== undefined) parameter.required = false;
      }
      return {
        schema,
        name,
        parameters,
        returns: types.get(result) ?? text,
        returnsSet: set,
        outputs,
        volatility: VOLATILITY[volatility] ?? 'volatile',
        estimatedRows: rows,
      };
    },
  );
}

export interface ComputedFunctions {
  columns: ReadonlyMap<string, ReadonlyMap<string, Routine>>;
  relationships: readonly ComputedRelationship[];
}

/** Functions of one row: a column of its relation, or a relationship when they return rows of another. */
export function computedFunctions(routines: readonly Routine[], relations: ReadonlyMap<number, Relation>): ComputedFunctions {
  const columns = new Map<string, Map<string, Routine>>();
  const relationships: ComputedRelationship[] = [];
  for (const routine of routines) {
    const [parameter, ...rest] = routine.parameters;
    const origin = parameter?.type.relationOid === undefined ? undefined : relations.get(parameter.type.relationOid);
    if (origin === undefined || rest.length > 0) continue;
    const target = routine.returns.relationOid === undefined ? undefined : relations.get(routine.returns.relationOid);
    if (routine.returnsSet && target !== undefined) {
      const cardinality = routine.estimatedRows === 1 ? 'many-to-one' : 'one-to-many';
      relationships.push({ kind: 'computed', cardinality, origin, target, routine });
    } else if (!routine.returnsSet) {
      const own = columns.get(relationKey(origin)) ?? new Map<string, Routine>();
      if (!own.has(routine.name)) own.set(routine.name, routine);
      columns.set(relationKey(origin), own);
    }
  }
  return { columns, relationships };
}
