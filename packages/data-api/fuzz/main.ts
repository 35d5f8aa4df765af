/**
 * Random requests against the row API: most of them through parser, resolver and SQL writer without a database, a sample executed.
 * Flags: --inputs 1000000 --executed 5000 --seconds 300 (most of the time, for both) --seed 1. Ends with 1 when something is wrong.
 */
import { parseArgs } from 'node:util';
import { openDryRun } from '../src/testing/dry-run.ts';
import { createInputs, createRandom } from '../src/testing/random-requests.ts';
import { openTestApi } from '../src/testing/requests.ts';
import { showsSql } from '../src/testing/statement-check.ts';

const BATCH = 10_000;

const { values: flags } = parseArgs({
  options: {
    inputs: { type: 'string', default: '1000000' },
    executed: { type: 'string', default: '5000' },
    seconds: { type: 'string', default: '300' },
    seed: { type: 'string', default: '1' },
  },
});
const seed = Number(flags.seed);
const deadline = performance.now() + Number(flags.seconds) * 1000;
const faults: string[] = [];

function show(statuses: ReadonlyMap<number, number>): string {
  const sorted = [...statuses].sort(([a], [b]) => a - b);
  return sorted.map(([status, count]) => `${status}: ${count}`).join(', ');
}

async function fuzzDry(inputs: number): Promise<void> {
  const startedMs = performance.now();
  const run = await openDryRun({ seed });
  let tally = await run.send(0);
  while (tally.requests < inputs && tally.faults.length === 0 && performance.now() < deadline) {
    tally = await run.send(Math.min(BATCH, inputs - tally.requests));
  }
  const seconds = (performance.now() - startedMs) / 1000;
  console.log(`not executed: ${tally.requests} requests in ${seconds.toFixed(1)} s, ${tally.statements} statements written`);
  console.log(`  on ${[...tally.relations].sort().join(', ')}`);
  console.log(`  ${show(tally.statuses)}`);
  faults.push(...tally.faults);
}

async function fuzzExecuted(inputs: number): Promise<void> {
  const startedMs = performance.now();
  let request = '';
  const test = await openTestApi({
    allowUnfilteredWrites: true,
    onError: (error) => faults.push(`${String(error)} for ${request}`),
  });
  const next = createInputs(createRandom(seed + 1));
  const statuses = new Map<number, number>();
  let sent = 0;
  for (; sent < inputs && faults.length === 0 && performance.now() < deadline; sent += 1) {
    const input = next();
    request = `${input.method} ${input.path}?${input.query} ${JSON.stringify(input.headers)} ${input.body}`;
    const { status, body } = await test.api.handle(input);
    statuses.set(status, (statuses.get(status) ?? 0) + 1);
    if (status >= 500 || (status >= 400 && showsSql(String(body), request))) faults.push(`${status} ${body} for ${request}`);
  }
  await test.close();
  const seconds = (performance.now() - startedMs) / 1000;
  console.log(`executed on ${test.db.engine}: ${sent} requests in ${seconds.toFixed(1)} s`);
  console.log(`  ${show(statuses)}`);
}

await fuzzExecuted(Number(flags.executed));
await fuzzDry(Number(flags.inputs));
for (const fault of faults) console.log(`FAULT ${fault}`);
console.log(`${faults.length} faults`);
process.exitCode = faults.length === 0 ? 0 : 1;
