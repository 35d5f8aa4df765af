import type { SettingsFlow, UiNode } from '@ory/client';
import { generate } from 'otplib';
import { beforeAll, describe, expect, it } from 'vitest';
import { createOryClient, failureOf, type OryClient } from '../testing/ory-client.ts';
import { SoftwareAuthenticator } from '../testing/software-authenticator.ts';
import { newEmail, useIdentityServer } from '../testing/use-identity-server.ts';

const PASSWORD = 'tulip-kayak-ember';

const server = useIdentityServer();
let origin: string;
beforeAll(async () => {
  origin = server.url.replace('127.0.0.1', 'localhost');
});

function valueIn(nodes: UiNode[], name: string): string {
  const found = nodes.find(({ attributes }) => ('name' in attributes ? attributes.name : attributes.id) === name);
  if (found === undefined) throw new Error(`there is no node ${name}`);
  const { attributes } = found;
  if (attributes.node_type === 'text') return attributes.text.text;
  return attributes.node_type === 'input' ? String(attributes.value ?? '') : '';
}

async function signedIn(): Promise<{ client: OryClient; email: string }> {
  const email = newEmail();
  await server.addPerson({ email, password: PASSWORD });
  const client = createOryClient(origin);
  const { data: flow } = await client.frontend.createBrowserLoginFlow();
  await client.frontend.updateLoginFlow({
    flow: flow.id,
    updateLoginFlowBody: {
      method: 'password',
      identifier: email,
      password: PASSWORD,
      csrf_token: valueIn(flow.ui.nodes, 'csrf_token'),
    },
  });
  return { client, email };
}

function csrfOf(flow: SettingsFlow): { csrf_token: string } {
  return { csrf_token: valueIn(flow.ui.nodes, 'csrf_token') };
}

describe("Ory's client and the settings", () => {
  it('reads them and saves profile and password', async () => {
    const { client, email } = await signedIn();
    const { data: flow } = await client.frontend.createBrowserSettingsFlow({ returnTo: `${origin}/health` });
    const read = await client.frontend.getSettingsFlow({ id: flow.id });

    const profile = await client.frontend.updateSettingsFlow({
      flow: flow.id,
      updateSettingsFlowBody: { method: 'profile', traits: { email, name: { first: 'Grace', last: 'Hopper' } }, ...csrfOf(flow) },
    });
    const password = await client.frontend.updateSettingsFlow({
      flow: flow.id,
      updateSettingsFlowBody: { method: 'password', password: 'amber-otter-canyon', ...csrfOf(flow) },
    });

    expect(read.data).toMatchObject({
      id: flow.id,
      state: 'show_form',
      return_to: `${origin}/health`,
      identity: { traits: { email } },
    });
    expect(profile.data).toMatchObject({ state: 'success', identity: { traits: { name: { first: 'Grace' } } } });
    expect(password.data.ui.messages).toMatchObject([{ id: 1050001, type: 'success' }]);
  });

  it('sets up an app, codes and a key, and signs in with each', async () => {
    const { client } = await signedIn();
    const key = new SoftwareAuthenticator(origin);
    const { data: flow } = await client.frontend.createBrowserSettingsFlow();
    const update = (body: Parameters<typeof client.frontend.updateSettingsFlow>[0]['updateSettingsFlowBody']) =>
      client.frontend.updateSettingsFlow({ flow: flow.id, updateSettingsFlowBody: { ...body, ...csrfOf(flow) } });
    const secret = valueIn(flow.ui.nodes, 'totp_secret_key');
    const codeNow = () => generate({ secret, epoch: Math.floor(server.clock.now().getTime() / 1000) });

    await update({ method: 'totp', totp_code: await codeNow() });
    const codes = await update({ method: 'lookup_secret', lookup_secret_regenerate: true });
    const [code = ''] = valueIn(codes.data.ui.nodes, 'lookup_secret_codes').split(', ');
    const confirmed = await update({ method: 'lookup_secret', lookup_secret_confirm: true });
    const options = valueIn(confirmed.data.ui.nodes, 'webauthn_register_trigger');
    await update({ method: 'webauthn', webauthn_register: key.create(options), webauthn_register_displayname: 'Blue' });
    const { data: session } = await client.frontend.toSession();
    await server.clock.advance(60_000);

    expect(session.authentication_methods?.map(({ method }) => method)).toEqual([
      'password',
      'totp',
      'lookup_secret',
      'webauthn',
    ]);
    for (const method of ['totp', 'lookup_secret', 'webauthn'] as const) {
      const { data: login } = await client.frontend.createBrowserLoginFlow({ aal: 'aal2', refresh: true });
      const { nodes } = login.ui;
      const csrf = { csrf_token: valueIn(nodes, 'csrf_token') };
      const proved = await client.frontend.updateLoginFlow({
        flow: login.id,
        updateLoginFlowBody:
          method === 'totp'
            ? { method, totp_code: await codeNow(), ...csrf }
            : method === 'lookup_secret'
              ? { method, lookup_secret: code, ...csrf }
              : {
                  method,
                  identifier: valueIn(nodes, 'identifier'),
                  webauthn_login: key.get(valueIn(nodes, 'webauthn_login_trigger')),
                  ...csrf,
                },
      });
      expect([method, proved.data.session.authenticator_assurance_level]).toEqual([method, 'aal2']);
    }
  });

  it('is told why it cannot: no session, a form of nobody, a sign-in that is too long ago', async () => {
    const nobody = createOryClient(origin);
    const { client } = await signedIn();
    const { data: flow } = await client.frontend.createBrowserSettingsFlow();
    const password = { method: 'password' as const, password: 'amber-otter-canyon', ...csrfOf(flow) };

    const unknown = await failureOf(nobody.frontend.createBrowserSettingsFlow());
    const missing = await failureOf(client.frontend.getSettingsFlow({ id: '00000000-0000-4000-8000-000000000000' }));
    await server.clock.advance(61 * 60_000);
    const { data: later } = await client.frontend.createBrowserSettingsFlow();
    const stale = await failureOf(
      client.frontend.updateSettingsFlow({ flow: later.id, updateSettingsFlowBody: { ...password, ...csrfOf(later) } }),
    );

    expect(unknown).toMatchObject({ status: 401, body: { error: { id: 'session_inactive' } } });
    expect(missing).toMatchObject({ status: 404 });
    expect(stale).toMatchObject({ status: 403, body: { error: { id: 'session_refresh_required' } } });
  });
});
