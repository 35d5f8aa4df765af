import { mkdir, mkdtemp, rm, writeFile } from 'node:fs/promises';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import type { FastifyInstance } from 'fastify';
import { afterEach, beforeEach, describe, expect, it } from 'vitest';
import { systemClock } from '../platform/clock.ts';
import { createLog } from '../platform/log.ts';
import { registerConsoleFiles } from './console-files.ts';
import { createHttp } from './create-http.ts';

let folder: string;
let http: FastifyInstance;
beforeEach(async () => {
  folder = await mkdtemp(join(tmpdir(), 'qd-console-'));
  http = await createHttp({ clock: systemClock, log: createLog('silent') });
});
afterEach(async () => {
  await http.close();
  await rm(folder, { recursive: true, force: true });
});

const get = (url: string, accept = 'text/html') => http.inject({ url, headers: { accept } });

describe('the console', () => {
  it('is every page of a browser, and its hashed files may be kept for ever', async () => {
    await mkdir(join(folder, 'assets'));
    await writeFile(join(folder, 'index.html'), '<html>deck</html>');
    await writeFile(join(folder, 'assets/index-1.js'), 'deck()');
    await registerConsoleFiles(http, folder);

    const page = await get('/settings/canaries/1');
    const script = await get('/assets/index-1.js', '*/*');

    expect(page.body).toBe('<html>deck</html>');
    expect(page.headers['cache-control']).toBe('no-cache');
    expect(script.body).toBe('deck()');
    expect(script.headers['cache-control']).toContain('immutable');
  });

  it('does not answer a missing file with a page', async () => {
    await writeFile(join(folder, 'index.html'), '<html>deck</html>');
    await registerConsoleFiles(http, folder);

    expect((await get('/assets/gone.js', '*/*')).statusCode).toBe(404);
  });

  it('leaves its folder for nobody', async () => {
    await writeFile(join(folder, 'index.html'), '<html>deck</html>');
    await registerConsoleFiles(http, folder);

    for (const url of ['/..%2f..%2fetc%2fpasswd', '/assets/..%2f..%2f..%2fetc%2fpasswd', '/%2e%2e/%2e%2e/etc/passwd']) {
      expect((await get(url, '*/*')).body).not.toContain('root:');
    }
  });

  it('says what to do when it is not built', async () => {
    await registerConsoleFiles(http, folder);

    const page = await get('/health');

    expect(page.statusCode).toBe(503);
    expect(page.body).toContain('npm start');
  });
});
