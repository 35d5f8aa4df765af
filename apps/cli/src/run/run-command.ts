import { mkdtemp, readFile, rm, writeFile } from 'node:fs/promises';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { createExpressionEngine, type ExpressionEngine } from '@quarterdeck/expressions';
import {
  type CheckContext,
  chainValues,
  createCheckRunner,
  environmentValues,
  fileValues,
  LoadError,
  noConnections,
  ownClusterValues,
  readCanaryFile,
} from '@quarterdeck/integrations/run';
import type { ParsedCanary } from '@quarterdeck/integrations/spec';
import { parseDocument } from 'yaml';
import { parseRunArguments, RUN_USAGE, type RunArguments, UsageError } from './arguments.ts';
import { formatCsv, formatHuman, formatIssue, formatJson, formatJunit, type ReportedResult } from './report.ts';

/** Where a command reads and writes. */
export interface CommandIo {
  stdin: NodeJS.ReadableStream;
  stdout: NodeJS.WritableStream & { isTTY?: boolean };
  stderr: NodeJS.WritableStream;
  env: Readonly<Record<string, string | undefined>>;
  /** Ends the run: unfinished checks fail. */
  signal?: AbortSignal;
}

const EXIT = { healthy: 0, unhealthy: 1, unusable: 2 } as const;

interface Input {
  canaries: ParsedCanary[];
  isUsable: boolean;
}

async function readData(file: string | undefined): Promise<unknown> {
  if (file === undefined) return undefined;
  let text: string;
  try {
    text = await readFile(file, 'utf8');
  } catch (error) {
    throw new LoadError(`${file}: ${error instanceof Error ? error.message : String(error)}`);
  }
  const document = parseDocument(text);
  const [problem] = document.errors;
  if (problem !== undefined)
    throw new LoadError(
      `${file}:${problem.linePos?.[0].line ?? 1}: ${problem.message.split('\n')[0] ?? 'the YAML cannot be read'}`,
    );
  return document.toJS({ maxAliasCount: 100 }) ?? {};
}

/** Reads all files; what is wrong with them goes to standard error. */
async function readInput(args: RunArguments, io: CommandIo, expressions: ExpressionEngine): Promise<Input> {
  const data = await readData(args.dataFile);
  const canaries: ParsedCanary[] = [];
  let isUsable = true;
  for (const file of args.files) {
    try {
      const loaded = await readCanaryFile(file, io.stdin, { expressions, ...(data === undefined ? {} : { data }) });
      const issues = [...loaded.issues, ...loaded.canaries.flatMap((canary) => canary.issues)];
      for (const issue of issues) io.stderr.write(`${formatIssue(file, issue)}\n`);
      if (issues.some((issue) => issue.severity === 'error')) isUsable = false;
      canaries.push(...loaded.canaries);
    } catch (error) {
      if (!(error instanceof LoadError)) throw error;
      io.stderr.write(`${error.message}\n`);
      isUsable = false;
    }
  }
  const { namespace } = args;
  return {
    canaries:
      namespace === undefined ? canaries : canaries.map((parsed) => ({ ...parsed, canary: { ...parsed.canary, namespace } })),
    isUsable,
  };
}

async function runCanaries(
  canaries: readonly ParsedCanary[],
  io: CommandIo,
  expressions: ExpressionEngine,
  prometheusUrl: string | undefined,
): Promise<ReportedResult[]> {
  const tempDir = await mkdtemp(join(tmpdir(), 'quarterdeck-run-'));
  const runner = createCheckRunner(prometheusUrl ? { prometheusUrl } : {});
  const valuesDir = io.env.QUARTERDECK_VALUES_DIR;
  const context: CheckContext = {
    clock: { now: () => new Date(), monotonicMs: () => performance.now() },
    log: { debug: () => undefined, warn: () => undefined },
    signal: io.signal ?? new AbortController().signal,
    expressions,
    values: chainValues([environmentValues(io.env), ...(valuesDir ? [fileValues(valuesDir)] : []), ...ownClusterValues(io.env)]),
    connections: noConnections,
    tempDir,
  };
  try {
    const results = await Promise.all(
      canaries.map(async ({ canary, checks }) =>
        (await runner.run(canary, checks, context)).map((result): ReportedResult => ({ canary: canary.name, result })),
      ),
    );
    return results.flat();
  } finally {
    await runner.close();
    await rm(tempDir, { recursive: true, force: true });
  }
}

function format(args: RunArguments, io: CommandIo, results: readonly ReportedResult[], elapsedMs: number): string {
  switch (args.format) {
    case 'json':
      return formatJson(results);
    case 'csv':
      return formatCsv(results);
    case 'text':
      return formatHuman(results, elapsedMs, io.stdout.isTTY === true && !io.env.NO_COLOR && args.outputFile === undefined);
  }
}

/**
 * `quarterdeck run`: runs the checks of canary files once and prints what they came to.
 * Resolves to the exit code: 0 all healthy, 1 some unhealthy, 2 unusable input (told on standard error with file and line).
 */
export async function runCommand(argv: readonly string[], io: CommandIo): Promise<number> {
  const expressions = createExpressionEngine();
  try {
    const args = parseRunArguments(argv);
    if (args.help) {
      io.stdout.write(RUN_USAGE);
      return EXIT.healthy;
    }
    const input = await readInput(args, io, expressions);
    const startMs = performance.now();
    const results = await runCanaries(input.canaries, io, expressions, args.prometheusUrl ?? io.env.QUARTERDECK_PROMETHEUS);
    const output = format(args, io, results, performance.now() - startMs);
    if (args.outputFile === undefined) io.stdout.write(output);
    else await writeFile(args.outputFile, output);
    if (args.junitFile !== undefined) await writeFile(args.junitFile, formatJunit(results));
    if (!input.isUsable) return EXIT.unusable;
    return results.every(({ result }) => result.pass) ? EXIT.healthy : EXIT.unhealthy;
  } catch (error) {
    if (!(error instanceof UsageError) && !(error instanceof LoadError) && !isFileError(error)) throw error;
    io.stderr.write(`${error.message}\n`);
    if (error instanceof UsageError) io.stderr.write(`\n${RUN_USAGE}`);
    return EXIT.unusable;
  } finally {
    await expressions.close();
  }
}

function isFileError(error: unknown): error is Error {
  return error instanceof Error && 'syscall' in error && 'path' in error;
}
