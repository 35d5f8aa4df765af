import type { Database } from '@quarterdeck/database';
import { createTestDatabase } from '@quarterdeck/testing';
import { afterEach, beforeEach, describe, expect, it } from 'vitest';
import { type IdentityTestServer, startIdentityTestServer } from '../testing/identity-test-server.ts';

let db: Database;
let server: IdentityTestServer;
beforeEach(async () => {
  db = await createTestDatabase();
  server = await startIdentityTestServer(db);
});
afterEach(async () => {
  await server.stop();
  await db.close();
});

describe('signing in with a password', () => {
  it('gives a session that whoami and the row API know', async () => {
    await server.addPerson({ email: 'ada@example.com', password: 'correct horse battery', role: 'editor' });
    const browser = server.openBrowser();

    const flow = await browser.begin('login');
    const answer = await browser.submit(flow, {
      method: 'password',
      identifier: 'Ada@Example.com',
      password: 'correct horse battery',
    });
    const whoami = await browser.get('/api/.ory/sessions/whoami');
    const rows = await browser.get('/api/db/canaries?select=id');

    expect(answer.status).toBe(200);
    expect(whoami.body).toMatchObject({ active: true, identity: { traits: { email: 'ada@example.com' } } });
    expect([rows.status, rows.body]).toEqual([200, []]);
  });

  it('says the same of a wrong password and of an unknown account', async () => {
    await server.addPerson({ email: 'ada@example.com', password: 'correct horse battery' });
    const browser = server.openBrowser();

    const texts: unknown[] = [];
    for (const identifier of ['ada@example.com', 'nobody@example.com']) {
      const flow = await browser.begin('login');
      const answer = await browser.submit(flow, { method: 'password', identifier, password: 'wrong' });
      texts.push([answer.status, answer.flow.ui.messages]);
    }

    expect(texts[0]).toEqual([400, [expect.objectContaining({ id: 4000006 })]]);
    expect(texts[1]).toEqual(texts[0]);
  });

  it('is a first sign-in, and no confirmation, when nobody is signed in', async () => {
    const answer = await server.openBrowser().get('/api/.ory/self-service/login/browser?refresh=true');

    expect(answer.flow.refresh).toBe(false);
    expect(answer.flow.ui.messages ?? []).toEqual([]);
  });

  it('lets nobody in who is not signed in', async () => {
    const answer = await server.openBrowser().get('/api/db/canaries');

    expect([answer.status, answer.text]).toEqual([401, 'Not logged in']);
  });
});
