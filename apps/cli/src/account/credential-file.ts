import { chmod, mkdir, readFile, rename, rm, writeFile } from 'node:fs/promises';
import { homedir } from 'node:os';
import { dirname, join } from 'node:path';
import { QuarterdeckError } from '@quarterdeck/contract';
import { z } from 'zod';

type Environment = Readonly<Record<string, string | undefined>>;

const FileSchema = z.object({
  /** The server that commands talk to when they name none. */
  current: z.string().optional(),
  /** Tokens by the addresses of their servers. */
  servers: z.record(z.string(), z.object({ token: z.string() })),
});
type Credentials = z.infer<typeof FileSchema>;

/** Where the tokens of servers are kept: $XDG_CONFIG_HOME/quarterdeck/credentials.json, for nobody else to read. */
export function credentialPath(env: Environment): string {
  const folder = env.XDG_CONFIG_HOME || join(env.HOME || homedir(), '.config');
  return join(folder, 'quarterdeck', 'credentials.json');
}

/** @throws {QuarterdeckError} CONFIG_INVALID when the file cannot be read as such */
async function read(path: string): Promise<Credentials> {
  const text = await readFile(path, 'utf8').catch((error: unknown) => {
    if (error instanceof Error && 'code' in error && error.code === 'ENOENT') return '{"servers":{}}';
    throw error;
  });
  try {
    return FileSchema.parse(JSON.parse(text));
  } catch {
    throw new QuarterdeckError('CONFIG_INVALID', `${path} cannot be read`, { hint: 'Remove it and sign in again.' });
  }
}

/** Replaces the file at once, so that no other command reads half of it. */
async function write(path: string, credentials: Credentials): Promise<void> {
  await mkdir(dirname(path), { recursive: true, mode: 0o700 });
  const fresh = `${path}.${process.pid}`;
  try {
    await writeFile(fresh, `${JSON.stringify(credentials, null, 2)}\n`, { mode: 0o600 });
    await chmod(fresh, 0o600);
    await rename(fresh, path);
  } finally {
    await rm(fresh, { force: true });
  }
}

export interface Credential {
  readonly server: string;
  readonly token: string;
}

/** The credential for a server, or for the one that was signed in to last; undefined when there is none. */
export async function findCredential(env: Environment, server: string | undefined): Promise<Credential | undefined> {
  const { current, servers } = await read(credentialPath(env));
  const address = server ?? current;
  const found = address === undefined ? undefined : servers[address];
  return address === undefined || found === undefined ? undefined : { server: address, token: found.token };
}

/** Keeps a credential; its server is the current one from now on. @returns the path of the file */
export async function keepCredential(env: Environment, { server, token }: Credential): Promise<string> {
  const path = credentialPath(env);
  const { servers } = await read(path);
  await write(path, { current: server, servers: { ...servers, [server]: { token } } });
  return path;
}

export async function forgetCredential(env: Environment, server: string): Promise<void> {
  const path = credentialPath(env);
  const { current, servers } = await read(path);
  const left = Object.fromEntries(Object.entries(servers).filter(([address]) => address !== server));
  await write(path, { ...(current === undefined || current === server ? {} : { current }), servers: left });
}
