import { mkdtemp, rm } from 'node:fs/promises';
import { createServer, type Server } from 'node:net';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { afterEach, beforeEach, describe, expect, it } from 'vitest';
import { type StartedProgram, startProgram } from './started-program.ts';

const READY = /Quarterdeck is ready at (http:\/\/127\.0\.0\.1:\d+)\n/;
const PATIENCE_MS = 90_000;
let folder: string;
const programs: StartedProgram[] = [];
beforeEach(async () => {
  folder = await mkdtemp(join(tmpdir(), 'qd-start-'));
});
afterEach(async () => {
  for (const program of programs.splice(0)) {
    program.process.kill('SIGKILL');
    await program.ended;
  }
  await rm(folder, { recursive: true, force: true, maxRetries: 20, retryDelay: 100 });
});

function start(options: { args?: readonly string[]; channel?: boolean } = {}): StartedProgram {
  const args = [
    'start',
    '--port',
    '0',
    '--data-dir',
    join(folder, 'data'),
    '--no-examples',
    '--auth',
    'none',
    ...(options.args ?? []),
  ];
  const program = startProgram(args, options.channel === undefined ? {} : { channel: options.channel });
  programs.push(program);
  return program;
}

async function listenOnce(): Promise<{ server: Server; port: number }> {
  const server = createServer();
  await new Promise<void>((resolve) => server.listen(0, '127.0.0.1', resolve));
  const address = server.address();
  return { server, port: typeof address === 'object' && address !== null ? address.port : 0 };
}

describe('quarterdeck start', { timeout: PATIENCE_MS }, () => {
  it('prints its address when it answers there, and ends with 0 at Ctrl-C', async () => {
    const program = start();
    const [, url = ''] = await program.waitFor(READY);
    const answer = await fetch(`${url}/about`);
    program.process.kill('SIGINT');

    expect(answer.status).toBe(200);
    expect(await program.ended).toBe(0);
  });

  it('starts again on the same folder after it was killed', async () => {
    const killed = start();
    await killed.waitFor(READY);
    killed.process.kill('SIGKILL');
    await killed.ended;

    const next = start();

    const [, url = ''] = await next.waitFor(READY);
    expect((await fetch(`${url}/readyz`)).status).toBe(200);
  });

  it('refuses a folder that another one uses, naming the way out, and leaves that one alone', async () => {
    const first = start();
    const [, url = ''] = await first.waitFor(READY);
    const second = start();

    expect(await second.ended).toBe(1);
    expect(second.output()).toMatch(/in use by another Quarterdeck, process \d+.*\(DATA_FOLDER_LOCKED\)\n.*--data-dir/);
    expect((await fetch(`${url}/about`)).status).toBe(200);
  });

  it('names a port that is taken and the flag for another one', async () => {
    const { server, port } = await listenOnce();
    const program = start({ args: ['--port', String(port)] });

    expect(await program.ended).toBe(1);
    expect(program.output()).toContain(`port ${port} on 127.0.0.1 is taken`);
    expect(program.output()).toContain(`--port ${port + 1}`);
    server.close();
  });

  it('stops in order when the process that started it is gone', async () => {
    const program = start({ channel: true });
    await program.waitFor(READY);
    program.process.disconnect();

    expect(await program.ended).toBe(0);
  });

  it('refuses every address but those of this machine while nobody has to sign in', async () => {
    const program = start({ args: ['--host', '0.0.0.0'] });

    expect(await program.ended).toBe(2);
    expect(program.output()).toMatch(/--auth.*loopback/);
  });

  it('refuses a flag that it does not know', async () => {
    const program = start({ args: ['--prot', '9000'] });

    expect(await program.ended).toBe(2);
    expect(program.output()).toContain('--prot');
  });
});
