import { z } from 'zod';
import { isPlainObject } from '../canary/plain-object.ts';
import { parseMoment } from '../values/moment.ts';
import { metricType } from './metrics.ts';
import type { CheckResult, MetricSample } from './result.ts';

const transformedSchema = z.object({
  name: z.string().nullish(),
  namespace: z.string().nullish(),
  description: z.string().nullish(),
  type: z.string().nullish(),
  endpoint: z.string().nullish(),
  icon: z.string().nullish(),
  labels: z.record(z.string(), z.unknown()).nullish(),
  pass: z.boolean().nullish(),
  invalid: z.boolean().nullish(),
  error: z.string().nullish(),
  message: z.string().nullish(),
  start: z.string().nullish(),
  duration: z.number().nullish(),
  detail: z.unknown().optional(),
  data: z.record(z.string(), z.unknown()).nullish(),
  metrics: z
    .array(
      z.object({
        name: z.string().nullish(),
        type: z.string().nullish(),
        value: z.number().nullish(),
        labels: z.unknown().optional(),
      }),
    )
    .nullish(),
  displayType: z.string().nullish(),
  deletedAt: z.string().nullish(),
  transformDeleteStrategy: z.enum(['MarkHealthy', 'MarkUnhealthy', 'Ignore']).nullish(),
});

type Transformed = z.infer<typeof transformedSchema>;

/** The text in place of a detail that removes it. */
const DELETE_DETAIL = '$delete';
const MOST_RESULTS = 10_000;

/** What a transform makes of a result. */
export interface TransformOutcome {
  /** The result of the check itself. */
  parent: CheckResult;
  /** Results that become checks of their own. */
  added: CheckResult[];
  /** The output was an empty list. */
  isEmpty: boolean;
  /** Variables that the transform adds for display and test. */
  variables: Record<string, unknown>;
}

const SPELLING = new Map(Object.keys(transformedSchema.shape).map((key) => [key.toLowerCase(), key]));

/** The fields of a result in their spelling: their names match in any case, and the exact one wins. */
function withSpelling(item: unknown): unknown {
  if (!isPlainObject(item)) return item;
  const entries = Object.entries(item);
  const isExact = (key: string) => SPELLING.get(key.toLowerCase()) === key;
  return Object.fromEntries([
    ...entries.filter(([key]) => !isExact(key)).map(([key, value]) => [SPELLING.get(key.toLowerCase()) ?? key, value]),
    ...entries.filter(([key]) => isExact(key)),
  ]);
}

function parseOutput(text: string): Transformed[] {
  let value: unknown;
  try {
    value = JSON.parse(text);
  } catch {
    throw new Error(`the output is not JSON: ${text.length > 200 ? `${text.slice(0, 200)}…` : text}`);
  }
  const list = Array.isArray(value) ? value : [value];
  if (list.length > MOST_RESULTS) throw new Error(`the output has more than ${MOST_RESULTS} results`);
  const parsed = z.array(transformedSchema).safeParse(list.map(withSpelling));
  if (parsed.success) return parsed.data;
  const [first] = parsed.error.issues;
  throw new Error(`the output is no result: ${first ? `${first.path.join('.')}: ${first.message}` : ''}`);
}

/** What Go's time without a value looks like, as the end of an alert that still fires. */
const NO_TIME = /^0001-01-01T00:00:00(\.0+)?(Z|\+00:00)$/;

function parseTime(text: string | null | undefined): Date | undefined {
  return !text || NO_TIME.test(text) ? undefined : parseMoment(text);
}

/** The time that the transform gives instead of the one at which the check ran. */
function timesOf(item: Transformed, parent: CheckResult): Pick<CheckResult, 'startedAt' | 'ranAt'> {
  const given = parseTime(item.start);
  return given === undefined ? { startedAt: parent.startedAt } : { startedAt: given, ranAt: parent.startedAt };
}

function textMap(value: unknown): Record<string, string> {
  if (typeof value !== 'object' || value === null) return {};
  const pairs = Array.isArray(value)
    ? value.flatMap((entry: unknown): [string, unknown][] =>
        typeof entry === 'object' && entry !== null && 'name' in entry && 'value' in entry
          ? [[String(entry.name), entry.value]]
          : [],
      )
    : Object.entries(value);
  return Object.fromEntries(
    pairs
      .filter(([, entry]) => entry !== null && entry !== undefined)
      .map(([key, entry]) => [key, typeof entry === 'object' ? JSON.stringify(entry) : String(entry)]),
  );
}

function metricsOf(item: Transformed): MetricSample[] {
  return (item.metrics ?? []).flatMap((metric) => {
    const type = metricType(metric.type ?? 'gauge');
    if (!metric.name || metric.value === undefined || metric.value === null || type === undefined) return [];
    return [{ name: metric.name, type, value: metric.value, labels: textMap(metric.labels) }];
  });
}

function updateInPlace(parent: CheckResult, item: Transformed): TransformOutcome {
  const detail = item.detail === DELETE_DETAIL ? undefined : (item.detail ?? parent.detail);
  const updated: CheckResult = {
    ...parent,
    detail,
    metrics: [...parent.metrics, ...metricsOf(item)],
    ...timesOf(item, parent),
    pass: item.pass ?? parent.pass,
    invalid: item.invalid ?? parent.invalid,
    durationMs: item.duration ? Math.round(item.duration) : parent.durationMs,
    message: item.message || parent.message,
    error: item.error || parent.error,
    ...(item.description ? { description: item.description } : {}),
    ...(item.labels ? { labels: { ...parent.labels, ...textMap(item.labels) } } : {}),
  };
  return { parent: updated, added: [], isEmpty: false, variables: item.data ?? {} };
}

/** `labels` are those that every check of the canary has. */
function newCheck(parent: CheckResult, item: Transformed, labels: Readonly<Record<string, string>>): CheckResult {
  const deletedAt = parseTime(item.deletedAt);
  const icon = item.icon || parent.icon;
  const description = item.description || parent.description;
  const strategy = item.transformDeleteStrategy ?? parent.transformDeleteStrategy;
  const error = item.error ?? '';
  return {
    key: parent.key,
    type: item.type || parent.type,
    name: item.name || parent.name,
    namespace: item.namespace || parent.namespace,
    ...(description ? { description } : {}),
    ...(icon ? { icon } : {}),
    labels: { ...labels, ...textMap(item.labels) },
    endpoint: item.endpoint || parent.endpoint,
    pass: (item.pass ?? false) && error === '' && item.invalid !== true,
    invalid: item.invalid ?? false,
    message: item.message ?? '',
    error,
    durationMs: item.duration ? Math.round(item.duration) : parent.durationMs,
    ...timesOf(item, parent),
    detail: item.detail,
    data: item.data ?? {},
    metrics: metricsOf(item),
    transformed: true,
    ...(strategy ? { transformDeleteStrategy: strategy } : {}),
    ...(deletedAt ? { deletedAt } : {}),
    ...(parent.owner ? { owner: parent.owner } : {}),
    ...(parent.severity ? { severity: parent.severity } : {}),
  };
}

/**
 * Applies the output of a transform. Throws with the reason when it is none of: an empty list, one object without a name (changes the result),
 * or objects of which the first has another name than the parent (new checks). Source: health-checks §3.4.
 */
export function applyTransform(
  parent: CheckResult,
  output: string,
  canaryLabels: Readonly<Record<string, string>>,
): TransformOutcome {
  const items = parseOutput(output);
  const [first] = items;
  if (first === undefined) return { parent: { ...parent, detail: undefined }, added: [], isEmpty: true, variables: {} };
  if (first.name && first.name !== parent.name) {
    return {
      parent: { ...parent, detail: undefined },
      added: items.map((item) => newCheck(parent, item, canaryLabels)),
      isEmpty: false,
      variables: {},
    };
  }
  if (items.length === 1 && !first.name) return updateInPlace(parent, first);
  throw new Error('the output must be one object without a name, or objects whose names differ from the name of the check');
}
