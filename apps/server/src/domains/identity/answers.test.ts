import { beforeAll, describe, expect, it } from 'vitest';
import { csrfTokenOf } from './testing/identity-test-server.ts';
import { PASSWORD, useIdentityServer } from './testing/use-identity-server.ts';

const EMAIL = 'ada@example.com';
const PAGE = { accept: 'text/html,application/xhtml+xml,*/*;q=0.8' };
const FORM = { ...PAGE, 'content-type': 'application/x-www-form-urlencoded' };
const ORY = '/api/.ory/self-service';

const server = useIdentityServer(() => ['--registration', 'anyone']);
beforeAll(async () => {
  await server.addPerson({ email: EMAIL, password: PASSWORD });
});

describe('what no browser opens as a page', () => {
  it.each([
    ['/api/.ory/sessions/whoami', 401],
    ['/api/.ory/sessions', 401],
    [`${ORY}/login/flows?id=00000000-0000-4000-8000-000000000000`, 404],
    [`${ORY}/errors?id=00000000-0000-4000-8000-000000000000`, 404],
    [`${ORY}/logout/browser`, 401],
  ])('is refused in JSON, whatever the caller accepts: %s', async (path, status) => {
    for (const accept of ['*/*', 'text/html']) {
      const answer = await server.openBrowser().get(path, { accept });

      expect(answer.status).toBe(status);
      expect(answer.body).toMatchObject({ error: { code: status } });
    }
  });

  it('is a flow of a program: its form is answered in JSON, too', async () => {
    const program = server.openBrowser();
    const { flow } = await program.get(`${ORY}/login/api`, { accept: '*/*' });
    const send = (password: string) =>
      program.send('POST', `${ORY}/login?flow=${flow.id}`, `method=password&identifier=${EMAIL}&password=${password}`, FORM);
    const refused = await send('wrong');
    const signedIn = await send(encodeURIComponent(PASSWORD));

    expect([refused.status, refused.body]).toMatchObject([400, { ui: { messages: [{ id: 4000006 }] } }]);
    expect([signedIn.status, signedIn.body]).toMatchObject([200, { session_token: expect.any(String) }]);
  });
});

describe('a browser that reads no JSON', () => {
  it('and is signed in already goes on to where it wanted to', async () => {
    const browser = server.openBrowser();
    await browser.signIn(EMAIL, PASSWORD);

    expect((await browser.get(`${ORY}/login/browser?return_to=/topology`, PAGE)).headers.get('location')).toBe(
      `${server.url}/topology`,
    );
    expect((await browser.get(`${ORY}/registration/browser`, PAGE)).headers.get('location')).toBe(`${server.url}/`);
  });

  it('goes on with a new form when its own ran out, and is told why', async () => {
    const browser = server.openBrowser();
    const old = await browser.begin('login', 'return_to=/topology');
    await server.clock.advance(61 * 60_000);
    const fields = new URLSearchParams({
      csrf_token: csrfTokenOf(old),
      method: 'password',
      identifier: EMAIL,
      password: PASSWORD,
    });
    const answer = await browser.send('POST', `${ORY}/login?flow=${old.id}`, fields.toString(), FORM);
    const page = new URL(answer.headers.get('location') ?? '');
    const { flow } = await browser.get(`${ORY}/login/flows${page.search.replace('flow=', 'id=')}`);

    expect([answer.status, page.pathname]).toEqual([303, '/login']);
    expect(flow.id).not.toBe(old.id);
    expect(flow).toMatchObject({ return_to: `${server.url}/topology`, ui: { messages: [{ id: 4010001, type: 'error' }] } });
  });

  it('sees a form that could not be read on the error page', async () => {
    const browser = server.openBrowser();
    const flow = await browser.begin('login');
    const answer = await browser.send('POST', `${ORY}/login?flow=${flow.id}`, `password=${'x'.repeat(200_000)}`, FORM);
    const page = new URL(answer.headers.get('location') ?? '');
    const error = await browser.get(`${ORY}/errors${page.search}`);

    expect([answer.status, page.pathname]).toEqual([303, '/error']);
    expect(error.body).toMatchObject({ error: { code: 413 } });
  });
});

describe('a flow that ran out says so in the one that replaces it', () => {
  it.each([
    ['registration', 4040001],
    ['recovery', 4060005],
    ['verification', 4070005],
  ] as const)('%s with %i', async (kind, id) => {
    const browser = server.openBrowser();
    const old = await browser.begin(kind);
    await server.clock.advance(61 * 60_000);
    const answer = await browser.submit(old, { method: 'code', email: EMAIL });
    const next = String(new Map(Object.entries(answer.body ?? {})).get('use_flow_id'));

    expect(answer.status).toBe(410);
    expect((await browser.get(`${ORY}/${kind}/flows?id=${next}`)).flow.ui.messages).toMatchObject([{ id }]);
  });
});

describe('a flow', () => {
  it('names no method after a form for none of its own', async () => {
    const browser = server.openBrowser();
    for (const kind of ['login', 'registration'] as const) {
      const answer = await browser.submit(await browser.begin(kind), { method: 'carrier_pigeon' });

      expect(answer.status).toBe(400);
      expect(answer.flow).not.toHaveProperty('active');
    }
  });

  it('has its anti-forgery field first, and requires it', async () => {
    for (const path of ['login/browser', 'login/api', 'registration/browser', 'recovery/browser', 'verification/browser']) {
      const { flow } = await server.openBrowser().get(`${ORY}/${path}`);

      expect(flow.ui.nodes[0]).toMatchObject({
        group: 'default',
        attributes: { name: 'csrf_token', type: 'hidden', required: true, node_type: 'input' },
      });
    }
  });

  it.each([
    ['application/json', '{', 400],
    ['application/xml', '<a/>', 415],
    ['application/json', JSON.stringify({ password: 'x'.repeat(200_000) }), 413],
  ])('refuses a body of %s that cannot be read in the shape of its errors', async (contentType, body, status) => {
    const browser = server.openBrowser();
    const flow = await browser.begin('login');
    const answer = await browser.send('POST', `${ORY}/login?flow=${flow.id}`, body, { 'content-type': contentType });

    expect([answer.status, answer.body]).toMatchObject([status, { error: { code: status, message: expect.any(String) } }]);
  });
});
