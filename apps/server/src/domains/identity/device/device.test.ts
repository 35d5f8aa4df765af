import { CreatedTokenSchema, DEVICE_LIFETIME_MS, DeviceBegunSchema } from '@quarterdeck/contract/identity';
import { beforeEach, describe, expect, it } from 'vitest';
import type { TestBrowser } from '../testing/identity-test-server.ts';
import { useIdentityServer } from '../testing/use-identity-server.ts';

const READ = '/api/db/canaries?select=id';

const server = useIdentityServer();
let program: TestBrowser;
beforeEach(async () => {
  // What an address asked for counts as long as it lives.
  await server.clock.advance(DEVICE_LIFETIME_MS);
  program = server.openBrowser();
});

async function signIn(): Promise<TestBrowser> {
  return (await server.signIn({ role: 'editor' })).browser;
}

async function begin(name = 'laptop') {
  return DeviceBegunSchema.parse((await program.send('POST', '/api/auth/device', { name })).body);
}

const poll = (device_code: string) => program.send('POST', '/api/auth/device/token', { device_code });
const look = (browser: TestBrowser, user_code: string) => browser.send('POST', '/api/auth/device/look', { user_code });
const decide = (browser: TestBrowser, user_code: string, approve = true) =>
  browser.send('POST', '/api/auth/device/approve', { user_code, approve });

describe('a program that asks to be let in', () => {
  it('gets a token with the rights of who approves it', async () => {
    const ada = await signIn();
    const begun = await begin();
    const waiting = await poll(begun.device_code);
    const shown = await look(ada, begun.user_code);
    const approved = await decide(ada, begun.user_code);
    const { name, token } = CreatedTokenSchema.parse((await poll(begun.device_code)).body);
    const rows = await server.openBrowser().get(READ, { authorization: `Bearer ${token}` });

    expect([waiting.status, waiting.body]).toMatchObject([400, { error: 'authorization_pending' }]);
    expect(shown.body).toMatchObject({ name: 'laptop', ip_address: '127.0.0.1', user_code: begun.user_code });
    expect([approved.status, name, rows.status]).toEqual([204, 'cli-laptop', 200]);
  });

  it('is led to the page of this server', async () => {
    const { verification_url, verification_url_complete, user_code } = await begin();

    expect(verification_url).toBe(`${server.url}/device`);
    expect(verification_url_complete).toBe(`${server.url}/device?code=${user_code}`);
  });

  it('gets its token once', async () => {
    const ada = await signIn();
    const { device_code, user_code } = await begin();
    await decide(ada, user_code);
    const answers = await Promise.all([poll(device_code), poll(device_code), poll(device_code)]);

    expect(answers.map(({ status }) => status).sort()).toEqual([200, 400, 400]);
  });

  it('stays outside when the person refuses', async () => {
    const ada = await signIn();
    const { device_code, user_code } = await begin();
    await decide(ada, user_code, false);
    const changed = await decide(ada, user_code, true);

    expect(changed.status).toBe(404);
    expect((await poll(device_code)).body).toMatchObject({ error: 'access_denied' });
  });

  it('has ten minutes, approved or not', async () => {
    const ada = await signIn();
    const first = await begin();
    const second = await begin();
    await decide(ada, first.user_code);
    await server.clock.advance(10 * 60_000);

    expect((await poll(first.device_code)).body).toMatchObject({ error: 'expired_token' });
    expect((await decide(ada, second.user_code)).status).toBe(404);
  });

  it('is asked to slow down when it asks too often', async () => {
    const { device_code } = await begin();
    await poll(device_code);
    const early = await poll(device_code);
    await server.clock.advance(5_000);

    expect(early.body).toMatchObject({ error: 'slow_down' });
    expect((await poll(device_code)).body).toMatchObject({ error: 'authorization_pending' });
  });

  it('may ask for the same name again', async () => {
    const ada = await signIn();
    const names: string[] = [];
    for (let count = 0; count < 2; count++) {
      const { device_code, user_code } = await begin();
      await decide(ada, user_code);
      names.push(CreatedTokenSchema.parse((await poll(device_code)).body).name);
    }

    expect(names).toEqual(['cli-laptop', 'cli-laptop-2']);
  });

  it('leaves no code in the database', async () => {
    const { device_code, user_code } = await begin('that leaves nothing');
    const { rows } = await server.db.query<{ row: string }>(
      'SELECT to_jsonb(d)::text AS row FROM device_sign_ins d WHERE name = $1',
      ['that leaves nothing'],
    );

    expect(rows).toHaveLength(1);
    expect(rows[0]?.row).not.toContain(device_code);
    expect(rows[0]?.row).not.toContain(user_code);
  });

  it('is turned away when its address asks without end', async () => {
    for (let count = 0; count < 20; count++) await begin();

    expect((await program.send('POST', '/api/auth/device', { name: 'more' })).status).toBe(429);
  });
});

describe('letting a program in', () => {
  it('needs a person who is signed in, not a token', async () => {
    const ada = await signIn();
    const { user_code } = await begin();
    const made = CreatedTokenSchema.parse((await ada.send('POST', '/api/auth/create_token', { name: 'ci' })).body);
    const headers = { authorization: `Bearer ${made.token}` };
    const byToken = await server.openBrowser().send('POST', '/api/auth/device/approve', { user_code }, headers);

    expect([(await decide(server.openBrowser(), user_code)).status, byToken.status]).toEqual([401, 403]);
  });

  it('cannot be sent from the page of somebody else', async () => {
    const ada = await signIn();
    const { device_code, user_code } = await begin();
    const headers = { origin: 'https://evil.example' };
    const answer = await ada.send('POST', '/api/auth/device/approve', { user_code }, headers);

    expect(answer.status).toBe(403);
    expect((await poll(device_code)).body).toMatchObject({ error: 'authorization_pending' });
  });

  it('takes the code however it is typed', async () => {
    const ada = await signIn();
    const { user_code } = await begin();

    expect((await look(ada, ` ${user_code.toLowerCase().replace('-', ' ')} `)).status).toBe(200);
  });

  it('is stopped after ten wrong codes', async () => {
    const ada = await signIn();
    const { user_code } = await begin();
    const statuses: number[] = [];
    for (let count = 0; count < 10; count++) statuses.push((await look(ada, 'BBBB-BBBB')).status);

    expect(new Set(statuses)).toEqual(new Set([404]));
    expect((await look(ada, user_code)).status).toBe(429);
    expect((await decide(ada, user_code)).status).toBe(429);
  });
});
