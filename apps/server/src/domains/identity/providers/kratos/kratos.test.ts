import { createServer, request, type Server } from 'node:http';
import type { Database } from '@quarterdeck/database';
import { createTestDatabase } from '@quarterdeck/testing';
import { afterAll, afterEach, beforeAll, beforeEach, describe, expect, it } from 'vitest';
import {
  csrfTokenOf,
  type IdentityTestServer,
  startIdentityTestServer,
  type TestBrowser,
} from '../../testing/identity-test-server.ts';
import { firstAdministratorOfKratos } from './first-administrator.ts';
import { createIdentitySync } from './identity-sync.ts';
import { createKratosClient } from './kratos-client.ts';
import { type AdminStandIn, startAdminStandIn } from './testing/admin-stand-in.ts';

/** Another Quarterdeck speaks the public API of Kratos; its admin API is a stand-in on the same database. */
let kratosDb: Database;
let db: Database;
let kratos: IdentityTestServer;
let admin: AdminStandIn;
let server: IdentityTestServer;
beforeAll(async () => {
  [kratosDb, db] = await Promise.all([createTestDatabase(), createTestDatabase()]);
});
beforeEach(async () => {
  kratos = await startIdentityTestServer(kratosDb);
  admin = await startAdminStandIn(kratosDb);
  server = await startIdentityTestServer(db, [
    ...['--auth', 'kratos', '--kratos-public-url', `${kratos.url}/api/.ory`, '--kratos-admin-url', admin.url],
  ]);
});
afterEach(async () => {
  await server.stop();
  await admin.stop();
  await kratos.stop();
  for (const each of [kratosDb, db]) {
    await each.query('TRUNCATE identities, casbin_rule CASCADE');
    await each.query(`DELETE FROM people WHERE name <> 'System'`);
  }
});
afterAll(async () => {
  await Promise.all([kratosDb.close(), db.close()]);
});

const ADA = { email: 'ada@example.com', password: 'correct horse battery' };

async function signedIn(): Promise<TestBrowser> {
  const browser = server.openBrowser();
  const answer = await browser.signIn(ADA.email, ADA.password);
  expect(answer.status).toBe(200);
  return browser;
}

async function ask(browser: TestBrowser, path = '/api/db/canaries?select=id', headers: Record<string, string> = {}) {
  const { status, text } = await browser.get(path, headers);
  return status === 200 ? 200 : [status, text];
}

async function giveRole(id: string, role: string): Promise<void> {
  await db.query(`INSERT INTO casbin_rule (ptype, v0, v1) VALUES ('g', $1, $2)`, [id, role]);
}

async function people() {
  const { rows } = await db.query(
    `SELECT id, name, email, deleted_at IS NOT NULL AS is_gone FROM people WHERE name <> 'System' ORDER BY name`,
  );
  return rows;
}

function basic(user: string, password: string): Record<string, string> {
  return { authorization: `Basic ${Buffer.from(`${user}:${password}`).toString('base64')}` };
}

describe('signing in through Kratos', () => {
  it('goes through this server, and gives a session that the row API knows', async () => {
    const id = await kratos.addPerson(ADA);

    const browser = await signedIn();

    expect((await browser.get('/api/.ory/sessions/whoami')).body).toMatchObject({ identity: { id } });
    expect(await ask(browser)).toBe(200);
    expect(await people()).toEqual([{ id, name: 'Ada Byron', email: 'ada@example.com', is_gone: false }]);
  });

  it('passes plain forms on and their redirects back', async () => {
    await kratos.addPerson(ADA);
    const browser = server.openBrowser();
    const flow = await browser.begin('login');
    const form = new URLSearchParams({
      csrf_token: csrfTokenOf(flow),
      method: 'password',
      identifier: ADA.email,
      password: ADA.password,
    });

    const answer = await browser.send('POST', `/kratos/self-service/login?flow=${flow.id}`, form.toString(), {
      accept: 'text/html',
      'content-type': 'application/x-www-form-urlencoded',
    });

    expect([answer.status, answer.headers.get('location')]).toEqual([303, `${kratos.url}/`]);
    expect(await ask(browser)).toBe(200);
  });

  it('makes a viewer, until somebody gives a role here', async () => {
    const id = await kratos.addPerson(ADA);
    const browser = await signedIn();

    expect(await ask(browser, '/api/db/connections?select=id')).toEqual([403, 'unauthorized. Access Denied']);
    await giveRole(id, 'admin');
    expect(await ask(browser, '/api/db/connections?select=id')).toBe(200);
  });

  it('follows the name and the address with the next request', async () => {
    const id = await kratos.addPerson(ADA);
    const browser = await signedIn();
    await ask(browser);

    await kratosDb.query(
      `UPDATE identities SET traits = '{"email":"lovelace@example.com","name":{"first":"Ada","last":"Lovelace"}}' WHERE id = $1`,
      [id],
    );
    await ask(browser);

    expect(await people()).toEqual([expect.objectContaining({ name: 'Ada Lovelace', email: 'lovelace@example.com' })]);
  });

  it('asks with every request: a session that Kratos ended is ended here', async () => {
    await kratos.addPerson(ADA);
    const browser = await signedIn();
    expect(await ask(browser)).toBe(200);

    await kratosDb.query('UPDATE sessions SET revoked_at = now()');

    expect(await ask(browser)).toEqual([401, 'Session Expired']);
  });

  it('needs the second factor when Kratos does', async () => {
    const id = await kratos.addPerson(ADA);
    const browser = await signedIn();

    await kratosDb.query(`INSERT INTO identity_credentials (identity_id, type, config) VALUES ($1, 'totp', '')`, [id]);

    expect(await ask(browser)).toEqual([403, 'The second factor is missing']);
  });

  it('lets nobody in while Kratos does not answer', async () => {
    await kratos.addPerson(ADA);
    const browser = await signedIn();
    await kratos.stop();

    expect(await ask(browser)).toEqual([401, 'Authorization Error']);
    expect((await browser.get('/api/.ory/sessions/whoami')).status).toBe(502);
    kratos = await startIdentityTestServer(kratosDb);
  });

  it('leads to nothing of the admin API, nor out of the public one', async () => {
    const statusOf = (path: string) =>
      new Promise<number | undefined>((resolve, reject) => {
        // As it is written: fetch would tidy the path up.
        request(server.url, { path, headers: { accept: 'application/json' } }, (answer) => resolve(answer.resume().statusCode))
          .on('error', reject)
          .end();
      });

    const statuses = await Promise.all(
      [
        '/api/.ory/admin/identities',
        '/api/.ory//admin/identities',
        '/kratos/x/%2e%2e/admin/identities',
        '/api/.ory/%2e%2e/about',
        '/api/.ory/../about',
      ].map(statusOf),
    );

    expect(statuses).toEqual([404, 404, 404, 404, 404]);
  });
});

describe('a mail address and a password', () => {
  it('count as Kratos says, for half an hour when they are right', async () => {
    await kratos.addPerson(ADA);
    const browser = server.openBrowser();
    expect(await ask(browser, undefined, basic(ADA.email, ADA.password))).toBe(200);
    await kratos.stop();

    expect(await ask(browser, undefined, basic(ADA.email, ADA.password))).toBe(200);
    await server.clock.advance(31 * 60_000);
    expect(await ask(browser, undefined, basic(ADA.email, ADA.password))).toEqual([401, 'Authorization Error']);
    kratos = await startIdentityTestServer(kratosDb);
  });

  it('are refused when they are wrong, and asked about again after a minute', async () => {
    const browser = server.openBrowser();
    expect(await ask(browser, undefined, basic(ADA.email, ADA.password))).toEqual([401, 'Authorization Error']);
    await kratos.addPerson(ADA);

    expect(await ask(browser, undefined, basic(ADA.email, ADA.password))).toEqual([401, 'Authorization Error']);
    await server.clock.advance(61_000);
    expect(await ask(browser, undefined, basic(ADA.email, ADA.password))).toBe(200);
  });

  it('do not outlive the account', async () => {
    await kratos.addPerson(ADA);
    const browser = server.openBrowser();
    await ask(browser, undefined, basic(ADA.email, ADA.password));

    await db.query('DELETE FROM identities');

    expect(await ask(browser, undefined, basic(ADA.email, ADA.password))).toEqual([401, 'Authorization Error']);
  });

  it('are not enough for an account with a second factor', async () => {
    const id = await kratos.addPerson(ADA);
    await kratosDb.query(`INSERT INTO identity_credentials (identity_id, type, config) VALUES ($1, 'totp', '')`, [id]);

    expect(await ask(server.openBrowser(), undefined, basic(ADA.email, ADA.password))).toEqual([
      401,
      expect.stringMatching(/second factor/),
    ]);
  });
});

describe('accounts that Kratos keeps', () => {
  let browser: TestBrowser;
  let adaId: string;
  beforeEach(async () => {
    adaId = await kratos.addPerson(ADA);
    browser = await signedIn();
    await ask(browser);
    await giveRole(adaId, 'admin');
  });

  async function invite(email = 'bob@example.com') {
    return browser.send('POST', '/api/auth/invite_user', { firstName: 'Bob', lastName: 'Moss', email, role: 'editor' });
  }

  async function idOf(email: string): Promise<string> {
    const { rows } = await kratosDb.query<{ id: string }>(`SELECT id FROM identities WHERE traits ->> 'email' = $1`, [email]);
    return rows[0]?.id ?? '';
  }

  it('are made by an invitation, with a role here and a link and a code of Kratos', async () => {
    const answer = await invite();

    const id = await idOf('bob@example.com');
    expect([answer.status, answer.body]).toEqual([200, { link: `https://deck.example.com/recovery?flow=${id}`, code: '123456' }]);
    const { rows } = await db.query('SELECT id, roles FROM people_roles WHERE id = $1', [id]);
    expect(rows).toEqual([{ id, roles: ['editor'] }]);
    const [mail] = await server.mails(1);
    expect(mail?.body).toContain('123456');
  });

  it('are made once for an address', async () => {
    await invite();
    const answer = await invite();

    expect([answer.status, answer.body]).toEqual([500, { error: 'User already exists', message: 'Error creating user' }]);
  });

  it('change there, and the copy here follows', async () => {
    await invite();
    const id = await idOf('bob@example.com');

    const answer = await browser.send('POST', '/api/people/update', { id, lastName: 'Stone', role: 'viewer' });

    expect([answer.status, answer.body]).toMatchObject([
      200,
      { email: 'bob@example.com', name: { first: 'Bob', last: 'Stone' } },
    ]);
    expect(await people()).toContainEqual(expect.objectContaining({ name: 'Bob Stone' }));
    expect(
      (await kratosDb.query<{ last: string }>(`SELECT traits -> 'name' ->> 'last' AS last FROM identities WHERE id = $1`, [id]))
        .rows,
    ).toEqual([{ last: 'Stone' }]);
  });

  it('are switched off there, and are out at once', async () => {
    const id = await kratos.addPerson({ email: 'bob@example.com', password: 'another good secret' });
    const bob = server.openBrowser();
    await bob.signIn('bob@example.com', 'another good secret');
    expect(await ask(bob)).toBe(200);

    await browser.send('POST', '/api/people/update', { id, active: false });

    expect(await ask(bob)).toEqual([401, expect.any(String)]);
  });

  it('go there and here', async () => {
    await invite();
    const id = await idOf('bob@example.com');

    const answer = await browser.send('DELETE', `/api/people/${id}`);

    expect([answer.status, await idOf('bob@example.com')]).toEqual([200, '']);
    expect(await people()).toContainEqual(expect.objectContaining({ id, is_gone: true }));
  });

  it('keep the last administrator', async () => {
    const answer = await browser.send('POST', '/api/people/update', { id: adaId, role: 'viewer' });

    expect(answer.status).toBe(409);
  });

  it('are compared one by one: new ones come, those that are gone go, addresses that moved move', async () => {
    const sync = createIdentitySync(db, createKratosClient({ publicUrl: `${kratos.url}/api/.ory`, adminUrl: admin.url }));
    const one = await kratos.addPerson({ email: 'one@example.com', name: { first: 'One' } });
    const two = await kratos.addPerson({ email: 'two@example.com', name: { first: 'Two' } });
    expect(await sync.followAll()).toBe(3);

    await kratosDb.query('DELETE FROM identities WHERE id = $1', [one]);
    await kratosDb.query(`UPDATE identities SET traits = '{"email":"one@example.com","name":{"first":"Two"}}' WHERE id = $1`, [
      two,
    ]);
    await sync.followAll();

    expect(await people()).toEqual([
      expect.objectContaining({ name: 'Ada Byron', is_gone: false }),
      expect.objectContaining({ id: one, is_gone: true }),
      expect.objectContaining({ id: two, email: 'one@example.com', is_gone: false }),
    ]);
  });
});

describe('the first administrator', () => {
  const parts = () => {
    const client = createKratosClient({ publicUrl: `${kratos.url}/api/.ory`, adminUrl: admin.url });
    return { kratos: client, sync: createIdentitySync(db, client) };
  };

  it('is made in Kratos while there is none, and gets in by a link with its code', async () => {
    const made = await firstAdministratorOfKratos(db, parts());
    const again = await firstAdministratorOfKratos(db, parts());

    expect(made).toMatchObject({ email: 'admin@local', link: expect.stringMatching(/^https:.*code=123456$/) });
    expect(again).toBeUndefined();
    const { rows } = await db.query('SELECT email, roles FROM people_roles');
    expect(rows).toEqual([{ email: 'admin@local', roles: ['admin'] }]);
  });

  it('is not made when somebody is administrator', async () => {
    const id = await kratos.addPerson(ADA);
    await parts().sync.followAll();
    await giveRole(id, 'admin');

    expect(await firstAdministratorOfKratos(db, parts())).toBeUndefined();
    expect(await people()).toEqual([expect.objectContaining({ id })]);
  });
});

describe('what Kratos sends', () => {
  it('reaches the client while it still comes', async () => {
    let release: (() => void) | undefined;
    const slow: Server = createServer((_request, response) => {
      response.writeHead(200, { 'content-type': 'application/octet-stream' });
      response.write('first');
      release = () => response.end('last');
    });
    await new Promise<void>((resolve) => slow.listen(0, '127.0.0.1', resolve));
    const address = slow.address();
    const publicUrl = `http://127.0.0.1:${typeof address === 'object' && address !== null ? address.port : 0}`;
    const other = await startIdentityTestServer(db, [
      ...['--auth', 'kratos', '--kratos-public-url', publicUrl, '--kratos-admin-url', admin.url],
    ]);
    try {
      const response = await fetch(`${other.url}/api/.ory/slow`);
      const reader = response.body?.getReader();
      const first = await reader?.read();
      release?.();

      expect(new TextDecoder().decode(first?.value)).toBe('first');
      await reader?.cancel();
    } finally {
      await other.stop();
      slow.closeAllConnections();
      await new Promise((resolve) => slow.close(resolve));
    }
  });
});
