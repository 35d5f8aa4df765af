export { type EnvVar, envVarSchema } from '../values/env-var.ts';
export { fromColumns, missingFields, toColumns, valueFromText, valueText } from './form-columns.ts';
export type {
  ConnectionCategory,
  ConnectionColumns,
  ConnectionField,
  ConnectionForm,
  ConnectionKind,
} from './model.ts';
export { CONNECTION_KINDS, type ConnectionType, findConnectionKind } from './registry.ts';
