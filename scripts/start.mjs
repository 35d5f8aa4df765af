// `npm start`: makes a fresh clone ready and then becomes the server. Runs on the machine's own Node.js with nothing installed.
import { spawn } from 'node:child_process';
import { join } from 'node:path';
import { buildConsole, installPackages, PreparationError, ROOT, requireNode } from './prepare.mjs';

const SERVER = [join(ROOT, 'apps/cli/src/main.ts'), 'start', ...process.argv.slice(2)];
const NODE = join(ROOT, 'node_modules/.bin/node');
const NODE_FLAGS = ['--disable-warning=ExperimentalWarning'];

async function main() {
  requireNode();
  await installPackages();
  await buildConsole();
  const env = { NODE_COMPILE_CACHE: join(ROOT, 'node_modules/.cache/quarterdeck-compile'), ...process.env };
  // Where Node.js can, this process turns into the server, so that nothing stands between it and its signals.
  if (process.execve !== undefined) process.execve(NODE, [NODE, ...NODE_FLAGS, ...SERVER], env);
  await runServer(env);
}

/** Runs the server as a child in a group of its own: each signal reaches it exactly once, through this process. */
function runServer(env) {
  return new Promise((resolve) => {
    const server = spawn(NODE, [...NODE_FLAGS, ...SERVER], {
      env,
      stdio: ['inherit', 'inherit', 'inherit', 'ipc'],
      detached: true,
    });
    for (const signal of ['SIGINT', 'SIGTERM', 'SIGHUP']) process.on(signal, () => server.kill(signal));
    server.on('error', (error) => fail(error));
    server.on('exit', (code, signal) => {
      process.exitCode = code ?? (signal === null ? 1 : 130);
      resolve();
    });
  });
}

function fail(error) {
  if (error instanceof PreparationError) {
    process.stderr.write(`\nquarterdeck: ${error.message}\n${error.hint === undefined ? '' : `  ${error.hint}\n`}`);
  } else {
    process.stderr.write(`\nquarterdeck: ${error.stack}\n`);
  }
  process.exitCode = 1;
}

main().catch(fail);
