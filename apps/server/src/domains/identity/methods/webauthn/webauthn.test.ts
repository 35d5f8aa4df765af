import { beforeAll, describe, expect, it } from 'vitest';
import { fieldOf, messageIds, namesOf, nodeOf } from '../../testing/flow-fields.ts';
import { type TestAnswer, TestBrowser } from '../../testing/identity-test-server.ts';
import { SoftwareAuthenticator } from '../../testing/software-authenticator.ts';
import { newEmail, PASSWORD, useIdentityServer } from '../../testing/use-identity-server.ts';

const server = useIdentityServer();
/** Keys know hosts by name. */
let origin: string;
beforeAll(async () => {
  origin = server.url.replace('127.0.0.1', 'localhost');
});

interface Person {
  readonly email: string;
  readonly browser: TestBrowser;
  readonly key: SoftwareAuthenticator;
}

async function addPerson(): Promise<Person> {
  const email = newEmail();
  await server.addPerson({ email, password: PASSWORD, role: 'editor' });
  return { email, browser: await afterPassword(email), key: new SoftwareAuthenticator(origin) };
}

async function afterPassword(email: string): Promise<TestBrowser> {
  const browser = new TestBrowser(origin);
  await browser.signIn(email, PASSWORD);
  return browser;
}

async function addKey({ browser, key }: Person, name = 'Blue key'): Promise<TestAnswer> {
  const flow = await browser.begin('settings');
  return browser.submit(flow, {
    webauthn_register: key.create(fieldOf(flow, 'webauthn_register_trigger')),
    webauthn_register_displayname: name,
  });
}

async function addPersonWithKey(): Promise<Person> {
  const person = await addPerson();
  expect((await addKey(person)).status).toBe(200);
  return person;
}

describe('a security key', () => {
  it('is offered as pages of the ecosystem know it', async () => {
    const { browser } = await addPerson();

    const flow = await browser.begin('settings');

    expect(namesOf(flow, 'webauthn')).toEqual([
      'webauthn_register_displayname',
      'webauthn_register',
      'webauthn_register_trigger',
      'webauthn_script',
    ]);
    const { attributes } = nodeOf(flow, 'webauthn_register_trigger');
    const options = fieldOf(flow, 'webauthn_register_trigger');
    expect(attributes).toMatchObject({
      type: 'button',
      onclick: `window.oryWebAuthnRegistration(${options})`,
      onclickTrigger: 'oryWebAuthnRegistration',
    });
    expect(JSON.parse(options)).toMatchObject({ publicKey: { rp: { id: 'localhost', name: 'Quarterdeck' } } });
    expect(nodeOf(flow, 'webauthn_script').attributes).toMatchObject({
      src: `${origin}/api/.ory/.well-known/ory/webauthn.js`,
      integrity: expect.stringMatching(/^sha512-/),
    });
  });

  it('is added under its name and proves the second factor for this session', async () => {
    const person = await addPerson();

    const saved = await addKey(person, 'Blue key');

    const { meta } = nodeOf(saved.flow, 'webauthn_remove');
    expect([saved.status, messageIds(saved.flow)]).toEqual([200, [1050001]]);
    expect(meta.label).toMatchObject({
      id: 1050018,
      context: { display_name: 'Blue key', added_at: server.clock.now().toISOString(), added_at_unix: expect.any(Number) },
    });
    expect((await person.browser.get('/api/.ory/sessions/whoami')).body).toMatchObject({
      authenticator_assurance_level: 'aal2',
      authentication_methods: [{ method: 'password' }, { method: 'webauthn', aal: 'aal2' }],
    });
  });

  it('signs in after the password, each time over a challenge of its own', async () => {
    const { email, key } = await addPersonWithKey();

    for (let time = 0; time < 2; time++) {
      const browser = await afterPassword(email);
      const flow = await browser.begin('login', 'aal=aal2');
      expect(namesOf(flow, 'webauthn')).toEqual(['webauthn_login', 'webauthn_login_trigger', 'webauthn_script']);
      expect(fieldOf(flow, 'identifier')).toBe(email);
      const options = fieldOf(flow, 'webauthn_login_trigger');
      expect(nodeOf(flow, 'webauthn_login_trigger').attributes).toMatchObject({
        onclick: `window.oryWebAuthnLogin(${options})`,
        onclickTrigger: 'oryWebAuthnLogin',
      });

      const answer = await browser.submit(flow, { method: 'webauthn', identifier: email, webauthn_login: key.get(options) });

      expect([answer.status, answer.body]).toMatchObject([200, { session: { authenticator_assurance_level: 'aal2' } }]);
      expect((await browser.get('/api/db/canaries?select=id')).status).toBe(200);
    }
  });

  it('is refused when it signed for another page, another challenge, or is one of somebody else', async () => {
    const { email, key } = await addPersonWithKey();
    const stranger = await addPersonWithKey();
    const browser = await afterPassword(email);
    const flow = await browser.begin('login', 'aal=aal2');
    const options = fieldOf(flow, 'webauthn_login_trigger');
    const elsewhere = fieldOf(await (await afterPassword(email)).begin('login', 'aal=aal2'), 'webauthn_login_trigger');
    const strangers = fieldOf(await (await afterPassword(stranger.email)).begin('login', 'aal=aal2'), 'webauthn_login_trigger');

    const ofAnotherChallenge = key.get(elsewhere);
    key.origin = 'https://phishing.example.com';
    const ofAnotherPage = key.get(options);
    const ofSomebodyElse = stranger.key.get(strangers);

    for (const assertion of [ofAnotherChallenge, ofAnotherPage, ofSomebodyElse, 'no JSON', '{}']) {
      const answer = await browser.submit(flow, { method: 'webauthn', webauthn_login: assertion });
      expect([answer.status, messageIds(answer.flow)]).toEqual([400, [1010004, 4000015]]);
    }
    expect((await browser.get('/api/db/canaries?select=id')).status).toBe(403);
  });

  it('is refused when its count does not grow, as that of a copy', async () => {
    const { email, key } = await addPersonWithKey();
    const sign = async () => {
      const browser = await afterPassword(email);
      const flow = await browser.begin('login', 'aal=aal2');
      return browser.submit(flow, { webauthn_login: key.get(fieldOf(flow, 'webauthn_login_trigger')) });
    };

    expect((await sign()).status).toBe(200);
    key.counter -= 1;
    expect((await sign()).status).toBe(400);
    key.counter += 5;
    expect((await sign()).status).toBe(200);
  });

  it('is not added when it was made for another page, nor twice', async () => {
    const person = await addPersonWithKey();
    expect(await addKey(person).catch((error: unknown) => error)).toMatchObject({ message: 'there is a key already' });
    const flow = await person.browser.begin('settings');
    const phished = new SoftwareAuthenticator('https://phishing.example.com');

    const answer = await person.browser.submit(flow, {
      webauthn_register: phished.create(fieldOf(flow, 'webauthn_register_trigger')),
    });

    expect([answer.status, answer.flow.ui.messages]).toMatchObject([
      400,
      [{ text: expect.stringContaining('could not be added') }],
    ]);
  });

  it('is removed by its button; without any, the password alone is asked for', async () => {
    const person = await addPersonWithKey();
    const second: Person = { ...person, key: new SoftwareAuthenticator(origin) };
    const both = await addKey(second, 'Red key');
    const [first] = both.flow.ui.nodes.filter(
      ({ attributes }) => attributes.node_type === 'input' && attributes.name === 'webauthn_remove',
    );
    expect(namesOf(both.flow, 'webauthn').filter((name) => name === 'webauthn_remove')).toHaveLength(2);
    expect(first?.attributes).toMatchObject({ value: Buffer.from(person.key.keyIds[0] ?? '', 'base64url').toString('hex') });

    const one = await person.browser.submit(await person.browser.begin('settings'), {
      webauthn_remove: fieldOf(both.flow, 'webauthn_remove'),
    });
    expect(nodeOf(one.flow, 'webauthn_remove').meta.label?.context).toMatchObject({ display_name: 'Red key' });
    expect((await new TestBrowser(origin).signIn(person.email, PASSWORD)).status).toBe(422);
    const none = await person.browser.submit(await person.browser.begin('settings'), {
      webauthn_remove: fieldOf(one.flow, 'webauthn_remove'),
    });
    const again = await person.browser.submit(await person.browser.begin('settings'), { webauthn_remove: 'abcd' });

    expect([none.status, again.status]).toEqual([200, 400]);
    expect((await new TestBrowser(origin).signIn(person.email, PASSWORD)).status).toBe(200);
  });

  it('is not offered on a page without a host name, which says why', async () => {
    const { email } = await addPersonWithKey();
    const browser = server.openBrowser();
    await browser.signIn(email, PASSWORD);

    const flow = await browser.begin('login', 'aal=aal2');

    expect(namesOf(flow, 'webauthn')).toEqual(['webauthn_unavailable']);
    expect(fieldOf(flow, 'webauthn_unavailable')).toContain('localhost');
  });
});
