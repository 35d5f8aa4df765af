import { existsSync } from 'node:fs';
import { readFile } from 'node:fs/promises';
import { join } from 'node:path';
import fastifyStatic from '@fastify/static';
import type { FastifyInstance } from 'fastify';
import { PAGE_PREFIX } from './rewrite-url.ts';

const NOT_BUILT = 'The console is not built yet. Run npm start, or npm run build.\n';

/** Files of the built console; every path that is no file is a page, which the console itself finds. */
export async function registerConsoleFiles(http: FastifyInstance, folder: string): Promise<void> {
  if (!existsSync(join(folder, 'index.html'))) {
    http.get(`${PAGE_PREFIX}/*`, (_request, reply) => reply.code(503).type('text/plain; charset=utf-8').send(NOT_BUILT));
    return;
  }
  const page = await readFile(join(folder, 'index.html'));
  await http.register(fastifyStatic, {
    root: folder,
    prefix: `${PAGE_PREFIX}/`,
    wildcard: true,
    index: false,
    preCompressed: true,
    cacheControl: false,
    setHeaders: (reply, path) => {
      reply.header('cache-control', path.includes('/assets/') ? 'public, max-age=31536000, immutable' : 'no-cache');
    },
  });
  http.addHook('onRequest', async (request, reply) => {
    const [path = ''] = request.url.split('?');
    if (!path.startsWith(`${PAGE_PREFIX}/`) || (request.method !== 'GET' && request.method !== 'HEAD')) return;
    if (/\.[a-z0-9]+$/i.test(path)) return;
    return reply.type('text/html; charset=utf-8').header('cache-control', 'no-cache').send(page);
  });
}
