import { SelectorError } from '@quarterdeck/expressions/selectors';
import type { CatalogReader } from '../catalog-reader.ts';
import { defineProbe, InvalidCheckError, type ProbeContext, ProbeFailedError, type ProbeOutcome } from '../probe.ts';
import { type CatalogCheck, catalogKind } from './spec.ts';

/** Items of one check, however many its selectors mean: a test looks at them all. */
const MOST_ITEMS = 1_000;

async function find(
  catalog: CatalogReader,
  selector: NonNullable<CatalogCheck['selector']>[number],
  left: number,
  signal: AbortSignal,
): Promise<Record<string, unknown>[]> {
  try {
    return await catalog.find(selector, Math.min(selector.limit || left, left), signal);
  } catch (error) {
    signal.throwIfAborted();
    if (error instanceof SelectorError) throw new InvalidCheckError(error.message);
    throw new ProbeFailedError(`the catalog could not be read: ${error instanceof Error ? error.message : String(error)}`);
  }
}

async function run(spec: CatalogCheck, context: ProbeContext): Promise<ProbeOutcome> {
  if (context.catalog === undefined) throw new InvalidCheckError('there is no catalog here: this check runs on a server only');
  if (spec.selector === undefined || spec.selector.length === 0) throw new InvalidCheckError('catalog needs a selector');
  const results: Record<string, unknown>[] = [];
  for (const selector of spec.selector) {
    results.push(...(await find(context.catalog, selector, MOST_ITEMS - results.length, context.signal)));
    if (results.length < MOST_ITEMS) continue;
    context.warn(`the selectors mean ${MOST_ITEMS} items or more; only so many are looked at`);
    break;
  }
  return { data: { results }, message: `${results.length} ${results.length === 1 ? 'item' : 'items'}` };
}

export const probe = defineProbe(catalogKind, { run });
