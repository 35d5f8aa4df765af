/**
 * Random CEL expressions and Go templates: each must give a value or an ExpressionError that names a place inside of it, and
 * none may hold up the calling thread.
 * Flags: --evaluations 1000000 --seconds 300 --seed 1. Ends with 1 when something is wrong.
 */
import { parseArgs } from 'node:util';
import { runFuzz } from '../src/testing/fuzz-run.ts';

/** Longer than any evaluation may take on the calling thread, on a busy machine. */
const MAX_EVALUATION_MS = 1_000;

const { values: flags } = parseArgs({
  options: {
    evaluations: { type: 'string', default: '1000000' },
    seconds: { type: 'string', default: '300' },
    seed: { type: 'string', default: '1' },
  },
});

const started = performance.now();
const deadline = started + Number(flags.seconds) * 1000;
const tally = runFuzz({
  seed: Number(flags.seed),
  evaluations: Number(flags.evaluations),
  deadline: () => performance.now() > deadline,
});
const seconds = (performance.now() - started) / 1000;
const errors = [...tally.errors].map(([code, count]) => `${code}: ${count}`).join(', ');
console.log(
  `${tally.evaluations} evaluations in ${seconds.toFixed(1)} s: ${tally.values} values, ${errors}, ${tally.moved} for a worker`,
);
console.log(`slowest: ${tally.slowestMs.toFixed(0)} ms for ${JSON.stringify(tally.slowest.slice(0, 300))}`);
if (tally.slowestMs > MAX_EVALUATION_MS) tally.faults.push(`an evaluation took ${tally.slowestMs.toFixed(0)} ms`);
for (const fault of tally.faults) console.error(fault);
process.exitCode = tally.faults.length === 0 ? 0 : 1;
