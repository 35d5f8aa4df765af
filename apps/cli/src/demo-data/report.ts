import type { DemoResult } from './generate.ts';

/** What was written, how long it took, and where to look at it. */
export function report({ counts, world }: DemoResult, seconds: number): string {
  const sorted = [...counts].toSorted(([a], [b]) => a.localeCompare(b));
  const width = Math.max(...sorted.map(([table]) => table.length));
  const lines = sorted.map(([table, count]) => `  ${table.padEnd(width)}  ${count.toLocaleString('en').padStart(11)}`);
  const lasting = world.outages.find(({ endedAt }) => endedAt === undefined);
  const total = sorted.reduce((sum, [, count]) => sum + count, 0);
  return `${[
    ...lines,
    `${total.toLocaleString('en')} rows in ${seconds.toFixed(1)} s`,
    '',
    'npm start, then look at',
    '  /health                           checks that fail are part of an outage',
    '  /settings/connections             what the company is connected to',
    ...(lasting === undefined
      ? []
      : [`  /api/db/incident_summary          ${lasting.workload.app} in ${lasting.workload.cluster.name} is broken right now`]),
    '  /api/db/catalog_changes?limit=20  the newest changes, the one that broke it among them',
    '  /api/db/topology?limit=20         the shops, their systems and services',
  ].join('\n')}\n`;
}
