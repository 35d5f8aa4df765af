import type { UiNode } from '@ory/client';
import { FLOW_LIFETIME_MS, FlowSchema, IdentityErrorBodySchema, SESSION_LIFETIME_MS } from '@quarterdeck/contract/identity';
import { describe, expect, it } from 'vitest';
import { createOryClient, failureOf, type OryClient } from './testing/ory-client.ts';
import { newEmail, useIdentityServer } from './testing/use-identity-server.ts';

const PASSWORD = 'tulip-kayak-ember';
const server = useIdentityServer(() => ['--registration', 'anyone']);

/** Somebody new with a password. @returns the mail address */
async function newPerson(): Promise<string> {
  const email = newEmail();
  await server.addPerson({ email, password: PASSWORD });
  return email;
}

function csrfOf(nodes: UiNode[]): string {
  const node = nodes.find(({ attributes }) => attributes.node_type === 'input' && attributes.name === 'csrf_token');
  return node?.attributes.node_type === 'input' ? String(node.attributes.value) : '';
}

async function signIn({ frontend }: OryClient, identifier: string, password = PASSWORD) {
  const { data: flow } = await frontend.createBrowserLoginFlow();
  const body = { method: 'password' as const, identifier, password, csrf_token: csrfOf(flow.ui.nodes) };
  return frontend.updateLoginFlow({ flow: flow.id, updateLoginFlowBody: body });
}

async function signedIn(): Promise<OryClient> {
  const client = createOryClient(server.url);
  await signIn(client, await newPerson());
  return client;
}

describe("Ory's client signs in", () => {
  it('with a password, and whoami knows the person', async () => {
    const email = await newPerson();
    const client = createOryClient(server.url);

    const { data, status } = await signIn(client, email);
    const whoami = await client.frontend.toSession();

    expect(status).toBe(200);
    expect(data.session).toMatchObject({
      active: true,
      authenticator_assurance_level: 'aal1',
      authentication_methods: [{ method: 'password', aal: 'aal1' }],
      identity: { schema_id: 'default', state: 'active', traits: { email } },
    });
    expect(data.session_token).toBeUndefined();
    expect(whoami.data).toEqual(data.session);
    expect(whoami.headers['x-kratos-authenticated-identity-id']).toBe(data.session.identity?.id);
  });

  it('and gets a flow with the fields of the contract', async () => {
    const { frontend } = createOryClient(server.url);

    const { data: flow } = await frontend.createBrowserLoginFlow({ refresh: false, aal: '', returnTo: '/health?x=1' });
    const read = await frontend.getLoginFlow({ id: flow.id });

    expect(flow).toMatchObject({
      type: 'browser',
      state: 'choose_method',
      requested_aal: 'aal1',
      return_to: `${server.url}/health?x=1`,
    });
    expect(flow.ui).toMatchObject({ method: 'POST', action: `${server.url}/api/.ory/self-service/login?flow=${flow.id}` });
    expect(read.data.id).toBe(flow.id);
    expect(csrfOf(read.data.ui.nodes)).not.toBe(csrfOf(flow.ui.nodes));
    const password = flow.ui.nodes.filter(({ group }) => ['default', 'password'].includes(group));
    expect(
      password.map(({ group, attributes, meta }) => [group, 'name' in attributes ? attributes.name : '', meta.label?.id]),
    ).toEqual([
      ['default', 'csrf_token', undefined],
      ['default', 'identifier', 1070004],
      ['password', 'password', 1070001],
      ['password', 'method', 1010022],
    ]);
  });

  it('and is told what is wrong: 400 with the flow', async () => {
    const email = await newPerson();
    const { status, body } = await failureOf(signIn(createOryClient(server.url), email, 'wrong'));

    expect(status).toBe(400);
    expect(body).toMatchObject({ ui: { messages: [{ id: 4000006, type: 'error' }] } });
    expect(JSON.stringify(body)).not.toContain('"wrong"');
    expect(body).toMatchObject({
      ui: {
        nodes: expect.arrayContaining([
          expect.objectContaining({ attributes: expect.objectContaining({ name: 'identifier', value: email }) }),
        ]),
      },
    });
  });

  it('and is told which fields and which method are missing', async () => {
    const client = createOryClient(server.url);
    const { data: flow } = await client.frontend.createBrowserLoginFlow();
    const csrf_token = csrfOf(flow.ui.nodes);
    const send = (body: object) =>
      failureOf(
        client.frontend.updateLoginFlow({
          flow: flow.id,
          updateLoginFlowBody: { csrf_token, method: 'password', identifier: '', password: '', ...body },
        }),
      );

    const empty = await send({});
    const unknown = await send({ method: 'telepathy' });

    expect(empty.status).toBe(400);
    expect(JSON.stringify(empty.body).match(/"id":4000002/g)).toHaveLength(2);
    expect(unknown).toMatchObject({ status: 400, body: { ui: { messages: [{ id: 4010002 }] } } });
  });

  it('but not twice: session_already_available, unless it confirms who it is', async () => {
    const client = await signedIn();

    const again = await failureOf(client.frontend.createBrowserLoginFlow());
    const before = await client.frontend.toSession();
    await server.clock.advance(60_000);
    const { data: flow } = await client.frontend.createBrowserLoginFlow({ refresh: true });
    const email: unknown = before.data.identity?.traits.email;
    const { data } = await client.frontend.updateLoginFlow({
      flow: flow.id,
      updateLoginFlowBody: {
        method: 'password',
        identifier: String(email),
        password: PASSWORD,
        csrf_token: csrfOf(flow.ui.nodes),
      },
    });

    expect(again).toMatchObject({ status: 400, body: { error: { id: 'session_already_available', code: 400 } } });
    expect(flow.ui.messages).toMatchObject([{ id: 1010003 }]);
    expect(data.session.id).toBe(before.data.id);
    expect(new Date(data.session.authenticated_at ?? 0).getTime()).toBe(
      new Date(before.data.authenticated_at ?? 0).getTime() + 60_000,
    );
    expect(data.session.expires_at).toBe(before.data.expires_at);
  });

  it('to the second factor only after the first: session_aal1_required', async () => {
    const failure = await failureOf(createOryClient(server.url).frontend.createBrowserLoginFlow({ aal: 'aal2' }));

    expect(failure).toMatchObject({ status: 401, body: { error: { id: 'session_aal1_required' } } });
  });

  it('without cookies as a program, with the token of the session', async () => {
    const email = await newPerson();
    const { frontend, cookies } = createOryClient(server.url);

    const { data: flow } = await frontend.createNativeLoginFlow();
    const { data } = await frontend.updateLoginFlow({
      flow: flow.id,
      updateLoginFlowBody: { method: 'password', identifier: email, password: PASSWORD },
    });
    const xSessionToken = data.session_token ?? '';
    const whoami = await frontend.toSession({ xSessionToken });
    await frontend.performNativeLogout({ performNativeLogoutBody: { session_token: xSessionToken } });

    expect(flow.type).toBe('api');
    expect(cookies.size).toBe(0);
    expect(whoami.data.id).toBe(data.session.id);
    expect((await failureOf(frontend.toSession({ xSessionToken }))).status).toBe(401);
    const again = await failureOf(frontend.performNativeLogout({ performNativeLogoutBody: { session_token: xSessionToken } }));
    expect(again.status).toBe(403);
  });
});

describe('a flow', () => {
  it('that ran out is 410; its form goes on with a new one', async () => {
    const client = createOryClient(server.url);
    const { data: flow } = await client.frontend.createBrowserLoginFlow({ returnTo: '/topology' });
    await server.clock.advance(FLOW_LIFETIME_MS);

    const read = await failureOf(client.frontend.getLoginFlow({ id: flow.id }));
    const sent = await failureOf(
      client.frontend.updateLoginFlow({
        flow: flow.id,
        updateLoginFlowBody: { method: 'password', identifier: 'x', password: 'y', csrf_token: csrfOf(flow.ui.nodes) },
      }),
    );

    expect(read).toMatchObject({
      status: 410,
      body: { error: { id: 'self_service_flow_expired' }, expired_at: flow.expires_at },
    });
    expect(sent).toMatchObject({
      status: 410,
      body: { error: { id: 'self_service_flow_expired' }, use_flow_id: expect.any(String) },
    });
    const next = IdentityErrorBodySchema.parse(sent.body).use_flow_id ?? '';
    expect((await client.frontend.getLoginFlow({ id: next })).data.return_to).toBe(`${server.url}/topology`);
    expect(await failureOf(client.frontend.getLoginFlow({ id: flow.id }))).toMatchObject({ body: { use_flow_id: next } });
  });

  it.each(['', 'x', '00000000-0000-4000-8000-000000000000', "' OR 1=1 --"])(
    'that is not there is 404 without an id: %j',
    async (id) => {
      const failure = await failureOf(createOryClient(server.url).frontend.getLoginFlow({ id }));

      expect(failure).toMatchObject({ status: 404, body: { error: { code: 404, status: 'Not Found' } } });
      expect(failure.body).not.toHaveProperty('error.id');
    },
  );

  it('may not lead to other servers: self_service_flow_return_to_forbidden', async () => {
    const failure = await failureOf(
      createOryClient(server.url).frontend.createBrowserLoginFlow({ returnTo: 'https://evil.example/' }),
    );

    expect(failure).toMatchObject({ status: 400, body: { error: { id: 'self_service_flow_return_to_forbidden' } } });
  });
});

describe("Ory's client registers", () => {
  async function register({ frontend }: OryClient, traits: object, password = PASSWORD) {
    const { data: flow } = await frontend.createBrowserRegistrationFlow();
    return frontend.updateRegistrationFlow({
      flow: flow.id,
      updateRegistrationFlowBody: { method: 'password', traits, password, csrf_token: csrfOf(flow.ui.nodes) },
    });
  }

  it('an account that is signed in and a viewer', async () => {
    const client = createOryClient(server.url);

    const { data } = await register(client, { email: 'new.person@example.com', name: { first: 'Grace', last: 'Hopper' } });
    const whoami = await client.frontend.toSession();

    expect(data).toMatchObject({ identity: { traits: { email: 'new.person@example.com' } }, session: { active: true } });
    expect(whoami.data.identity?.id).toBe(data.identity.id);
    const { rows } = await server.db.query(
      'SELECT p.name, p.email, r.v1 FROM people p LEFT JOIN casbin_rule r ON r.v0 = p.id::text WHERE p.id = $1',
      [data.identity.id],
    );
    expect(rows).toEqual([{ name: 'Grace Hopper', email: 'new.person@example.com', v1: null }]);
  });

  it('with the fields of the contract, names with dots as consoles send them', async () => {
    const { frontend } = createOryClient(server.url);
    const { data: flow } = await frontend.createBrowserRegistrationFlow({ afterVerificationReturnTo: '/health' });
    const flat = { 'traits.email': 'flat@example.com', 'traits.name.first': 'Flat', 'traits.name.last': '' };

    const { data } = await frontend.updateRegistrationFlow({
      flow: flow.id,
      updateRegistrationFlowBody: {
        method: 'password',
        traits: {},
        password: PASSWORD,
        csrf_token: csrfOf(flow.ui.nodes),
        ...flat,
      },
    });

    expect(flow.return_to).toBe(`${server.url}/health`);
    expect(
      flow.ui.nodes
        .filter(({ group }) => ['default', 'password'].includes(group))
        .map(({ attributes, meta }) => ['name' in attributes ? attributes.name : '', meta.label?.id]),
    ).toEqual([
      ['csrf_token', undefined],
      ['traits.email', 1070002],
      ['traits.name.first', 1070002],
      ['traits.name.last', 1070002],
      ['password', 1070001],
      ['method', 1040001],
    ]);
    expect(data.identity.traits).toEqual({ email: 'flat@example.com', name: { first: 'Flat' } });
  });

  it('not with an address that is taken, in whatever case', async () => {
    const email = await newPerson();

    const failure = await failureOf(
      register(createOryClient(server.url), { email: email.toUpperCase(), name: { first: 'Eve' } }),
    );

    expect(failure).toMatchObject({ status: 400, body: { ui: { messages: [{ id: 4000007 }] } } });
  });

  it.each([
    ['short', 4000032],
    ['password123', 4000034],
    ['registrar@example', 4000031],
  ])('not with the password %s', async (password, id) => {
    const failure = await failureOf(
      register(createOryClient(server.url), { email: 'registrar@example.com', name: { first: 'Eve' } }, password),
    );

    expect(failure.status).toBe(400);
    expect(JSON.stringify(failure.body)).toContain(`"id":${id}`);
    expect(JSON.stringify(failure.body)).not.toContain(`"value":"${password}"`);
    expect(failure.body).toMatchObject({
      ui: {
        nodes: expect.arrayContaining([
          expect.objectContaining({
            attributes: expect.objectContaining({ name: 'traits.email', value: 'registrar@example.com' }),
          }),
        ]),
      },
    });
  });

  it('nobody while somebody is signed in', async () => {
    const client = await signedIn();

    const failure = await failureOf(client.frontend.createBrowserRegistrationFlow());

    expect(failure).toMatchObject({ status: 400, body: { error: { id: 'session_already_available' } } });
  });

  it('one address only a few times', async () => {
    const email = await newPerson();
    const texts: unknown[] = [];
    for (let attempt = 0; attempt < 6; attempt++) {
      const { body } = await failureOf(register(createOryClient(server.url), { email, name: { first: 'Eve' } }));
      texts.push(FlowSchema.parse(body).ui.messages?.[0]?.id);
    }

    expect(texts).toEqual([4000007, 4000007, 4000007, 4000007, 4000007, 4000001]);
  });
});

describe("Ory's client signs out", () => {
  it('with the token that only its session has', async () => {
    const client = await signedIn();
    const { data: logout } = await client.frontend.createBrowserLogoutFlow({ returnTo: '/login' });

    const wrong = await failureOf(client.frontend.updateLogoutFlow({ token: 'x'.repeat(43) }));
    const whoami = await client.frontend.toSession();
    const done = await client.frontend.updateLogoutFlow({ token: logout.logout_token });

    expect(wrong).toMatchObject({ status: 403, body: { error: { code: 403 } } });
    expect(whoami.status).toBe(200);
    expect(new URL(logout.logout_url).searchParams.get('return_to')).toBe(`${server.url}/login`);
    expect(done.status).toBe(204);
    expect(client.cookies.has('ory_kratos_session')).toBe(false);
    expect((await failureOf(client.frontend.toSession())).status).toBe(401);
  });

  it('not with the token of somebody else', async () => {
    const [ada, eve] = [await signedIn(), await signedIn()];
    const { data: logout } = await eve.frontend.createBrowserLogoutFlow();

    const failure = await failureOf(ada.frontend.updateLogoutFlow({ token: logout.logout_token }));

    expect(failure.status).toBe(403);
    expect((await ada.frontend.toSession()).status).toBe(200);
  });

  it('only when signed in: 401 session_inactive, and leaving twice is no failure', async () => {
    const { frontend } = createOryClient(server.url);

    expect(await failureOf(frontend.createBrowserLogoutFlow())).toMatchObject({
      status: 401,
      body: { error: { id: 'session_inactive' } },
    });
    expect((await frontend.updateLogoutFlow({ token: 'x' })).status).toBe(204);
  });
});

describe('sessions', () => {
  it('are listed but for the own one, and ended one by one or all together', async () => {
    const email = await newPerson();
    const clients = await Promise.all(
      Array.from({ length: 4 }, async () => {
        const client = createOryClient(server.url);
        await signIn(client, email);
        return client;
      }),
    );
    const [first, second, third, fourth] = clients;
    if (first === undefined || second === undefined || third === undefined || fourth === undefined) throw new Error('no clients');
    const { data: own } = await first.frontend.toSession();
    const { data: other } = await second.frontend.toSession();

    const { data: list } = await first.frontend.listMySessions();
    const { data: page } = await first.frontend.listMySessions({ perPage: 2, page: 2 });
    const ownEnd = await failureOf(first.frontend.disableMySession({ id: own.id }));
    const one = await first.frontend.disableMySession({ id: other.id });
    const again = await failureOf(first.frontend.disableMySession({ id: other.id }));
    const { data: all } = await first.frontend.disableMyOtherSessions();

    expect(list).toHaveLength(3);
    expect(list.map(({ id }) => id)).not.toContain(own.id);
    expect(page).toHaveLength(1);
    expect(list.every(({ active, devices }) => active === true && devices?.[0]?.ip_address === '127.0.0.1')).toBe(true);
    expect([ownEnd.status, one.status, again.status]).toEqual([400, 204, 404]);
    expect(all).toEqual({ count: 2 });
    expect((await failureOf(second.frontend.toSession())).status).toBe(401);
    expect((await failureOf(third.frontend.toSession())).status).toBe(401);
    expect((await first.frontend.toSession()).status).toBe(200);
  });

  it('of somebody else can be neither seen nor ended', async () => {
    const [ada, eve] = [await signedIn(), await signedIn()];
    const { data: adas } = await ada.frontend.toSession();

    const failure = await failureOf(eve.frontend.disableMySession({ id: adas.id }));
    const { data: list } = await eve.frontend.listMySessions();

    expect(failure.status).toBe(404);
    expect(list).toEqual([]);
    expect((await ada.frontend.toSession()).status).toBe(200);
  });

  it('last 24 hours, however they are used', async () => {
    const client = await signedIn();
    await server.clock.advance(SESSION_LIFETIME_MS / 2);
    await client.frontend.toSession();
    await server.clock.advance(SESSION_LIFETIME_MS / 2);

    expect((await failureOf(client.frontend.toSession())).status).toBe(401);
    expect((await failureOf(client.frontend.listMySessions())).status).toBe(401);
  });

  it('of an account that was switched off count no more', async () => {
    const client = await signedIn();
    const { data } = await client.frontend.toSession();
    await server.db.query(`UPDATE identities SET state = 'inactive' WHERE id = $1`, [data.identity?.id]);

    const whoami = await failureOf(client.frontend.toSession());

    expect(whoami.status).toBe(401);
    expect(whoami.body).not.toHaveProperty('error.id');
  });
});

describe('besides', () => {
  it('it tells that it runs, its version and the schema of accounts', async () => {
    const { metadata, identities } = createOryClient(server.url);

    for (const path of ['alive', 'ready']) {
      expect((await server.openBrowser().get(`/kratos/health/${path}`)).body).toEqual({ status: 'ok' });
    }
    expect((await metadata.getVersion()).data).toEqual({ version: expect.stringMatching(/^\d+\.\d+\.\d+/) });
    expect((await identities.getIdentitySchema({ id: 'ZGVmYXVsdA' })).data).toMatchObject({
      properties: { traits: { required: ['email'] } },
    });
    expect((await identities.listIdentitySchemas()).data).toMatchObject([{ id: 'default' }]);
    expect((await failureOf(identities.getIdentitySchema({ id: 'other' }))).status).toBe(404);
  });

  it('a failure of a browser is read from its error page, by this browser, while the flow lasts', async () => {
    const browser = server.openBrowser();
    const client = createOryClient(server.url);
    const { ui } = await browser.begin('login');
    for (const [name, value] of browser.cookies) client.cookies.set(name, value);

    const page = await browser.send('POST', ui.action, 'method=password', {
      accept: 'text/html',
      'content-type': 'application/x-www-form-urlencoded',
    });
    const id = new URL(page.headers.get('location') ?? '').searchParams.get('id') ?? '';
    const { data } = await client.frontend.getFlowError({ id });
    const others = await failureOf(createOryClient(server.url).frontend.getFlowError({ id }));
    const unknown = await failureOf(client.frontend.getFlowError({ id: '00000000-0000-4000-8000-000000000000' }));
    await server.clock.advance(FLOW_LIFETIME_MS);
    const late = await failureOf(client.frontend.getFlowError({ id }));

    expect(page.status).toBe(303);
    expect(data).toMatchObject({ id, error: { id: 'security_csrf_violation', code: 403, message: expect.any(String) } });
    expect([others.status, unknown.status, late.status]).toEqual([403, 404, 410]);
  });
});

describe('a server for invited people', () => {
  it('registers nobody: self_service_flow_disabled', async () => {
    const closed = await server.startBeside();
    const { frontend } = createOryClient(closed.url);

    expect(await failureOf(frontend.createBrowserRegistrationFlow())).toMatchObject({
      status: 400,
      body: { error: { id: 'self_service_flow_disabled' } },
    });
    expect((await failureOf(frontend.createNativeRegistrationFlow())).status).toBe(400);
  });
});
