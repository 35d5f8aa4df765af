import type { ExpressionEngine } from '@quarterdeck/expressions';
import type { RelationshipSelector } from '@quarterdeck/integrations/spec';
import type { HealthClock, HealthDatabase, HealthLog } from '../environment.ts';
import type { LoadedCanary } from '../scheduling/canary-cache.ts';
import type { CollectedResult } from './collect-results.ts';
import { type ResolvedSelector, resolveSelector } from './relationship-selectors.ts';
import { type RelationSide, replaceRelations } from './relationship-store.ts';

const SIDES: readonly RelationSide[] = ['components', 'configs'];

/** Relates the checks of a run by their selectors; checks of transforms use those of the check that made them, with their own labels. */
export class CheckRelations {
  private readonly options: { db: HealthDatabase; log: HealthLog; expressions: ExpressionEngine; clock: HealthClock };

  constructor(options: { db: HealthDatabase; log: HealthLog; expressions: ExpressionEngine; clock: HealthClock }) {
    this.options = options;
  }

  async relate(canary: LoadedCanary, collected: readonly CollectedResult[]): Promise<void> {
    const holders = canary.definition.checks.filter((check) => check.spec.relationships !== undefined);
    if (holders.length === 0) return;
    for (const entry of collected) {
      const { result } = entry;
      const holder =
        holders.find((check) => check.type === result.type && check.name === result.name) ??
        (result.transformed
          ? holders.find((check) => check.key === result.key && check.spec.transform !== undefined)
          : undefined);
      if (holder?.spec.relationships === undefined) continue;
      for (const side of SIDES) await this.relateSide(canary, entry, side, holder.spec.relationships[side] ?? []);
    }
  }

  private async relateSide(
    canary: LoadedCanary,
    entry: CollectedResult,
    side: RelationSide,
    selectors: readonly RelationshipSelector[],
  ): Promise<void> {
    const { db, log, expressions, clock } = this.options;
    try {
      const resolved: ResolvedSelector[] = [];
      for (const selector of selectors) {
        const wanted = await resolveSelector(selector, entry.result, expressions);
        if (wanted !== undefined) resolved.push(wanted);
      }
      await replaceRelations(db, side, { checkId: entry.checkId, canaryId: canary.id }, resolved, clock.now());
    } catch (error) {
      log.warn({ err: error, check: entry.checkId }, 'a check could not be related');
    }
  }
}
