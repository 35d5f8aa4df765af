// Steps that make a checkout runnable: packages and console files. Only what Node.js 20 has on board.
import { spawn } from 'node:child_process';
import { createHash } from 'node:crypto';
import { existsSync, mkdirSync, readdirSync, readFileSync, writeFileSync } from 'node:fs';
import { dirname, join, relative } from 'node:path';
import { fileURLToPath } from 'node:url';
import { startStep } from './progress.mjs';

export const ROOT = join(dirname(fileURLToPath(import.meta.url)), '..');

const OLDEST_NODE = [20, 19];
const INSTALL_STAMP = join(ROOT, 'node_modules/.quarterdeck-install');
const CONSOLE = join(ROOT, 'apps/console');
const CONSOLE_STAMP = join(CONSOLE, 'dist/.quarterdeck-build');
/** Of a failed program's output the beginning names the cause or the end does. */
const OUTPUT_LINES_EACH_END = 12;

/** A step failed; the message is for people, the hint says what to do. */
export class PreparationError extends Error {
  constructor(message, hint) {
    super(message);
    this.hint = hint;
  }
}

/** Refuses a Node.js that is too old even for the preparation. */
export function requireNode(version = process.versions.node) {
  const [major, minor] = version.split('.').map(Number);
  if (major > OLDEST_NODE[0] || (major === OLDEST_NODE[0] && minor >= OLDEST_NODE[1])) return;
  throw new PreparationError(
    `Node.js ${version} is too old: ${OLDEST_NODE.join('.')} or newer is needed to begin.`,
    'Install a newer Node.js; everything else, also the Node.js that the server uses, is installed by npm start.',
  );
}

/** Installs the packages when they are missing or the lock file has changed since. */
export async function installPackages() {
  const wanted = hashOf([join(ROOT, 'package-lock.json')]);
  if (readStamp(INSTALL_STAMP) === wanted && existsSync(join(ROOT, 'node_modules/.bin/node'))) return;
  const isFresh = !existsSync(join(ROOT, 'node_modules'));
  const step = startStep(isFresh ? 'Installing packages (first start only)' : 'Installing changed packages');
  // Not `npm ci`: it refuses a lock file that does not list the native packages of every other platform.
  const command = ['install', '--no-save', '--include=dev', '--include=optional', '--no-audit', '--no-fund', '--loglevel=error'];
  await run(npm(command), step, {
    failure: 'The packages could not be installed.',
    hint: 'Check the connection to the package registry and the free space, then run npm start again.',
  });
  writeFileSync(INSTALL_STAMP, wanted);
}

/** Builds the console when its sources, or those of the packages in it, have changed since. */
export async function buildConsole() {
  const manifest = JSON.parse(readFileSync(join(CONSOLE, 'package.json'), 'utf8'));
  if (manifest.scripts?.build === undefined) return;
  const wanted = hashOf(consoleSources());
  if (readStamp(CONSOLE_STAMP) === wanted) return;
  const step = startStep('Building the console');
  await run(npm(['run', 'build', '--workspace', 'apps/console', '--silent']), step, {
    failure: 'The console could not be built.',
    hint: 'Run npm run build to see all of the output.',
  });
  mkdirSync(dirname(CONSOLE_STAMP), { recursive: true });
  writeFileSync(CONSOLE_STAMP, wanted);
}

/** Whether the packages in node_modules are those of the lock file, and the built console that of the sources. */
export function readPreparation() {
  return {
    packages: readStamp(INSTALL_STAMP) === hashOf([join(ROOT, 'package-lock.json')]),
    console: readStamp(CONSOLE_STAMP) === hashOf(consoleSources()),
  };
}

function consoleSources() {
  const folders = new Set();
  const visit = (folder) => {
    if (folders.has(folder)) return;
    folders.add(folder);
    const { dependencies = {} } = JSON.parse(readFileSync(join(folder, 'package.json'), 'utf8'));
    for (const name of Object.keys(dependencies)) {
      if (name.startsWith('@quarterdeck/')) visit(join(ROOT, 'packages', name.slice('@quarterdeck/'.length)));
    }
  };
  visit(CONSOLE);
  return [join(ROOT, 'package-lock.json'), ...[...folders].flatMap(listSources)].sort();
}

function listSources(folder) {
  return readdirSync(folder, { withFileTypes: true }).flatMap((entry) => {
    const path = join(folder, entry.name);
    if (entry.isDirectory()) return ['node_modules', 'dist'].includes(entry.name) ? [] : listSources(path);
    return /\.test\.tsx?$/.test(entry.name) ? [] : [path];
  });
}

function hashOf(files) {
  const hash = createHash('sha256');
  for (const file of files)
    hash
      .update(`${relative(ROOT, file)}\0`)
      .update(readFileSync(file))
      .update('\0');
  return hash.digest('hex');
}

function readStamp(file) {
  return existsSync(file) ? readFileSync(file, 'utf8') : undefined;
}

/** npm as it was called, else the one on the path. */
function npm(args) {
  const script = process.env.npm_execpath;
  return script?.endsWith('.js') ? [process.execPath, [script, ...args]] : ['npm', args];
}

function run([command, args], step, { failure, hint }) {
  return new Promise((resolve, reject) => {
    const output = [];
    // A production environment would leave out the tools that build the console.
    const env = { ...process.env, NODE_ENV: undefined, NO_COLOR: '1' };
    const child = spawn(command, args, { cwd: ROOT, env, stdio: ['ignore', 'pipe', 'pipe'] });
    const stop = () => child.kill('SIGTERM');
    process.once('SIGINT', stop);
    for (const stream of [child.stdout, child.stderr]) stream.on('data', (chunk) => output.push(chunk));
    child.on('error', (error) => finish(error.message));
    child.on('close', (code, signal) => finish(code === 0 ? undefined : `exit ${code ?? signal}`));
    const finish = (problem) => {
      process.removeListener('SIGINT', stop);
      step.end(problem === undefined);
      if (problem === undefined) return resolve();
      process.stderr.write(`${bothEnds(Buffer.concat(output).toString())}\n`);
      reject(new PreparationError(`${failure} (${problem})`, hint));
    };
  });
}

function bothEnds(text) {
  const lines = text.trim().split('\n');
  if (lines.length <= 2 * OUTPUT_LINES_EACH_END) return lines.join('\n');
  return [...lines.slice(0, OUTPUT_LINES_EACH_END), '…', ...lines.slice(-OUTPUT_LINES_EACH_END)].join('\n');
}
