import { type ChildProcess, spawn } from 'node:child_process';
import { once } from 'node:events';
import { createInterface } from 'node:readline';
import { fileURLToPath } from 'node:url';

/** Starts a program of this folder; its errors are shown. */
export function start(file: string, args: readonly string[], nodeArgs: readonly string[] = []): ChildProcess {
  const path = fileURLToPath(new URL(`./${file}`, import.meta.url));
  return spawn(process.execPath, [...nodeArgs, path, ...args], { stdio: ['pipe', 'pipe', 'inherit'] });
}

/** What a program says first. @throws when it ends before */
export async function firstLine(child: ChildProcess): Promise<string> {
  if (child.stdout === null) throw new Error('the process has no output');
  const lines = createInterface({ input: child.stdout });
  const ended = once(child, 'exit').then(() => Promise.reject(new Error('a process ended before it said anything')));
  const [line] = await Promise.race([once(lines, 'line'), ended]);
  ended.catch(() => undefined);
  return String(line);
}
