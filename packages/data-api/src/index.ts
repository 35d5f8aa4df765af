export type { DataCaller } from './caller.ts';
export type {
  DataApi,
  DataApiDatabase,
  DataApiLimits,
  DataApiOptions,
  DataApiTransaction,
  DataRequest,
  DataResponse,
  SessionSettings,
  Tolerances,
  TransactionEnd,
} from './contract.ts';
export { createDataApi } from './data-api.ts';
export { DataApiError } from './error.ts';
export { type Route, routeOf } from './handle/route.ts';
export type { DataAction, RelationPolicy, RelationRule, StampKind } from './policy.ts';
