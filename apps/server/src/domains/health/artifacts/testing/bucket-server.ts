import { spawn } from 'node:child_process';
import { once } from 'node:events';
import { mkdtempSync, rmSync } from 'node:fs';
import { createRequire } from 'node:module';
import { connect, createServer } from 'node:net';
import { tmpdir } from 'node:os';
import { dirname, join } from 'node:path';
import { vi } from 'vitest';

async function freePort(): Promise<number> {
  const server = createServer().listen(0, '127.0.0.1');
  await once(server, 'listening');
  const address = server.address();
  server.close();
  await once(server, 'close');
  return typeof address === 'object' && address !== null ? address.port : 0;
}

async function reach(port: number): Promise<void> {
  const socket = connect(port, '127.0.0.1');
  await once(socket, 'connect');
  socket.destroy();
}

/** A server of S3 with the bucket `backups` and the keys `S3RVER`, whose objects are files of `folder`. */
export async function startBucketServer(): Promise<{ port: number; folder: string; stop(): Promise<void> }> {
  const folder = mkdtempSync(join(tmpdir(), 'quarterdeck-bucket-'));
  const port = await freePort();
  const program = join(dirname(createRequire(import.meta.url).resolve('s3rver/package.json')), 'bin', 's3rver.js');
  const args = [
    '--directory',
    folder,
    '--address',
    '127.0.0.1',
    '--port',
    String(port),
    '--silent',
    '--configure-bucket',
    'backups',
  ];
  const child = spawn(process.execPath, [program, ...args], { stdio: 'ignore' });
  const ended = once(child, 'exit');
  await vi.waitFor(() => reach(port), { timeout: 20_000, interval: 50 });
  return {
    port,
    folder,
    async stop() {
      child.kill();
      await ended;
      rmSync(folder, { recursive: true, force: true });
    },
  };
}
