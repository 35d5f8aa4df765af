import { z } from 'zod';
import { checkRetriesSchema } from '../checks/base-check.ts';
import { dependencyProblems } from '../checks/dependencies.ts';
import type { Canary, CanaryCheck, CanarySpec, CheckKind, ParsedCanary, SpecIssue, SpecIssueCode } from '../checks/model.ts';
import { CHECK_KINDS, ECOSYSTEM_CHECK_KEYS, findCheckKind, NAME_ONLY_CHECK_KEYS } from '../checks/registry.ts';
import { type IssuePath, normalise } from './normalise.ts';
import { isPlainObject } from './plain-object.ts';
import { canarySchedule } from './schedule.ts';
import { webhookSchema } from './webhook.ts';

/** Top-level fields of a canary spec besides the lists of checks. Source: health-checks §1.2. */
export const canaryFieldsSchema = z.object({
  schedule: z.string().optional(),
  interval: z.number().optional(),
  replicas: z.number().optional(),
  icon: z.string().optional(),
  severity: z.string().optional(),
  owner: z.string().optional(),
  env: z.record(z.string(), z.unknown()).optional(),
  resultMode: z.string().optional(),
  retries: checkRetriesSchema.optional(),
  webhook: webhookSchema.optional(),
});

const canaryFieldNames = new Map(Object.keys(canaryFieldsSchema.shape).map((key) => [key.toLowerCase(), key]));
const ecosystemNames = new Map(ECOSYSTEM_CHECK_KEYS.map((key) => [key.toLowerCase(), key]));

export interface CanaryMeta {
  id?: string;
  name: string;
  /** `default` when empty. */
  namespace?: string;
  labels?: Record<string, string>;
  annotations?: Record<string, string>;
  source?: string;
}

export type SpecPosition = Pick<SpecIssue, 'line' | 'column' | 'endLine' | 'endColumn'>;

export interface ParseSpecOptions {
  /** Path of the spec inside its document, for the paths of issues. */
  basePath?: IssuePath;
  /** Position of a path in the source text; `key` asks for the key instead of the value. */
  locate?: (path: IssuePath, what: 'key' | 'value') => SpecPosition;
  line?: number;
}

/** True when a value has at least one key that names a list of checks, known or not built here. */
export function hasCheckKeys(value: Record<string, unknown>): boolean {
  return Object.keys(value).some((key) => findCheckKind(key) !== undefined || ecosystemNames.has(key.toLowerCase()));
}

/** `spec.http[0].url` */
export function formatPath(path: IssuePath): string {
  return path.map((part, index) => (typeof part === 'number' ? `[${part}]` : index === 0 ? part : `.${part}`)).join('');
}

class SpecReader {
  readonly issues: SpecIssue[] = [];
  readonly checks: CanaryCheck[] = [];
  private readonly basePath: IssuePath;
  private readonly locate: (path: IssuePath, what: 'key' | 'value') => SpecPosition;

  constructor(options: ParseSpecOptions) {
    this.basePath = options.basePath ?? [];
    this.locate = options.locate ?? (() => ({}));
  }

  report(
    severity: SpecIssue['severity'],
    code: SpecIssueCode,
    path: IssuePath,
    message: string,
    what: 'key' | 'value' = 'value',
  ): void {
    const full = [...this.basePath, ...path];
    this.issues.push({ path: formatPath(full), ...this.locate(full, what), severity, code, message });
  }

  readonly reportUnknown = (path: IssuePath, key: string): void => {
    this.report('warning', 'FIELD_UNKNOWN', path, `"${key}" is not a known field and has no effect`, 'key');
  };

  reportSchema(error: z.ZodError, path: IssuePath): void {
    for (const problem of error.issues) {
      const at = problem.path.map((part) => (typeof part === 'number' ? part : String(part)));
      this.report('error', 'TYPE_MISMATCH', [...path, ...at], problem.message);
    }
  }

  /** Lists of one kind may stand under several spellings and aliases; indexes go on across them. */
  readKind(kind: CheckKind, rawKey: string, value: unknown): void {
    if (value === null || value === undefined) return;
    if (!Array.isArray(value)) {
      if (!isPlainObject(value)) {
        this.report('error', 'TYPE_MISMATCH', [rawKey], `"${rawKey}" must be a list of checks`);
        return;
      }
      this.report(
        'warning',
        'TYPE_MISMATCH',
        [rawKey],
        `"${rawKey}" should be a list; the object is taken as its only check`,
        'key',
      );
      this.readCheck(kind, value, [rawKey]);
      return;
    }
    for (const [index, item] of value.entries()) this.readCheck(kind, item, [rawKey, index]);
  }

  private readCheck(kind: CheckKind, value: unknown, path: IssuePath): void {
    if (!isPlainObject(value)) {
      this.report('error', 'TYPE_MISMATCH', path, 'a check must be an object');
      return;
    }
    const spec = normalise(kind.schema, value, path, this.reportUnknown);
    if (!isPlainObject(spec)) return;
    const checked = kind.schema.safeParse(spec);
    if (!checked.success) this.reportSchema(checked.error, path);
    for (const field of kind.fields) {
      const entry = spec[field.key];
      if (field.required && field.key !== 'name' && (entry === undefined || entry === '')) {
        this.report('warning', 'FIELD_REQUIRED', path, `${kind.key} needs "${field.key}"`);
      }
    }
    const index = this.checks.filter((check) => check.key === kind.key).length;
    const name = this.uniqueName(kind, this.nameOf(kind, spec, index, path), path);
    this.checks.push({ key: kind.key, type: kind.type, name, index, spec });
  }

  private nameOf(kind: CheckKind, spec: Record<string, unknown>, index: number, path: IssuePath): string {
    for (const key of ['name', 'description']) {
      const text = spec[key];
      if (typeof text === 'string' && text.trim() !== '') return text;
    }
    const name = index === 0 ? kind.key : `${kind.key}-${index + 1}`;
    this.report('warning', 'CHECK_UNNAMED', path, `the check has no name; it is stored as "${name}"`);
    return name;
  }

  private uniqueName(kind: CheckKind, name: string, path: IssuePath): string {
    const isTaken = (candidate: string) => this.checks.some((check) => check.type === kind.type && check.name === candidate);
    if (!isTaken(name)) return name;
    let number = 2;
    while (isTaken(`${name} (${number})`)) number += 1;
    this.report(
      'warning',
      'CHECK_DUPLICATE',
      [...path, 'name'],
      `another ${kind.key} check is named "${name}"; this one is stored as "${name} (${number})"`,
    );
    return `${name} (${number})`;
  }
}

/**
 * Reads a canary spec from a decoded YAML or JSON value, an API body or the database.
 * Never throws: what cannot be used is told in `issues`, and the other checks are read all the same. Source: health-checks §1, §2.0.
 */
export function parseCanarySpec(value: unknown, meta: CanaryMeta, options: ParseSpecOptions = {}): ParsedCanary {
  const reader = new SpecReader(options);
  const annotations = meta.annotations ?? {};
  const raw = isPlainObject(value) ? value : {};
  if (!isPlainObject(value)) reader.report('error', 'TYPE_MISMATCH', [], 'a canary spec must be an object');
  const spec = readTopLevel(raw, reader);
  for (const kind of Object.values<CheckKind>(CHECK_KINDS)) {
    for (const [key, entry] of Object.entries(raw)) if (findCheckKind(key) === kind) reader.readKind(kind, key, entry);
  }
  for (const [check, problem] of dependencyProblems(reader.checks)) {
    reader.report('error', 'DEPENDENCY_INVALID', [check.key, check.index], `"${check.name}" ${problem}`);
  }
  const { schedule, problem } = canarySchedule(spec, annotations);
  if (problem !== undefined) {
    const key = Object.keys(raw).find((name) => ['schedule', 'interval'].includes(name.toLowerCase())) ?? 'schedule';
    reader.report('warning', 'SCHEDULE_INVALID', [key], `the canary is not scheduled: ${problem}`);
  }
  const canary: Canary = {
    ...(meta.id === undefined ? {} : { id: meta.id }),
    name: meta.name,
    namespace: meta.namespace || 'default',
    labels: meta.labels ?? {},
    annotations,
    spec,
    ...(meta.source === undefined ? {} : { source: meta.source }),
  };
  return { canary, checks: reader.checks, schedule, issues: reader.issues, line: options.line ?? 1 };
}

function unsupportedNote(key: string): string {
  const instead = NAME_ONLY_CHECK_KEYS[key];
  if (instead === undefined) return `checks of kind "${key}" are not available and give no result`;
  return `"${key}" is only a name: nothing ever ran such checks and they give no result; use ${instead} instead`;
}

/** The spec as it was given, with the canary's own fields in their spelling and type; lists of checks stay untouched. */
function readTopLevel(raw: Record<string, unknown>, reader: SpecReader): CanarySpec {
  const known: Record<string, unknown> = {};
  const rest: Record<string, unknown> = {};
  for (const [key, entry] of Object.entries(raw)) {
    if (canaryFieldNames.has(key.toLowerCase())) {
      known[key] = entry;
      continue;
    }
    if (key !== '__proto__') rest[key] = entry;
    if (findCheckKind(key) !== undefined) continue;
    const ecosystemKey = ecosystemNames.get(key.toLowerCase());
    if (ecosystemKey === undefined) reader.reportUnknown([key], key);
    else reader.report('info', 'KIND_UNSUPPORTED', [key], unsupportedNote(ecosystemKey), 'key');
  }
  const fields = normalise(canaryFieldsSchema, known, [], reader.reportUnknown);
  const checked = canaryFieldsSchema.safeParse(fields);
  if (checked.success) return { ...rest, ...checked.data };
  reader.reportSchema(checked.error, []);
  const wrong = new Set(checked.error.issues.map((problem) => String(problem.path[0])));
  const usable = canaryFieldsSchema
    .partial()
    .safeParse(Object.fromEntries(Object.entries(isPlainObject(fields) ? fields : {}).filter(([key]) => !wrong.has(key))));
  return { ...rest, ...(usable.success ? usable.data : {}) };
}
