import { type ChildProcess, spawn } from 'node:child_process';
import { once } from 'node:events';
import { join } from 'node:path';

export interface ChildProgram {
  process: ChildProcess;
  /** The first line that it printed. */
  firstLine: string;
  /** Kills it and waits until it is gone. */
  kill(): Promise<void>;
}

/** Runs a program of this folder and waits for its first line. */
export async function startProgram(name: string, ...args: string[]): Promise<ChildProgram> {
  const child = spawn(process.execPath, [join(import.meta.dirname, name), ...args], { stdio: ['pipe', 'pipe', 'inherit'] });
  const exited = once(child, 'exit');
  let output = '';
  child.stdout.on('data', (chunk: Buffer) => {
    output += chunk.toString();
  });
  while (!output.includes('\n')) await Promise.race([once(child.stdout, 'data'), exited]);
  return {
    process: child,
    firstLine: output.split('\n')[0] ?? '',
    async kill() {
      child.kill('SIGKILL');
      await exited;
    },
  };
}
