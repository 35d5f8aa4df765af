import { request as httpRequest } from 'node:http';
import { beforeAll, describe, expect, it } from 'vitest';
import { csrfTokenOf } from '../testing/identity-test-server.ts';
import { useIdentityServer } from '../testing/use-identity-server.ts';

const EMAIL = 'ada@example.com';
const PASSWORD = 'tulip-kayak-ember';
const server = useIdentityServer(() => ['--registration', 'anyone']);
beforeAll(async () => {
  await server.addPerson({ email: EMAIL, password: PASSWORD });
});

describe('the cookie of a session', () => {
  it.each([
    ['over http on this machine', [], false],
    ['over https', ['--public-url', 'https://deck.example.com'], true],
  ])('is for the server alone, and for https where that is used: %s', async (_name, args, isSecure) => {
    const here = await server.startBeside(...args);
    const browser = here.openBrowser();
    const begun = await browser.get('/api/.ory/self-service/login/browser');
    const answer = await browser.submit(begun.flow, { method: 'password', identifier: EMAIL, password: PASSWORD });

    const lines = [...begun.headers.getSetCookie(), ...answer.headers.getSetCookie()];
    expect(lines.map((line) => line.split('=')[0])).toEqual([
      expect.stringMatching(/^csrf_token_[0-9a-f]{64}$/),
      'ory_kratos_session',
      expect.stringMatching(/^csrf_token_[0-9a-f]{64}$/),
    ]);
    for (const line of lines) {
      const attributes = line
        .split(';')
        .slice(1)
        .map((attribute) => attribute.trim().toLowerCase());
      expect(attributes).toEqual(expect.arrayContaining(['httponly', 'samesite=lax', 'path=/']));
      expect(attributes.includes('secure')).toBe(isSecure);
      expect(attributes.some((attribute) => attribute.startsWith('domain'))).toBe(false);
    }
    const session = lines.find((line) => line.startsWith('ory_kratos_session'));
    expect(session).toMatch(/expires=/i);
  });

  it('is forgotten with the same attributes', async () => {
    const answer = await server.openBrowser().get('/api/.ory/self-service/logout');

    expect(answer.headers.getSetCookie()).toEqual([
      expect.stringMatching(/^ory_kratos_session=;.*Path=\/.*Expires=Thu, 01 Jan 1970/),
    ]);
  });

  it('is kept by no cache', async () => {
    const browser = server.openBrowser();
    const answers = [
      await browser.get('/api/.ory/self-service/login/browser'),
      await browser.signIn(EMAIL, PASSWORD),
      await browser.get('/api/.ory/sessions/whoami'),
      await browser.get('/api/.ory/sessions'),
    ];

    for (const { headers } of answers) expect(headers.get('cache-control')).toBe('private, no-store');
  });
});

describe('pages and answers', () => {
  it.each(['/login', '/api/.ory/self-service/login/browser', '/api/.ory/sessions/whoami', '/nothing'])(
    'of %s run no script but our own files',
    async (path) => {
      const { headers } = await server.openBrowser().get(path, { accept: 'text/html' });
      const policy = headers.get('content-security-policy') ?? '';
      const scripts = policy.split('; ').find((directive) => directive.startsWith('script-src'));

      expect(scripts).toBe("script-src 'self'");
      expect(policy).toContain("frame-ancestors 'none'");
      expect(policy).toContain("form-action 'self'");
      expect(policy).toContain("base-uri 'none'");
      expect(headers.get('x-content-type-options')).toBe('nosniff');
    },
  );
});

describe('a body', () => {
  const send = async (body: string, type: string) => {
    const browser = server.openBrowser();
    const flow = await browser.begin('login');
    return browser.send('POST', `/api/.ory/self-service/login?flow=${flow.id}`, body, { 'content-type': type });
  };
  const JSON_TYPE = 'application/json';
  const FORM_TYPE = 'application/x-www-form-urlencoded';

  it.each([
    ['a list', '[]', JSON_TYPE, 403],
    ['a list of forms', '[{"method":"password"}]', JSON_TYPE, 403],
    ['a text', '"x"', JSON_TYPE, 403],
    ['a number', '7', JSON_TYPE, 403],
    ['null', 'null', JSON_TYPE, 403],
    ['nothing', '', JSON_TYPE, 403],
    ['broken JSON', '{"method":', JSON_TYPE, 400],
    ['__proto__', '{"__proto__":{"polluted":true}}', JSON_TYPE, 400],
    ['constructor.prototype', '{"constructor":{"prototype":{"polluted":true}}}', JSON_TYPE, 400],
    ['dotted names of prototypes', '{"constructor.prototype.polluted":true,"x.__proto__.polluted":true}', JSON_TYPE, 403],
    ['a thousand levels of names', JSON.stringify({ ['a.'.repeat(20_000)]: 1 }), JSON_TYPE, 403],
    ['deep lists', `{"a":${'['.repeat(20_000)}${']'.repeat(20_000)}}`, JSON_TYPE, 403],
    [
      'ten thousand fields',
      JSON.stringify(Object.fromEntries(Array.from({ length: 10_000 }, (_, index) => [`f${index}`, 1]))),
      JSON_TYPE,
      403,
    ],
    ['far too much', JSON.stringify({ password: 'x'.repeat(200_000) }), JSON_TYPE, 413],
    ['far too much of a form', `password=${'x'.repeat(200_000)}`, FORM_TYPE, 413],
    ['a form with prototypes', '__proto__.polluted=1&constructor.prototype.polluted=1&__proto__=x', FORM_TYPE, 403],
    ['another type', '<method>password</method>', 'application/xml', 415],
    ['parts', '--x--', 'multipart/form-data; boundary=x', 415],
  ])('that is %s does no harm', async (_name, body, type, status) => {
    const answer = await send(body, type);

    expect(answer.status).toBe(status);
    expect(answer.text).not.toMatch(/at .*\.ts|node_modules|stack/);
    expect(Reflect.get({}, 'polluted')).toBeUndefined();
    expect((await server.openBrowser().signIn(EMAIL, PASSWORD)).status).toBe(200);
  });

  it('with fields of other kinds than texts is a form that is not filled in', async () => {
    const browser = server.openBrowser();
    const flow = await browser.begin('login');

    const answer = await browser.submit(flow, { method: 'password', identifier: { $ne: null }, password: ['a'] });

    expect(answer.status).toBe(400);
    expect(answer.text.match(/"id":4000002/g)).toHaveLength(2);
  });

  it('as browsers send forms is answered with a redirect, to the page again or onwards', async () => {
    const browser = server.openBrowser();
    const flow = await browser.begin('login', 'return_to=/topology');
    const form = (password: string) =>
      new URLSearchParams({ method: 'password', identifier: EMAIL, password, csrf_token: csrfTokenOf(flow) }).toString();
    const headers = { 'content-type': FORM_TYPE, accept: 'text/html,application/xhtml+xml' };

    const wrong = await browser.send('POST', `/api/.ory/self-service/login?flow=${flow.id}`, form('wrong'), headers);
    const right = await browser.send('POST', `/api/.ory/self-service/login?flow=${flow.id}`, form(PASSWORD), headers);

    expect([wrong.status, wrong.headers.get('location')]).toEqual([303, `${server.url}/login?flow=${flow.id}`]);
    expect([right.status, right.headers.get('location')]).toEqual([303, `${server.url}/topology`]);
    expect(browser.cookies.has('ory_kratos_session')).toBe(true);
  });

  it.each([
    ['very long passwords', { identifier: EMAIL, password: 'x'.repeat(100_000) }],
    ['very long addresses', { identifier: 'x'.repeat(100_000), password: 'x' }],
    ['characters that the database does not take', { identifier: 'ada\u0000@example.com', password: 'x\u0000' }],
    ['halves of characters', { identifier: '\ud800', password: '\udfff' }],
  ])('with %s is a wrong password', async (_name, fields) => {
    const browser = server.openBrowser();
    const flow = await browser.begin('login');

    const answer = await browser.submit(flow, { method: 'password', ...fields });

    expect(answer.status).toBe(400);
    expect(answer.flow.ui.messages?.map(({ id }) => id)).toEqual([4000006]);
  });

  it('of a registration cannot make more of an account than its own traits', async () => {
    const browser = server.openBrowser();
    const flow = await browser.begin('registration');

    await browser.submit(flow, {
      method: 'password',
      password: PASSWORD,
      traits: {
        email: 'eve@example.com',
        name: { first: 'Eve', role: 'admin' },
        role: 'admin',
        id: '00000000-0000-0000-0000-000000000000',
      },
      role: 'admin',
      roles: ['admin'],
      state: 'active',
      metadata_admin: { role: 'admin' },
      'metadata_public.role': 'admin',
      'verifiable_addresses.0.verified': true,
    });

    const { rows } = await server.db.query(
      `SELECT i.traits, a.verified_at, r.v1 FROM identities i JOIN identity_addresses a ON a.identity_id = i.id
       LEFT JOIN casbin_rule r ON r.v0 = i.id::text WHERE i.traits ->> 'email' = 'eve@example.com'`,
    );
    expect(rows).toEqual([{ traits: { email: 'eve@example.com', name: { first: 'Eve' } }, verified_at: null, v1: null }]);
  });
});

describe('headers', () => {
  /** Sends a header as it is, which fetch does not. */
  function raw(
    path: string,
    headers: Record<string, string>,
  ): Promise<{ status: number; headers: NodeJS.Dict<string | string[]>; text: string }> {
    return new Promise((resolve, reject) => {
      const sent = httpRequest(new URL(path, server.url), { headers }, (response) => {
        let text = '';
        response.setEncoding('utf8').on('data', (part: string) => {
          text += part;
        });
        response.on('end', () => resolve({ status: response.statusCode ?? 0, headers: response.headers, text }));
      });
      sent.on('error', reject).end();
    });
  }

  it.each(['evil.example', 'evil.example:80', '127.0.0.1.evil.example', 'localhost@evil.example', 'localhost:80/evil'])(
    'that name another host get into no link: %s',
    async (host) => {
      const json = await raw('/api/.ory/self-service/login/browser', { host, accept: 'application/json' });
      const page = await raw('/api/.ory/self-service/login/browser', {
        host,
        accept: 'text/html',
        'x-forwarded-host': 'evil.example',
      });

      expect(json.text).not.toContain('evil');
      expect(page.headers.location).toMatch(new RegExp(`^${server.url}/login\\?flow=`));
    },
  );

  it.each([
    '/api/.ory/self-service/login/browser?return_to=/x%0d%0aSet-Cookie:%20a=b',
    '/api/.ory/self-service/login/browser?return_to=%0aLocation:%20https://evil.example',
    '/api/.ory/self-service/logout?return_to=/x%0d%0aX-Evil:%201',
    '/api/.ory/self-service/errors?id=%0d%0aX-Evil:%201',
    '/api/.ory/self-service/login/flows?id=%0d%0aX-Evil:%201',
  ])('cannot be added by the address %s', async (path) => {
    for (const accept of ['application/json', 'text/html']) {
      const { status, headers } = await raw(path, { accept });

      expect(status).toBeLessThan(500);
      expect(headers).not.toHaveProperty('x-evil');
      expect(JSON.stringify(headers['set-cookie'] ?? [])).not.toContain('a=b');
      expect(headers.location ?? `${server.url}/`).toMatch(new RegExp(`^${server.url}/`));
    }
  });

  it('that are long or odd are kept short in the list of sessions', async () => {
    const browser = server.openBrowser();
    const flow = await browser.begin('login');
    await browser.submit(
      flow,
      { method: 'password', identifier: EMAIL, password: PASSWORD },
      { 'user-agent': `<script>alert(1)</script>\u00e9${'x'.repeat(5_000)}`, 'x-forwarded-for': '6.6.6.6' },
    );

    const { rows } = await server.db.query<{ user_agent: string; ip_address: string }>(
      `SELECT user_agent, ip_address FROM sessions WHERE user_agent LIKE '<script>%'`,
    );

    expect(rows).toHaveLength(1);
    expect(rows[0]?.user_agent.length).toBeLessThanOrEqual(512);
    expect(rows[0]?.ip_address).toBe('127.0.0.1');
  });
});
