import type { DataResponse } from '../contract.ts';
import { DataApiError } from '../error.ts';
import { allowsAction, findRelation, type ResolveContext } from '../resolve/context.ts';
import type { Route } from './route.ts';

/** Methods that a relation takes. */
export function relationMethods(context: ResolveContext, name: string): string[] {
  const relation = findRelation(context, name);
  const insert = relation.insertable && allowsAction(context, relation, 'insert');
  const update = relation.updatable && allowsAction(context, relation, 'update');
  return [
    'OPTIONS',
    ...(allowsAction(context, relation, 'read') ? ['GET', 'HEAD'] : []),
    ...(insert ? ['POST'] : []),
    ...(insert && update && relation.primaryKey.length > 0 ? ['PUT'] : []),
    ...(update ? ['PATCH'] : []),
    ...(relation.deletable && allowsAction(context, relation, 'delete') ? ['DELETE'] : []),
  ];
}

/** Methods that a function takes. */
export function routineMethods(context: ResolveContext, name: string): string[] {
  const routines = context.model.routines.get(`${context.schema}.${name}`);
  if (routines === undefined) {
    throw new DataApiError({
      status: 404,
      code: 'PGRST202',
      message: `Could not find the ${context.schema}.${name} function in the schema cache`,
    });
  }
  return routines.every((routine) => routine.volatility === 'volatile')
    ? ['OPTIONS', 'POST']
    : ['OPTIONS', 'GET', 'HEAD', 'POST'];
}

/** OPTIONS: what may be done with a relation or function. */
export function handleOptions(context: ResolveContext, route: Exclude<Route, { kind: 'document' }>): DataResponse {
  const methods = route.kind === 'relation' ? relationMethods(context, route.name) : routineMethods(context, route.name);
  return { status: 200, headers: { allow: methods.join(',') }, body: '' };
}
