import { generate } from 'otplib';
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
  readonly id: string;
  readonly email: string;
  readonly browser: TestBrowser;
  readonly key: SoftwareAuthenticator;
}

async function addPerson(): Promise<Person> {
  const email = newEmail();
  const id = await server.addPerson({ email, password: PASSWORD, role: 'editor' });
  const browser = new TestBrowser(origin);
  await browser.signIn(email, PASSWORD);
  const key = new SoftwareAuthenticator(origin);
  key.countsUses = false;
  return { id, email, browser, key };
}

async function addPasskey({ browser, key }: Person): Promise<TestAnswer> {
  const flow = await browser.begin('settings');
  return browser.submit(flow, { method: 'passkey', passkey_settings_register: key.create(fieldOf(flow, 'passkey_create_data')) });
}

async function addPersonWithPasskey(): Promise<Person> {
  const person = await addPerson();
  expect((await addPasskey(person)).status).toBe(200);
  return person;
}

async function signInWith(key: SoftwareAuthenticator, browser = new TestBrowser(origin)): Promise<TestAnswer> {
  const flow = await browser.begin('login');
  return browser.submit(flow, { method: 'passkey', passkey_login: key.get(fieldOf(flow, 'passkey_challenge')) });
}

describe('a passkey', () => {
  it('is offered to everybody who signs in, as pages of the ecosystem know it', async () => {
    const flow = await new TestBrowser(origin).begin('login');

    expect(namesOf(flow, 'passkey')).toEqual(['passkey_challenge', 'passkey_login', 'passkey_login_trigger']);
    expect(nodeOf(flow, 'passkey_login_trigger').attributes).toMatchObject({
      type: 'button',
      onclick: 'window.oryPasskeyLogin()',
      onclickTrigger: 'oryPasskeyLogin',
    });
    const options: unknown = JSON.parse(fieldOf(flow, 'passkey_challenge'));
    expect(options).toMatchObject({ publicKey: { rpId: 'localhost', userVerification: 'required' } });
    expect(options).not.toHaveProperty('publicKey.allowCredentials');
  });

  it('signs in without email and password', async () => {
    const { id, key } = await addPersonWithPasskey();
    const browser = new TestBrowser(origin);

    const answer = await signInWith(key, browser);

    expect([answer.status, answer.body]).toMatchObject([
      200,
      {
        session: {
          identity: { id },
          authenticator_assurance_level: 'aal1',
          authentication_methods: [{ method: 'passkey', aal: 'aal1' }],
        },
      },
    ]);
    expect((await browser.get('/api/db/canaries?select=id')).status).toBe(200);
  });

  it('is a first factor: an account with a second one is asked for that', async () => {
    const { browser, key } = await addPersonWithPasskey();
    const flow = await browser.begin('settings');
    const epoch = Math.floor(server.clock.now().getTime() / 1000);
    const code = await generate({ secret: fieldOf(flow, 'totp_secret_key'), epoch });
    await browser.submit(flow, { method: 'totp', totp_code: code });

    const answer = await signInWith(key);

    expect([answer.status, answer.body]).toMatchObject([
      422,
      { redirect_browser_to: expect.stringContaining('/login?aal=aal2') },
    ]);
  });

  it('has to say that it verified the person, when it is added and when it signs in', async () => {
    const { key } = await addPersonWithPasskey();
    const careless = await addPerson();
    careless.key.verifiesUser = false;
    key.verifiesUser = false;

    const added = await addPasskey(careless);
    const answer = await signInWith(key);

    expect([added.status, answer.status, messageIds(answer.flow)]).toEqual([400, 400, [4000015]]);
  });

  it('signs over one challenge once', async () => {
    const { key } = await addPersonWithPasskey();
    const browser = new TestBrowser(origin);
    const flow = await browser.begin('login');
    const assertion = key.get(fieldOf(flow, 'passkey_challenge'));
    const cookies = [...browser.cookies];
    const first = await browser.submit(flow, { passkey_login: assertion });

    const other = new TestBrowser(origin);
    const another = await other.submit(await other.begin('login'), { passkey_login: assertion });
    const thief = new TestBrowser(origin);
    for (const [name, value] of cookies) thief.cookies.set(name, value);
    const again = await thief.submit(flow, { passkey_login: assertion });

    expect([first.status, another.status]).toEqual([200, 400]);
    expect([again.status, again.body]).toMatchObject([410, { error: { id: 'self_service_flow_replaced' } }]);
    expect(thief.cookies.has('ory_kratos_session')).toBe(false);
  });

  it('does not sign in to an account that is switched off', async () => {
    const { id, key } = await addPersonWithPasskey();
    await server.db.query(`UPDATE identities SET state = 'inactive' WHERE id = $1`, [id]);

    const answer = await signInWith(key);

    expect([answer.status, messageIds(answer.flow)]).toEqual([400, [4000015]]);
  });

  it('is all that is asked for when somebody without a password confirms who it is', async () => {
    const person = await addPersonWithPasskey();
    await server.db.query(`DELETE FROM identity_credentials WHERE identity_id = $1 AND type = 'password'`, [person.id]);

    const flow = await person.browser.begin('login', 'refresh=true');

    expect([namesOf(flow, 'password'), namesOf(flow, 'passkey')]).toEqual([
      [],
      ['passkey_challenge', 'passkey_login', 'passkey_login_trigger'],
    ]);
  });

  it('confirms who one is, but not with the passkey of somebody else', async () => {
    const person = await addPersonWithPasskey();
    const stranger = await addPersonWithPasskey();
    const flow = await person.browser.begin('login', 'refresh=true');
    const options = fieldOf(flow, 'passkey_challenge');
    const foreign = options.replace(person.key.keyIds[0] ?? '', stranger.key.keyIds[0] ?? '');

    const refused = await person.browser.submit(flow, { passkey_login: stranger.key.get(foreign) });
    const next = fieldOf(refused.flow, 'passkey_challenge');
    const confirmed = await person.browser.submit(flow, { passkey_login: person.key.get(next) });

    expect([refused.status, confirmed.status]).toEqual([400, 200]);
  });

  it('is removed with the sessions elsewhere, unless it is the last way to sign in', async () => {
    const person = await addPersonWithPasskey();
    const elsewhere = new TestBrowser(origin);
    await signInWith(person.key, elsewhere);
    const flow = await person.browser.begin('settings');
    const { meta } = nodeOf(flow, 'passkey_remove');
    expect(meta.label).toMatchObject({ id: 1050020, context: { display_name: 'Passkey' } });

    await server.db.query(`DELETE FROM identity_credentials WHERE identity_id = $1 AND type = 'password'`, [person.id]);
    const last = await person.browser.submit(flow, { passkey_remove: fieldOf(flow, 'passkey_remove') });
    expect([last.status, last.flow.ui.messages]).toMatchObject([400, [{ text: expect.stringContaining('only way left') }]]);
    expect((await signInWith(person.key)).status).toBe(200);

    const password = await person.browser.submit(flow, { method: 'password', password: 'staple of a better horse' });
    const removed = await person.browser.submit(flow, { passkey_remove: fieldOf(flow, 'passkey_remove') });

    expect([password.status, removed.status]).toEqual([200, 200]);
    expect((await elsewhere.get('/api/.ory/sessions/whoami')).status).toBe(401);
    expect((await signInWith(person.key)).status).toBe(400);
  });

  it('stays when both of the last two are removed at once', async () => {
    const person = await addPersonWithPasskey();
    await addPasskey({ ...person, key: new SoftwareAuthenticator(origin) });
    await server.db.query(`DELETE FROM identity_credentials WHERE identity_id = $1 AND type = 'password'`, [person.id]);
    const flows = [await person.browser.begin('settings'), await person.browser.begin('settings')];
    const ids = flows[0]?.ui.nodes.flatMap(({ attributes }) =>
      attributes.node_type === 'input' && attributes.name === 'passkey_remove' ? [attributes.value] : [],
    );
    const headers = { cookie: [...person.browser.cookies].map(([name, value]) => `${name}=${value}`).join('; ') };

    const answers = await Promise.all(
      flows.map((flow, index) =>
        person.browser.send(
          'POST',
          `/api/.ory/self-service/settings?flow=${flow.id}`,
          { csrf_token: fieldOf(flow, 'csrf_token'), passkey_remove: ids?.[index] },
          headers,
        ),
      ),
    );

    // The one that comes second is refused, or finds its session rotated already.
    expect(answers.filter(({ status }) => status === 200)).toHaveLength(1);
    const left = await server.db.query('SELECT type FROM identity_credentials WHERE identity_id = $1', [person.id]);
    expect(left.rows).toEqual([{ type: 'passkey' }]);
  });

  it('is not offered on a page without a host name', async () => {
    expect(namesOf(await server.openBrowser().begin('login'), 'passkey')).toEqual([]);
  });
});
