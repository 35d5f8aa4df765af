import type { RunExpressions, Variables } from './expressions.ts';
import type { MetricSpec, MetricType } from './model.ts';
import type { MetricSample } from './result.ts';

const TYPES: readonly MetricType[] = ['counter', 'gauge', 'histogram'];

/** The metric type of a text; undefined when it is none. */
export function metricType(text: unknown): MetricType | undefined {
  return TYPES.find((type) => type === String(text).toLowerCase());
}

function parseNumber(text: string): number | undefined {
  const trimmed = text.trim();
  return /^[+-]?(\d+\.?\d*|\.\d+)(e[+-]?\d+)?$/i.test(trimmed) ? Number(trimmed) : undefined;
}

/**
 * Measures the metrics of a check; an incomplete one is left out. Rejects with a message that names the metric when a value is no number.
 * Source: health-checks §3.6.
 */
export async function measure(
  specs: readonly MetricSpec[],
  expressions: RunExpressions,
  variables: Variables,
): Promise<MetricSample[]> {
  const samples: MetricSample[] = [];
  for (const spec of specs) {
    if (!spec.name || !spec.value) continue;
    const type = metricType(spec.type ?? 'gauge');
    if (type === undefined) throw new Error(`metric ${spec.name} has the unknown type "${spec.type}"`);
    const text = await expressions.render({ expr: spec.value }, variables);
    const value = parseNumber(text);
    if (value === undefined)
      throw new Error(`metric ${spec.name}: "${text.length > 100 ? `${text.slice(0, 100)}…` : text}" is not a number`);
    const labels: Record<string, string> = {};
    for (const label of spec.labels ?? []) {
      labels[label.name] = label.valueExpr ? await expressions.render({ expr: label.valueExpr }, variables) : (label.value ?? '');
    }
    samples.push({ name: spec.name, type, value, labels });
  }
  return samples;
}
