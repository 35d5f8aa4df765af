export { Duration } from './duration.ts';
export { createExpressionEngine } from './engine.ts';
export type {
  EvaluateOptions,
  ExpressionEngine,
  RenderStructureOptions,
  RenderTextOptions,
  Template,
  Variables,
} from './engine-types.ts';
export { ExpressionError, type ExpressionErrorCode } from './expression-error.ts';
export { goFormat } from './go-format.ts';
export { kubernetesHealth } from './kubernetes/health.ts';
export type { HealthState, KubernetesHealth } from './kubernetes/health-model.ts';
export { parseBool } from './parse-bool.ts';
export type { StructurePath } from './render-structure.ts';
