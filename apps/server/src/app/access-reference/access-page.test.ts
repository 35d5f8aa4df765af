import { readFile } from 'node:fs/promises';
import type { Database } from '@quarterdeck/database';
import { createTestDatabase } from '@quarterdeck/testing';
import { afterAll, beforeAll, expect, it } from 'vitest';
import { accessPage } from './access-page.ts';
import { type RoutesOfModes, routesOfModes } from './routes-of-modes.ts';

let db: Database;
let routes: RoutesOfModes;
beforeAll(async () => {
  db = await createTestDatabase();
  routes = await routesOfModes(db);
});
afterAll(() => db.close());

it('the checked-in page is that of the policy and the routes (else: npm run generate:access)', async () => {
  const checkedIn = await readFile(new URL('../../../../../docs/reference/access.md', import.meta.url), 'utf8');

  expect(accessPage(routes)).toBe(checkedIn);
});

it('the page tells who may call an endpoint, and under which mode it is there', () => {
  const page = accessPage(routes);

  expect(page).toContain('| `POST /api/run/check/{id}` | run on canaries | admin, editor, commander, responder |  |');
  expect(page).toMatch(/^\| `POST \/api\/auth\/invite_user` \| write on identities \| admin \| local, kratos, none \|$/m);
  expect(page).toMatch(/^\| `connections` \| connections \| admin \| connections \| admin \|$/m);
});

it('a note about an endpoint that is gone keeps the page from being made', () => {
  const withoutLive = new Map([...routes].map(([mode, all]) => [mode, all.filter(({ url }) => url !== '/live')]));

  expect(() => accessPage(withoutLive)).toThrow('/live');
});
