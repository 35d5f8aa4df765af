import { readdir } from 'node:fs/promises';
import { join } from 'node:path';
import type { ExpressionEngine } from '@quarterdeck/expressions';
import { readCanaryFile } from '@quarterdeck/integrations/run';
import type { HealthDatabase, HealthLog, Queries } from '../environment.ts';
import { UI_SOURCE } from './canary-service.ts';
import { errorTexts } from './reconcile.ts';

export interface LoadExamplesOptions {
  db: HealthDatabase;
  log: HealthLog;
  expressions: ExpressionEngine;
  folder: string;
  /** Root of the templates in the files, such as `{port}`. */
  data: Readonly<Record<string, unknown>>;
}

async function isFirstStart(db: Queries): Promise<boolean> {
  const { rowCount } = await db.query('SELECT 1 FROM canaries LIMIT 1');
  return rowCount === 0;
}

/**
 * Loads the example canaries into a database that never had a canary. They belong to the console afterwards: editable, deletable.
 * @returns how many canaries were added
 */
export async function loadExamples(options: LoadExamplesOptions): Promise<number> {
  const { db, log, expressions, folder, data } = options;
  if (!(await isFirstStart(db))) return 0;
  const names = (await readdir(folder).catch(() => [])).filter((name) => /\.ya?ml$/i.test(name)).sort();
  let added = 0;
  for (const name of names) {
    const { canaries, issues } = await readCanaryFile(join(folder, name), process.stdin, { data, expressions });
    const usable = canaries.filter((canary) => errorTexts(canary).length === 0);
    if (usable.length < canaries.length || issues.length > 0) log.warn({ file: name, issues }, 'an example is not usable');
    for (const { canary } of usable) {
      const { rowCount } = await db.query(
        `INSERT INTO canaries (name, namespace, labels, annotations, spec, source) VALUES ($1, $2, $3, $4, $5, $6) ON CONFLICT DO NOTHING`,
        [
          canary.name,
          canary.namespace,
          JSON.stringify(canary.labels),
          JSON.stringify(canary.annotations),
          JSON.stringify(canary.spec),
          UI_SOURCE,
        ],
      );
      added += rowCount;
    }
  }
  return added;
}
