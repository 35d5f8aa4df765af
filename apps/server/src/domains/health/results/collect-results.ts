import type { CheckResult } from '@quarterdeck/integrations/run';
import type { HealthDatabase, HealthLog } from '../environment.ts';
import { checkKey, type LoadedCanary, labelText } from '../scheduling/canary-cache.ts';
import { type GivenResult, placeGivenResults } from './given-times.ts';
import { microsecondsOf } from './microseconds.ts';
import { type ResultRow, storableJson } from './result-row.ts';
import { upsertTransformedChecks } from './transformed-checks.ts';

/** A result and the stored check it belongs to. */
export interface CollectedResult {
  checkId: string;
  result: CheckResult;
  row: ResultRow;
}

function toRow(checkId: string, result: CheckResult, nextRuntime: Date | undefined): ResultRow {
  return {
    checkId,
    timeUs: microsecondsOf(result.startedAt),
    pass: result.pass,
    invalid: result.invalid,
    durationMs: result.durationMs,
    message: result.message,
    error: result.error,
    details: storableJson(result.detail),
    nextRuntime,
  };
}

async function storeChangedLabels(db: HealthDatabase, canary: LoadedCanary, results: readonly CheckResult[]): Promise<void> {
  for (const result of results) {
    const known = canary.checks.get(checkKey(result.type, result.name));
    const labels = labelText(result.labels);
    if (known === undefined || known.labels === labels) continue;
    await db.query(`UPDATE check_definitions SET labels = $2 WHERE id = $1`, [known.id, JSON.stringify(result.labels)]);
    known.labels = labels;
  }
}

/** Stores what results change besides themselves. While the database is away they are kept all the same, without it. */
async function storeDefinitions(
  db: HealthDatabase,
  log: HealthLog,
  canary: LoadedCanary,
  results: { defined: readonly CheckResult[]; made: readonly CheckResult[] },
): Promise<Map<string, string>> {
  try {
    await storeChangedLabels(db, canary, results.defined);
    if (results.made.length === 0) return new Map();
    canary.hasTransformedChecks = true;
    return await upsertTransformedChecks(db, canary.id, results.made);
  } catch (err) {
    log.error({ err, canary: canary.id, checks: results.made.length }, 'labels and checks of a transform could not be stored');
    return new Map();
  }
}

/** Gives results whose transform told their time the place that they have among the results of their check. */
async function placeInTime(db: HealthDatabase, log: HealthLog, collected: Map<string, CollectedResult>): Promise<void> {
  const given = [...collected.values()].flatMap(({ result, row }): GivenResult[] =>
    // Artifacts are found by the time of their result.
    result.ranAt === undefined || result.artifacts !== undefined ? [] : [{ row, cameUs: microsecondsOf(result.ranAt) }],
  );
  try {
    for (const row of await placeGivenResults(db, given, { olderIsNews: true })) {
      const entry = collected.get(row.checkId);
      if (entry !== undefined) collected.set(row.checkId, { ...entry, row });
    }
  } catch (err) {
    log.warn({ err, results: given.length }, 'results keep the times that their transform gave');
  }
}

/**
 * Finds the stored check of every result. Checks made by a transform are stored first; changed labels are stored.
 * When two results name the same check, the later one counts.
 * @param nextRuntime when the canary runs next
 */
export async function collectResults(
  db: HealthDatabase,
  log: HealthLog,
  canary: LoadedCanary,
  results: readonly CheckResult[],
  nextRuntime: Date | undefined,
): Promise<CollectedResult[]> {
  // A transform may name a check that the canary itself defines: that one gets the result and stays what it is.
  const isDefined = (result: CheckResult) => canary.checks.has(checkKey(result.type, result.name));
  const defined = results.filter(isDefined);
  const lastByKey = new Map(
    results.filter((result) => !isDefined(result)).map((result) => [checkKey(result.type, result.name), result]),
  );
  const made = [...lastByKey.values()];
  const ids = await storeDefinitions(db, log, canary, { defined, made });
  const collected = new Map<string, CollectedResult>();
  for (const result of [...defined, ...made]) {
    const key = checkKey(result.type, result.name);
    const checkId = canary.checks.get(key)?.id ?? ids.get(key);
    if (checkId === undefined) log.warn({ canary: canary.id, check: result.name }, 'a result belongs to no stored check');
    else collected.set(checkId, { checkId, result, row: toRow(checkId, result, nextRuntime) });
  }
  await placeInTime(db, log, collected);
  return [...collected.values()];
}
