import { CODE_MOST_ATTEMPTS, type Flow } from '@quarterdeck/contract/identity';
import { beforeEach, describe, expect, it } from 'vitest';
import type { TestBrowser } from '../testing/identity-test-server.ts';
import { newEmail, PASSWORD, useIdentityServer } from '../testing/use-identity-server.ts';

const server = useIdentityServer(() => ['--registration', 'anyone']);
let browser: TestBrowser;
let email: string;
beforeEach(() => {
  browser = server.openBrowser();
  email = newEmail('ada');
});

async function addUnverified(): Promise<string> {
  const id = await server.addPerson({ email, password: PASSWORD });
  await server.db.query('UPDATE identity_addresses SET verified_at = NULL WHERE identity_id = $1', [id]);
  return id;
}

async function isVerified(): Promise<boolean> {
  const { rows } = await server.db.query<{ verified_at: Date | null }>(
    'SELECT verified_at FROM identity_addresses WHERE value = $1',
    [email],
  );
  return rows[0]?.verified_at instanceof Date;
}

function messageIds(flow: Flow): number[] {
  return (flow.ui.messages ?? []).map(({ id }) => id);
}

describe('verification', () => {
  it('by a mailed code says that it is done and leads on', async () => {
    await addUnverified();
    const begun = await browser.begin('verification', 'return_to=/health');
    const asked = await browser.submit(begun, { method: 'code', email });
    const [mail] = await server.mails(1, email);
    const wrong = await browser.submit(asked.flow, { method: 'code', code: '00000000' });
    const passed = await browser.submit(asked.flow, { method: 'code', code: mail?.code });

    expect([asked.status, messageIds(asked.flow), asked.flow.state]).toEqual([200, [1080003], 'sent_email']);
    expect([wrong.status, messageIds(wrong.flow)]).toEqual([200, [4070006]]);
    expect([passed.status, messageIds(passed.flow), passed.flow.state]).toEqual([200, [1080002], 'passed_challenge']);
    expect(passed.flow.ui.nodes.at(-1)).toMatchObject({
      type: 'a',
      attributes: { id: 'continue', href: `${server.url}/health`, title: { id: 1070009 } },
    });
    expect(await isVerified()).toBe(true);
  });

  it('signs nobody in', async () => {
    await addUnverified();
    const asked = await browser.submit(await browser.begin('verification'), { method: 'code', email });
    const [mail] = await server.mails(1, email);
    await browser.submit(asked.flow, { method: 'code', code: mail?.code });

    expect((await browser.get('/api/.ory/sessions/whoami')).status).toBe(401);
  });

  it('happens once for each code, and begins anew after a few wrong ones', async () => {
    await addUnverified();
    const asked = await browser.submit(await browser.begin('verification'), { method: 'code', email });
    const [mail] = await server.mails(1, email);
    await browser.submit(asked.flow, { method: 'code', code: mail?.code });
    const again = await browser.submit(asked.flow, { method: 'code', code: mail?.code });
    let last = await browser.submit(await browser.begin('verification'), { method: 'code', email });
    const { id } = last.flow;
    for (let count = 0; count < CODE_MOST_ATTEMPTS; count++)
      last = await browser.submit(last.flow, { method: 'code', code: '1' });

    expect([again.flow.id === asked.flow.id, messageIds(again.flow)]).toEqual([false, [4070001]]);
    expect([last.flow.id === id, messageIds(last.flow)]).toEqual([false, [4070002]]);
  });

  it('by a link works in any browser, once', async () => {
    await addUnverified();
    const asked = await browser.submit(await browser.begin('verification'), { method: 'link', email });
    const [mail] = await server.mails(1, email);
    const open = () =>
      server.openBrowser().send('POST', `/api/.ory/self-service/verification?flow=${mail?.flowId}`, {
        method: 'link',
        token: mail?.token,
      });
    const first = await open();
    const second = await open();

    expect(messageIds(asked.flow)).toEqual([1080001]);
    expect(mail?.link).toMatch(/^\/verification\?flow=/);
    expect([messageIds(first.flow), messageIds(second.flow)]).toEqual([[1080002], [4070001]]);
    expect(await isVerified()).toBe(true);
  });

  it('of one address says nothing of another one that the account got meanwhile', async () => {
    const id = await addUnverified();
    const asked = await browser.submit(await browser.begin('verification'), { method: 'code', email });
    const [mail] = await server.mails(1, email);
    await server.db.query('UPDATE identities SET traits = $2 WHERE id = $1', [id, JSON.stringify({ email: newEmail('new') })]);

    expect(messageIds((await browser.submit(asked.flow, { method: 'code', code: mail?.code })).flow)).toEqual([4070006]);
  });

  it('says the same of an unknown address', async () => {
    const asked = await browser.submit(await browser.begin('verification'), { method: 'code', email: newEmail('nobody') });

    expect([asked.status, messageIds(asked.flow)]).toEqual([200, [1080003]]);
  });

  it('does not take the code of a recovery, nor recovery one of it', async () => {
    await addUnverified();
    const asked = await browser.submit(await browser.begin('verification'), { method: 'code', email });
    const [mail] = await server.mails(1, email);
    const recovery = await browser.submit(await browser.begin('recovery'), { method: 'code', email });
    await server.mails(2, email);
    const stranger = await browser.submit(recovery.flow, { method: 'code', code: mail?.code });
    const other = await browser.send('POST', `/api/.ory/self-service/recovery?flow=${asked.flow.id}`, {
      method: 'code',
      code: mail?.code,
    });

    expect(messageIds(stranger.flow)).toEqual([4060006]);
    expect(other.status).toBe(404);
  });

  it('follows registration: the mail has a code and a link, and the answer says where to go on', async () => {
    const answer = await browser.submit(await browser.begin('registration'), {
      method: 'password',
      password: PASSWORD,
      traits: { email, name: { first: 'Grace', last: 'Hopper' } },
    });
    const [step] = Object(answer.body).continue_with;
    const [mail] = await server.mails(1, email);
    const shown = await browser.get(`/api/.ory/self-service/verification/flows?id=${step.flow.id}`);
    const passed = await browser.submit(shown.flow, { method: 'code', code: mail?.code });

    expect(answer.status).toBe(200);
    expect(step).toEqual({
      action: 'show_verification_ui',
      flow: {
        id: mail?.flowId,
        verifiable_address: email,
        url: `${server.url}/verification?flow=${mail?.flowId}`,
      },
    });
    expect([shown.flow.state, messageIds(shown.flow)]).toEqual(['sent_email', [1080003]]);
    expect(messageIds(passed.flow)).toEqual([1080002]);
    expect((await browser.get('/api/.ory/sessions/whoami')).body).toMatchObject({
      identity: { verifiable_addresses: [{ verified: true, status: 'completed' }] },
    });
  });
});
