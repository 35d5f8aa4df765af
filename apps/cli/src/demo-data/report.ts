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
    '  /health     checks that fail are part of an outage',
    ...(lasting === undefined
      ? []
      : [`  /incidents  ${lasting.workload.app} in ${lasting.workload.cluster.name} is broken right now`]),
    '  /catalog    its deployment, with the change that broke it',
    '  /topology   the shops, their systems and services',
  ].join('\n')}\n`;
}
