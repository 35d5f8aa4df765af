import { type ChildProcess, type StdioOptions, spawn } from 'node:child_process';
import { once } from 'node:events';
import { fileURLToPath } from 'node:url';

const MAIN = fileURLToPath(new URL('../main.ts', import.meta.url));

/** The command line as a process of its own, for tests. */
export interface StartedProgram {
  process: ChildProcess;
  /** All that it has printed so far, on both outputs. */
  output(): string;
  /** Resolves with the first match in the output; rejects when the program ends without one. */
  waitFor(pattern: RegExp): Promise<RegExpExecArray>;
  /** Resolves with exit code or signal. */
  ended: Promise<number | string | null>;
}

export function startProgram(
  args: readonly string[],
  options: { channel?: boolean; env?: Record<string, string> } = {},
): StartedProgram {
  const stdio: StdioOptions = options.channel === true ? ['ignore', 'pipe', 'pipe', 'ipc'] : ['ignore', 'pipe', 'pipe'];
  const env = { PATH: process.env.PATH, HOME: process.env.HOME, ...options.env };
  const child = spawn(process.execPath, ['--disable-warning=ExperimentalWarning', MAIN, ...args], { stdio, env });
  let output = '';
  for (const stream of [child.stdout, child.stderr]) {
    stream?.on('data', (chunk: Buffer) => {
      output += chunk.toString();
      child.emit('output');
    });
  }
  // Not the event close: it does not come when this side has closed the channel.
  const drained = [child.stdout, child.stderr].map((stream) => (stream === null ? undefined : once(stream, 'end')));
  const exited = once(child, 'exit').then(([code, signal]: (number | string | null)[]) => code ?? signal ?? null);
  const ended = Promise.all([exited, ...drained]).then(([code]) => code);
  return {
    process: child,
    output: () => output,
    ended,
    async waitFor(pattern) {
      for (;;) {
        const found = pattern.exec(output);
        if (found !== null) return found;
        const state = await Promise.race([once(child, 'output').then(() => 'more'), ended.then(() => 'ended')]);
        if (state === 'ended' && !pattern.test(output)) throw new Error(`the program ended without ${pattern}:\n${output}`);
      }
    },
  };
}
