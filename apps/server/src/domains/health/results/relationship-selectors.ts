import { createHash } from 'node:crypto';
import type { ExpressionEngine } from '@quarterdeck/expressions';
import type { CheckResult } from '@quarterdeck/integrations/run';
import type { RelationshipLookup, RelationshipSelector } from '@quarterdeck/integrations/spec';

/** A selector after its lookups: what components or configuration items must match. */
export interface ResolvedSelector {
  /** MD5 of the selector's JSON as written. */
  selectorId: string;
  id?: string;
  externalId?: string;
  name?: string;
  namespace?: string;
  type?: string;
  /** Name or id of an agent; `all` for every agent; the local one when absent. */
  agent?: string;
  labels: Record<string, string>;
}

const FIELDS = [
  ['id', 'id'],
  ['external_id', 'externalId'],
  ['name', 'name'],
  ['namespace', 'namespace'],
  ['type', 'type'],
  ['agent', 'agent'],
] as const;

function isEmpty(lookup: RelationshipLookup | undefined): boolean {
  return lookup === undefined || !(lookup.value || lookup.label || lookup.expr);
}

function resultVariable(result: CheckResult): Record<string, unknown> {
  const {
    name,
    namespace,
    description,
    type,
    endpoint,
    labels,
    pass,
    invalid,
    error,
    message,
    detail,
    data,
    durationMs,
    startedAt,
  } = result;
  return {
    result: {
      name,
      namespace,
      description: description ?? '',
      type,
      endpoint,
      labels,
      pass,
      invalid,
      error,
      message,
      detail: detail ?? null,
      data,
      duration: durationMs,
      start: startedAt,
    },
  };
}

async function lookUp(lookup: RelationshipLookup, result: CheckResult, expressions: ExpressionEngine): Promise<string> {
  if (lookup.value) return lookup.value;
  if (lookup.label) return result.labels[lookup.label] ?? '';
  if (!lookup.expr) return '';
  const value = await expressions.evaluate(lookup.expr, resultVariable(result));
  return typeof value === 'string' || typeof value === 'number' || typeof value === 'bigint' ? String(value) : '';
}

/**
 * Evaluates the lookups of a selector for one result: value, else the result's label, else CEL over `result`.
 * Undefined when a lookup comes out empty, or when the selector asks for nothing. Source: health-checks §3.5.
 */
export async function resolveSelector(
  selector: RelationshipSelector,
  result: CheckResult,
  expressions: ExpressionEngine,
): Promise<ResolvedSelector | undefined> {
  const resolved: ResolvedSelector = {
    selectorId: createHash('md5').update(JSON.stringify(selector)).digest('hex'),
    labels: { ...selector.labels },
  };
  let asked = Object.keys(resolved.labels).length;
  for (const [key, field] of FIELDS) {
    const lookup = selector[key];
    if (lookup === undefined || isEmpty(lookup)) continue;
    const text = await lookUp(lookup, result, expressions);
    if (text === '') return undefined;
    resolved[field] = text;
    if (field !== 'agent') asked += 1;
  }
  return asked > 0 ? resolved : undefined;
}
