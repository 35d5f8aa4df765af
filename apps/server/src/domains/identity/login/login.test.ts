import { describe, expect, it } from 'vitest';
import { newEmail, PASSWORD, useIdentityServer } from '../testing/use-identity-server.ts';

const server = useIdentityServer();

describe('signing in with a password', () => {
  it('gives a session that whoami and the row API know', async () => {
    const email = newEmail('ada');
    await server.addPerson({ email, password: PASSWORD, role: 'editor' });
    const browser = server.openBrowser();

    const flow = await browser.begin('login');
    const answer = await browser.submit(flow, {
      method: 'password',
      identifier: email.replace('ada', 'Ada').replace('example', 'Example'),
      password: PASSWORD,
    });
    const whoami = await browser.get('/api/.ory/sessions/whoami');
    const rows = await browser.get('/api/db/canaries?select=id');

    expect(answer.status).toBe(200);
    expect(whoami.body).toMatchObject({ active: true, identity: { traits: { email } } });
    expect([rows.status, rows.body]).toEqual([200, []]);
  });

  it('says the same of a wrong password and of an unknown account', async () => {
    const email = newEmail('ada');
    await server.addPerson({ email, password: PASSWORD });
    const browser = server.openBrowser();

    const texts: unknown[] = [];
    for (const identifier of [email, newEmail('nobody')]) {
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
