import { readFile } from 'node:fs/promises';
import { createRequire } from 'node:module';
import { compileFunction } from 'node:vm';

/** Runs a jq program over one JSON text; gives its outputs as lines of JSON. Throws an Error with jq's message. */
export type JqProgram = (json: string, program: string) => string;

const requireFromHere = createRequire(import.meta.url);
/** Most bytes that a program may print. */
const MAX_OUTPUT_BYTES = 4 * 1024 * 1024;

/**
 * What is changed in the package's code while it is loaded. As published it copies its whole input for every byte read and its
 * whole output for every byte written, forgets errors that follow an output, and only answers asynchronously.
 */
const CHANGES: readonly (readonly [published: string, changed: string])[] = [
  ['stdinBuffer = stdinBuffer.slice(1);', 'stdinBuffer = stdinBuffer.subarray(1);'],
  ['stdoutBuffer = new Uint8Array(0); stderrBuffer = new Uint8Array(0); if', 'stdoutBuffer = []; stderrBuffer = []; if'],
  [
    'if (stdoutBuffer.length > 0) {',
    'if (stdoutBuffer.length > 0 && !fromByteArray(Uint8Array.from(stderrBuffer)).startsWith("jq: ")) {',
  ],
  ['return fromByteArray(stdoutBuffer).trim()', 'return fromByteArray(Uint8Array.from(stdoutBuffer)).trim()'],
  ['fromByteArray(stderrBuffer).trim()', 'fromByteArray(Uint8Array.from(stderrBuffer)).trim()'],
  [appending('stdoutBuffer'), pushing('stdoutBuffer')],
  [appending('stderrBuffer'), pushing('stderrBuffer')],
  ['return runtimeInitPromise.then(() => rawImpl(jsonString, query, flags));', 'return rawImpl(jsonString, query, flags);'],
  ['console.error(message);', ''],
];

function appending(buffer: string): string {
  return `const tmp = new Uint8Array(${buffer}.length + 1); tmp.set(${buffer}, 0); tmp[tmp.length - 1] = charCode; ${buffer} = tmp;`;
}

function pushing(buffer: string): string {
  return `if (${buffer}.length >= ${MAX_OUTPUT_BYTES}) throw new RangeError("jq: the output is too long"); ${buffer}.push(charCode);`;
}

/** The package's code with its changes. Throws when the package is another one than expected. */
export function changedSource(published: string): string {
  return CHANGES.reduce((source, [from, to]) => {
    const place = anyWhiteSpace(from);
    if (source.split(place).length !== 2) throw new Error(`jq-wasm is not the expected version: ${from} is missing`);
    return source.replace(place, () => to);
  }, published);
}

function anyWhiteSpace(text: string): RegExp {
  const parts = text.split(' ').map((part) => part.replace(/[.*+?^${}()|[\]\\]/g, '\\$&'));
  return new RegExp(parts.join('\\s+'));
}

function isFunction(value: unknown): value is (...args: unknown[]) => unknown {
  return typeof value === 'function';
}

/** Loads jq (WebAssembly, at most 256 MiB of memory). */
export async function loadJq(): Promise<JqProgram> {
  const file = requireFromHere.resolve('jq-wasm/dist/build/jq.js');
  const source = changedSource(await readFile(file, 'utf8'));
  const module: { exports: unknown } = { exports: {} };
  const define: unknown = compileFunction(source, ['module', 'exports', 'require', '__filename', '__dirname'], {
    filename: file,
  });
  if (!isFunction(define)) throw new Error('jq-wasm cannot be loaded');
  define(module, module.exports, createRequire(file), file, '');
  if (!isFunction(module.exports)) throw new Error('jq-wasm cannot be loaded');
  const instance: unknown = await module.exports();
  const raw: unknown = typeof instance === 'object' && instance !== null ? Reflect.get(instance, 'raw') : undefined;
  if (!isFunction(raw)) throw new Error('jq-wasm cannot be loaded');
  return (json, program) => String(raw(json, program, ['-c']));
}
