import { spawn } from 'node:child_process';
import { existsSync } from 'node:fs';
import { fileURLToPath } from 'node:url';

const ROOT = fileURLToPath(new URL('../../', import.meta.url));

/** Builds the console, unless `E2E_NO_BUILD` says that the built one is to be used as it is. */
export async function buildConsole(): Promise<void> {
  if (process.env.E2E_NO_BUILD !== undefined && existsSync(`${ROOT}apps/console/dist/index.html`)) return;
  const child = spawn('npm', ['run', 'build', '--silent'], { cwd: ROOT, stdio: ['ignore', 'ignore', 'inherit'] });
  const code = await new Promise<number | null>((resolve) => child.once('exit', resolve));
  if (code !== 0) throw new Error(`The console could not be built (code ${code})`);
}
