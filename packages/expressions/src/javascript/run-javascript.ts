import { readFile } from 'node:fs/promises';
import { createRequire } from 'node:module';
import releaseVariant from '@jitl/quickjs-wasmfile-release-sync';
import {
  newQuickJSWASMModuleFromVariant,
  type QuickJSContext,
  type QuickJSHandle,
  type QuickJSRuntime,
  type QuickJSWASMModule,
} from 'quickjs-emscripten-core';
import { assertTextLength } from '../budget.ts';
import { EvaluationFault, ExpressionError, messageOf } from '../expression-error.ts';
import { callKey, type KnownResults, PendingCall } from '../external-functions.ts';
import { toJson } from '../functions/json.ts';
import { GUEST_HELPERS } from './guest-helpers.ts';
import { GUEST_KUBERNETES } from './guest-kubernetes.ts';

const MEMORY_LIMIT_BYTES = 64 * 1024 * 1024;
const STACK_LIMIT_BYTES = 512 * 1024;
const SCRIPT_NAME = 'script';
const INPUT_NAME = '__input';

export interface JavaScriptRun {
  readonly source: string;
  readonly variables: Readonly<Record<string, unknown>>;
  readonly results: KnownResults;
  readonly externalNames: readonly string[];
  /** Time limit in milliseconds. */
  readonly timeoutMs: number;
}

let loadedModule: Promise<QuickJSWASMModule> | undefined;
let underscoreSource: Promise<string> | undefined;

function loadModule(): Promise<QuickJSWASMModule> {
  loadedModule ??= newQuickJSWASMModuleFromVariant(releaseVariant);
  return loadedModule;
}

/** Loads the interpreter, so that the first script of this thread takes no longer than the others. */
export async function prepareJavaScript(): Promise<void> {
  await loadModule();
}

function loadUnderscore(): Promise<string> {
  underscoreSource ??= readFile(createRequire(import.meta.url).resolve('underscore/underscore-umd-min.js'), 'utf8');
  return underscoreSource;
}

/**
 * Runs a script in an interpreter of its own, without access to anything but its variables. The value of the last statement,
 * as text, is the output. Throws ExpressionError, or PendingCall when the script needs a caller's function first.
 */
export async function runJavaScript(run: JavaScriptRun): Promise<string> {
  const module = await loadModule();
  const underscore = /\b_\b/.test(run.source) ? await loadUnderscore() : undefined;
  const runtime = module.newRuntime();
  try {
    runtime.setMemoryLimit(MEMORY_LIMIT_BYTES);
    runtime.setMaxStackSize(STACK_LIMIT_BYTES);
    return runScript(runtime, run, underscore);
  } finally {
    disposeQuietly(runtime);
  }
}

/** After running out of memory the interpreter may hold values that cannot be released; its memory goes with the module's. */
function disposeQuietly(runtime: QuickJSRuntime): void {
  try {
    runtime.dispose();
  } catch {
    loadedModule = undefined;
  }
}

function runScript(runtime: QuickJSRuntime, run: JavaScriptRun, underscore: string | undefined): string {
  const deadline = performance.now() + run.timeoutMs * 0.9;
  let isLate = false;
  runtime.setInterruptHandler(() => {
    isLate = performance.now() > deadline;
    return isLate;
  });
  const context = runtime.newContext();
  const calls: PendingCall[] = [];
  try {
    if (underscore !== undefined) execute(context, underscore, 'underscore').dispose();
    execute(context, GUEST_HELPERS, 'helpers').dispose();
    if (/\bk8s\b/.test(run.source)) execute(context, GUEST_KUBERNETES, 'kubernetes').dispose();
    defineVariables(context, run.variables);
    for (const name of run.externalNames) defineExternal(context, name, run.results, calls);
    const value = execute(context, run.source, SCRIPT_NAME);
    const text = context.getString(value);
    value.dispose();
    if (isLate) throw new EvaluationFault('interrupted');
    assertTextLength(text.length);
    return text;
  } catch (error) {
    throw calls[0] ?? toExpressionError(error, run, isLate);
  } finally {
    context.dispose();
  }
}

class GuestError extends Error {
  readonly line: number | undefined;

  constructor(message: string, line: number | undefined) {
    super(message);
    this.name = 'GuestError';
    this.line = line;
  }
}

function execute(context: QuickJSContext, source: string, name: string): QuickJSHandle {
  const result = context.evalCode(source, name, { type: 'global', strict: false });
  if (result.error === undefined) return result.value;
  const dumped: unknown = context.dump(result.error);
  result.error.dispose();
  throw guestError(dumped);
}

function guestError(thrown: unknown): GuestError {
  if (typeof thrown !== 'object' || thrown === null || !('message' in thrown)) return new GuestError(String(thrown), undefined);
  const name = 'name' in thrown ? `${String(thrown.name)}: ` : '';
  const stack = 'stack' in thrown ? String(thrown.stack) : '';
  const line = new RegExp(`\\b${SCRIPT_NAME}:(\\d+)`).exec(stack)?.[1];
  return new GuestError(`${name}${String(thrown.message)}`, line === undefined ? undefined : Number(line));
}

function defineVariables(context: QuickJSContext, variables: Readonly<Record<string, unknown>>): void {
  using input = context.newString(toJson(variables));
  context.setProp(context.global, INPUT_NAME, input);
  execute(
    context,
    `(function (scope, values) { delete scope.${INPUT_NAME}; for (var name in values) scope[name] = values[name]; })(this, JSON.parse(${INPUT_NAME}))`,
    'variables',
  ).dispose();
}

/** A caller's function; when its result is not known the script stops and the engine obtains it. */
function defineExternal(context: QuickJSContext, name: string, results: KnownResults, calls: PendingCall[]): void {
  using handle = context.newFunction(name, (...args) => {
    const given: unknown[] = args.map((arg): unknown => context.dump(arg));
    const key = callKey(name, given);
    if (!results.has(key)) {
      calls.push(new PendingCall(name, given));
      throw new Error(`result of ${name}() is not known yet`);
    }
    return execute(context, `(${toJson(results.get(key) ?? null)})`, 'result');
  });
  context.setProp(context.global, name, handle);
}

function toExpressionError(error: unknown, run: JavaScriptRun, isLate: boolean): ExpressionError {
  const expression = run.source;
  if (isLate) return new ExpressionError('EXPRESSION_LIMIT', `expression took longer than ${run.timeoutMs} ms`, { expression });
  const message = messageOf(error);
  if (error instanceof EvaluationFault) return new ExpressionError(error.code, message, { expression });
  if (/out of memory|stack overflow|string too long|invalid array (?:length|index)/i.test(message)) {
    return new ExpressionError('EXPRESSION_LIMIT', `script needs too much memory or depth: ${message}`, { expression });
  }
  const line = error instanceof GuestError ? error.line : undefined;
  const code = message.startsWith('SyntaxError') ? 'EXPRESSION_INVALID' : 'EXPRESSION_FAILED';
  return new ExpressionError(code, message, { expression, line });
}
