import { type ChildProcess, spawn } from 'node:child_process';
import { chmod, mkdtemp, rm } from 'node:fs/promises';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { fileURLToPath } from 'node:url';

const ROOT = fileURLToPath(new URL('../../', import.meta.url));
const START_WITHIN_MS = 120_000;
const STOP_WITHIN_MS = 20_000;

export interface TestServer {
  readonly url: string;
  /** What it printed so far. */
  output(): string;
  /** Its data folder; empty for a server that was there before. */
  readonly dataDir: string;
  stop(): Promise<void>;
}

export interface ServerOptions {
  /** Further flags of `quarterdeck start`. Default: without sign-in. */
  args?: readonly string[];
  env?: Readonly<Record<string, string>>;
  /** Fills the data folder before the server starts. */
  prepare?(dataDir: string): Promise<void>;
}

/** Starts Quarterdeck as a person does, with a data folder of its own and the examples, on a port that is free. */
export async function startServer(options: ServerOptions = {}): Promise<TestServer> {
  const { args = ['--auth', 'none'], env = {}, prepare } = options;
  const dataDir = await mkdtemp(join(tmpdir(), 'quarterdeck-e2e-'));
  // The database runs under an ordinary user when this is started by root; it has to reach the folder.
  await chmod(dataDir, 0o755);
  await prepare?.(join(dataDir, 'data'));
  const child = spawn(
    process.execPath,
    ['apps/cli/src/main.ts', 'start', '--port', '0', '--data-dir', join(dataDir, 'data'), ...args],
    { cwd: ROOT, env: { ...process.env, ...env }, stdio: ['ignore', 'pipe', 'pipe'] },
  );
  const output: string[] = [];
  const collect = (chunk: Buffer) => void output.push(chunk.toString());
  child.stdout.on('data', collect);
  child.stderr.on('data', collect);
  try {
    const url = await waitForAddress(child, output);
    return {
      url,
      output: () => output.join(''),
      dataDir: join(dataDir, 'data'),
      stop: async () => {
        await stopChild(child);
        await rm(dataDir, { recursive: true, force: true });
      },
    };
  } catch (error) {
    await stopChild(child);
    await rm(dataDir, { recursive: true, force: true });
    throw error;
  }
}

/** The address the program prints once it is ready. */
function waitForAddress(child: ChildProcess, output: readonly string[]): Promise<string> {
  return new Promise((resolve, reject) => {
    const fail = (why: string) => reject(new Error(`${why}\n${output.join('')}`));
    const timer = setTimeout(() => fail('The server did not start in time'), START_WITHIN_MS);
    child.once('exit', (code) => {
      clearTimeout(timer);
      fail(`The server ended with code ${code}`);
    });
    child.stdout?.on('data', () => {
      const found = /https?:\/\/[\w.:[\]]+:\d+/.exec(output.join(''));
      if (found === null) return;
      clearTimeout(timer);
      resolve(found[0]);
    });
  });
}

async function stopChild(child: ChildProcess): Promise<void> {
  if (child.exitCode !== null || child.signalCode !== null) return;
  const ended = new Promise<void>((resolve) => child.once('exit', () => resolve()));
  child.kill('SIGTERM');
  const timer = setTimeout(() => child.kill('SIGKILL'), STOP_WITHIN_MS);
  await ended;
  clearTimeout(timer);
}
