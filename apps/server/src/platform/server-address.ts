import { readFile, rm, writeFile } from 'node:fs/promises';
import { join } from 'node:path';
import { z } from 'zod';

const FILE = 'server.json';
const AddressSchema = z.object({ url: z.url(), pid: z.number() });

/** Notes in the data folder where the server that uses it answers, for programs on this machine. @returns takes the note away */
export async function noteServerAddress(folder: string, url: string): Promise<() => Promise<void>> {
  const path = join(folder, FILE);
  await writeFile(path, `${JSON.stringify({ url: reachable(url), pid: process.pid })}\n`, { mode: 0o600 });
  return async () => {
    if ((await readServerAddress(folder, process.pid)) !== undefined) await rm(path, { force: true });
  };
}

/** Where the server of this process answers; undefined when it said nothing, or serves nothing. */
export async function readServerAddress(folder: string, pid: number): Promise<string | undefined> {
  const text = await readFile(join(folder, FILE), 'utf8').catch(() => '{}');
  const parsed = AddressSchema.safeParse(parse(text));
  return parsed.success && parsed.data.pid === pid ? parsed.data.url : undefined;
}

/** Who listens on all addresses is reached by the one of loopback. */
function reachable(url: string): string {
  return url.replace('//0.0.0.0:', '//127.0.0.1:').replace('//[::]:', '//[::1]:');
}

function parse(text: string): unknown {
  try {
    return JSON.parse(text);
  } catch {
    return undefined;
  }
}
