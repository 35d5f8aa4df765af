// `npm test`: everything that must hold before a change lands. Works on a fresh clone; ends with one line "N passed, N failed".
// `npm test -- lint unit` runs the named stages only.
import { spawn } from 'node:child_process';
import { existsSync, mkdirSync, readFileSync, rmSync } from 'node:fs';
import { join } from 'node:path';
import { buildConsole, installPackages, ROOT, requireNode } from './prepare.mjs';
import { installSystemPackages } from './system-packages.mjs';
import { countVitest, plainFailures, readPlainCounts, vitestFailures } from './test-counts.mjs';

const BIN = join(ROOT, 'node_modules/.bin');
const RESULTS = join(ROOT, '.test-results');
/** Workspaces whose tests open a database; they run a second time on PostgreSQL. */
const DATABASE_TESTS = [
  'packages/database',
  'packages/data-api',
  'packages/expressions/src/selectors',
  'apps/server',
  'apps/cli',
];

/** Each stage resolves with its counts and a text for each failure; a stage that throws counts as one failure. */
const STAGES = {
  typecheck: () => runCounted('npm', ['run', '--silent', 'typecheck']),
  lint: () => runCounted('npm', ['run', '--silent', 'lint']),
  unit: () => runVitest('unit', [], {}),
  postgres: () => runVitest('postgres', DATABASE_TESTS, { TEST_DATABASE: 'postgres' }),
  build: () => buildConsole().then(() => ({ passed: 1, failed: 0 })),
  e2e: () => runProgram('the browser journeys', ['e2e/src/main.ts']),
  kills: () => runProgram('the kills', ['e2e/durability/main.ts', '--rounds', '8', '--engines', 'embedded,postgres']),
  faults: () => runProgram('the faults', ['e2e/durability/main.ts', '--faults', '--seconds', '8']),
};

async function main(wanted) {
  requireNode();
  const unknown = wanted.find((name) => !(name in STAGES));
  if (unknown !== undefined) throw new Error(`there is no stage "${unknown}", only ${Object.keys(STAGES).join(', ')}`);
  await installPackages();
  await installSystemPackages();
  mkdirSync(RESULTS, { recursive: true });
  const total = { passed: 0, failed: 0 };
  const summary = [];
  const failures = [];
  for (const name of wanted.length > 0 ? wanted : Object.keys(STAGES)) {
    const from = performance.now();
    process.stdout.write(`\n── ${name} ──\n`);
    const counts = await STAGES[name]().catch((error) => {
      process.stdout.write(`${error.message}\n`);
      return { passed: 0, failed: 1, failures: [error.message] };
    });
    failures.push(...(counts.failures ?? []).map((text) => `${name}: ${text}`));
    total.passed += counts.passed;
    total.failed += counts.failed;
    summary.push(
      `${name.padEnd(10)} ${counts.passed} good, ${counts.failed} bad, ${((performance.now() - from) / 1000).toFixed(0)} s`,
    );
  }
  if (failures.length > 0) process.stdout.write(`\n── failed ──\n${failures.join('\n')}\n`);
  process.stdout.write(`\n${summary.join('\n')}\n`);
  return total;
}

async function runVitest(name, folders, extraEnv) {
  const report = join(RESULTS, `${name}.json`);
  rmSync(report, { force: true });
  const reporters = ['--reporter=default', '--reporter=json', `--outputFile.json=${report}`];
  const code = await run(join(BIN, 'vitest'), ['run', ...reporters, ...folders], extraEnv);
  if (!existsSync(report)) throw new Error(`vitest ended with ${code} and left no report`);
  const results = JSON.parse(readFileSync(report, 'utf8'));
  return judge(code, countVitest(results), vitestFailures(results, ROOT));
}

/** A failure outside of tests, such as an unhandled rejection, shows in the exit code only. */
function judge(code, counts, failures) {
  if (code === 0 || counts.failed > 0) return { ...counts, failures };
  return { ...counts, failed: 1, failures: [`ended with ${code} although no test failed; its output above says why`] };
}

/** Runs a program of ours that ends with its counts. */
async function runProgram(name, args) {
  let output = '';
  const code = await run(join(BIN, 'node'), args, {}, (text) => {
    output += text;
  });
  const counts = readPlainCounts(output);
  if (counts === undefined) throw new Error(`${name} ended with ${code} and without their counts`);
  return judge(code, counts, plainFailures(output));
}

async function runCounted(command, args) {
  const code = await run(command, args, {});
  return code === 0
    ? { passed: 1, failed: 0 }
    : { passed: 0, failed: 1, failures: [`ended with ${code}; its output above says why`] };
}

/** Runs a program with the pinned Node.js first on the path; resolves with its exit code. */
function run(command, args, extraEnv, onOutput) {
  return new Promise((resolve, reject) => {
    const env = { ...process.env, ...extraEnv, PATH: `${BIN}:${process.env.PATH}` };
    const stdio = ['ignore', onOutput === undefined ? 'inherit' : 'pipe', 'inherit'];
    const child = spawn(command, args, { cwd: ROOT, env, stdio });
    child.stdout?.on('data', (chunk) => {
      process.stdout.write(chunk);
      onOutput(chunk.toString());
    });
    child.on('error', reject);
    child.on('close', (code) => resolve(code ?? 1));
  });
}

function finish({ passed, failed }) {
  process.stdout.write(`${passed} passed, ${failed} failed\n`);
  process.exitCode = failed === 0 && passed > 0 ? 0 : 1;
}

main(process.argv.slice(2)).then(finish, (error) => {
  process.stderr.write(`${error.message}\n${error.hint === undefined ? '' : `  ${error.hint}\n`}`);
  finish({ passed: 0, failed: 1 });
});
