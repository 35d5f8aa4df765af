import { readdir, readFile } from 'node:fs/promises';
import { expect, it } from 'vitest';
import { kindPages } from './pages.ts';

const FOLDER = new URL('../../../../docs/reference/', import.meta.url);

it('the reference pages of checks and connections say what the kinds say: npm run generate:kinds', async () => {
  const pages = await kindPages();
  const written = await readdir(new URL('checks/', FOLDER));

  expect(written.map((name) => `checks/${name}`).sort()).toEqual(
    [...pages.keys()].filter((path) => path.startsWith('checks/')).sort(),
  );
  for (const [path, text] of pages) expect(await readFile(new URL(path, FOLDER), 'utf8'), path).toBe(text);
});

it('a page tells key, fields with what is inside of them, and an example', async () => {
  const http = (await kindPages()).get('checks/http.md') ?? '';

  expect(http).toContain('Listed under `http`');
  expect(http).toMatch(/^\| `tlsConfig\.ca` \| value or reference \|/m);
  expect(http).toContain('kind: Canary');
  expect(http).not.toContain('`transformDeleteStrategy`');
});
