import type { z } from 'zod';

/** Which form control edits a field. `secret` hides what is typed; `yaml` edits any value as YAML text. */
export type FieldControl =
  | 'text'
  | 'number'
  | 'secret'
  | 'duration'
  | 'size'
  | 'yaml'
  | 'select'
  | 'switch'
  | 'list'
  | 'map'
  | 'group'
  | 'code'
  | 'expression';

/** One field of a check kind: drives the form, the schema's descriptions and the reference page. */
export interface FieldDescription {
  key: string;
  label: string;
  help?: string;
  control: FieldControl;
  required?: boolean;
  default?: unknown;
  /** Unit of a number, such as `ms` or `days`. */
  unit?: string;
  options?: readonly { value: string; label: string }[];
  /** Fields of a `group`, or of one entry of a `list` whose entries are objects. */
  fields?: readonly FieldDescription[];
  /** What one entry of a `list` without `fields` is; text when absent. */
  items?: 'text' | 'number';
  /** The stored value is an EnvVar: `{value}` or `{valueFrom: {secretKeyRef | configMapKeyRef: {name, key}}}`. */
  envVar?: boolean;
  shownWhen?: { field: string; equals: unknown };
  placeholder?: string;
  /** Heading under which the form shows the field. */
  group?: string;
}

/** A check kind as data, without the code that runs it. Source: health-checks §2. */
export interface CheckKind<S extends BaseCheck = BaseCheck> {
  /** Key of the list in a canary spec. */
  key: string;
  /** Other keys that mean the same list. */
  aliases?: readonly string[];
  /** Stored in `checks.type`. */
  type: string;
  title: string;
  icon: string;
  description: string;
  docs?: string;
  schema: z.ZodType<S>;
  /** The kind's own fields, then the fields common to all kinds. */
  fields: readonly FieldDescription[];
  /** What the check looks at, for display; never holds a password. */
  endpoint(spec: S): string;
  /** The host whose number of simultaneous checks is limited, when the spec tells it without templating. */
  host(spec: S): string | undefined;
  /** A small valid check of this kind. */
  example: unknown;
  /** What a picker offers besides the kind itself, each beginning with another example. */
  variants?: readonly KindVariant[];
}

/** A use of a kind that people look for by another name. */
export interface KindVariant {
  /** Unique among the keys of all kinds and the ids of all variants. */
  id: string;
  title: string;
  icon: string;
  description: string;
  /** A small valid check of the kind. */
  example: unknown;
}

/** An expression in one of the languages; javascript wins over template, template over expr. Source: health-checks §3.1. */
export interface TemplateSpec {
  expr?: string | undefined;
  template?: string | undefined;
  javascript?: string | undefined;
  jsonPath?: string | undefined;
}

export type MetricType = 'counter' | 'gauge' | 'histogram';

export interface MetricSpec {
  name?: string | undefined;
  type?: string | undefined;
  value?: string | undefined;
  labels?: readonly { name: string; value?: string | undefined; valueExpr?: string | undefined }[] | undefined;
}

/** How one property of a relationship selector is looked up. */
export interface RelationshipLookup {
  value?: string | undefined;
  label?: string | undefined;
  expr?: string | undefined;
}

export interface RelationshipSelector {
  id?: RelationshipLookup | undefined;
  external_id?: RelationshipLookup | undefined;
  name?: RelationshipLookup | undefined;
  namespace?: RelationshipLookup | undefined;
  type?: RelationshipLookup | undefined;
  agent?: RelationshipLookup | undefined;
  scope?: RelationshipLookup | undefined;
  labels?: Record<string, string> | undefined;
}

export interface Relationships {
  components?: readonly RelationshipSelector[] | undefined;
  configs?: readonly RelationshipSelector[] | undefined;
}

/** When and how often a failed check runs again before its result counts. Source: health-checks §2.1. */
export interface CheckRetries {
  /** Go duration before the first attempt. */
  delay?: string | undefined;
  /** Go duration from the first attempt after which none begins any more. */
  timeout?: string | undefined;
  /** Go duration between two attempts; 1s when absent. */
  interval?: string | undefined;
  /** Attempts after the first one. */
  maxRetries?: number | undefined;
  disabled?: boolean | undefined;
}

/** Fields that every check has. Source: health-checks §2.1. */
export interface BaseCheck {
  name?: string | undefined;
  description?: string | undefined;
  namespace?: string | { name?: string | undefined } | undefined;
  icon?: string | undefined;
  labels?: Record<string, string> | undefined;
  transformDeleteStrategy?: 'MarkHealthy' | 'MarkUnhealthy' | 'Ignore' | undefined;
  metrics?: readonly MetricSpec[] | undefined;
  test?: TemplateSpec | undefined;
  display?: TemplateSpec | undefined;
  transform?: TemplateSpec | undefined;
  relationships?: Relationships | undefined;
  /** Names of checks of the canary that run before; expressions find what they found in `outputs.<name>`. */
  dependsOn?: readonly string[] | undefined;
  retries?: CheckRetries | undefined;
  /** The check fails when its query gives no rows or its transform no results. */
  markFailOnEmpty?: boolean | undefined;
}

/** Top level of a canary spec: these fields and one list per check kind. Source: health-checks §1.2. */
export interface CanarySpec {
  schedule?: string | undefined;
  /** Seconds; replaced by `schedule`. */
  interval?: number | undefined;
  /** 0 suspends the canary. */
  replicas?: number | undefined;
  icon?: string | undefined;
  severity?: string | undefined;
  owner?: string | undefined;
  resultMode?: string | undefined;
  /** For its checks, which override single fields. */
  retries?: CheckRetries | undefined;
  [key: string]: unknown;
}

export interface Canary {
  id?: string;
  name: string;
  namespace: string;
  labels: Record<string, string>;
  annotations: Record<string, string>;
  spec: CanarySpec;
  source?: string;
}

/** One check of a canary; `spec` has the kind's own spelling of every known key. */
export interface CanaryCheck {
  /** Id of the stored check, once it has one. */
  id?: string;
  /** Key of the kind in the registry. */
  key: string;
  type: string;
  /** Unique within the canary together with `type`. */
  name: string;
  /** Position in its list. */
  index: number;
  spec: BaseCheck & Record<string, unknown>;
}

export type IssueSeverity = 'error' | 'warning' | 'info';

/** Something to tell the author of a spec. Lines and columns start at 1. */
export interface SpecIssue {
  path: string;
  line?: number;
  column?: number;
  endLine?: number;
  endColumn?: number;
  severity: IssueSeverity;
  code: SpecIssueCode;
  message: string;
}

export type SpecIssueCode =
  | 'YAML_INVALID'
  | 'TOO_LARGE'
  | 'TYPE_MISMATCH'
  | 'FIELD_UNKNOWN'
  | 'FIELD_REQUIRED'
  | 'KIND_UNSUPPORTED'
  | 'CHECK_DUPLICATE'
  | 'CHECK_UNNAMED'
  | 'CANARY_DUPLICATE'
  | 'DEPENDENCY_INVALID'
  | 'SCHEDULE_INVALID'
  | 'DOCUMENT_IGNORED'
  | 'TEMPLATE_INVALID';

/** When a canary runs. `never` carries why: asked for, nothing given, suspended, or an unusable schedule. */
export type Schedule =
  | { kind: 'cron'; expression: string; timeZone?: string }
  | { kind: 'every'; intervalMs: number }
  | { kind: 'never'; reason: 'never' | 'absent' | 'suspended' | 'invalid' };

export interface ParsedCanary {
  canary: Canary;
  /** In running order. */
  checks: CanaryCheck[];
  schedule: Schedule;
  issues: SpecIssue[];
  /** First line of the document in its file. */
  line: number;
}
