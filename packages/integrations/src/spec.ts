export { canaryJsonSchema, canarySpecJsonSchema, type JsonSchema } from './canary/json-schema.ts';
export { checkLabels, checkNamespace, visibleLabels } from './canary/labels.ts';
export { type CanaryMeta, type ParseSpecOptions, parseCanarySpec } from './canary/parse-spec.ts';
export { MAX_CANARY_TEXT_LENGTH, type ParseTextOptions, parseCanaryText } from './canary/parse-text.ts';
export { canarySchedule, nextRun, parseSchedule, type ScheduleParse } from './canary/schedule.ts';
export { type Webhook, webhookSchema } from './canary/webhook.ts';
export { withDependencies } from './checks/dependencies.ts';
export { findKindChoice, KIND_CHOICES, type KindChoice } from './checks/kind-choices.ts';
export type {
  BaseCheck,
  Canary,
  CanaryCheck,
  CanarySpec,
  CheckKind,
  FieldControl,
  FieldDescription,
  IssueSeverity,
  KindVariant,
  MetricSpec,
  MetricType,
  ParsedCanary,
  RelationshipLookup,
  RelationshipSelector,
  Relationships,
  Schedule,
  SpecIssue,
  SpecIssueCode,
  TemplateSpec,
} from './checks/model.ts';
export { CHECK_KINDS, type CheckKindKey, ECOSYSTEM_CHECK_KEYS, findCheckKind } from './checks/registry.ts';
export { fromColumns, missingFields, toColumns, valueFromText, valueText } from './connections/form-columns.ts';
export type {
  ConnectionCategory,
  ConnectionColumns,
  ConnectionField,
  ConnectionForm,
  ConnectionKind,
} from './connections/model.ts';
export { CONNECTION_KINDS, type ConnectionType, findConnectionKind } from './connections/registry.ts';
export { parseDuration, parseGoDuration } from './values/duration.ts';
export { type EnvVar, envVarSchema } from './values/env-var.ts';
export { parseSize } from './values/size.ts';
