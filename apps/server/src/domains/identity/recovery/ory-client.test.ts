import type { UiNodeInputAttributes } from '@ory/client';
import { beforeEach, describe, expect, it } from 'vitest';
import { createOryClient, failureOf, type OryClient } from '../testing/ory-client.ts';
import { newEmail, useIdentityServer } from '../testing/use-identity-server.ts';

const server = useIdentityServer();
let client: OryClient;
let email: string;
beforeEach(() => {
  client = createOryClient(server.url);
  email = newEmail('ada');
});

/** The anti-forgery token of a flow. */
function csrfOf({ ui }: { ui: { nodes: readonly { attributes: object }[] } }): string {
  for (const { attributes } of ui.nodes) {
    const input: Partial<UiNodeInputAttributes> = attributes;
    if (input.name === 'csrf_token') return String(input.value);
  }
  return '';
}

describe("Ory's client", () => {
  it('recovers an account with a code and sets a new password', async () => {
    await server.addPerson({ email, password: 'the forgotten one' });
    const { frontend } = client;
    const { data: begun } = await frontend.createBrowserRecoveryFlow();
    const { data: asked } = await frontend.updateRecoveryFlow({
      flow: begun.id,
      updateRecoveryFlowBody: { method: 'code', email, csrf_token: csrfOf(begun) },
    });
    const [mail] = await server.mails(1, email);
    const { data: shown } = await frontend.getRecoveryFlow({ id: begun.id });
    const { data: wrong } = await frontend.updateRecoveryFlow({
      flow: begun.id,
      updateRecoveryFlowBody: { method: 'code', code: '00000000', csrf_token: csrfOf(shown) },
    });
    const done = await failureOf(
      frontend.updateRecoveryFlow({
        flow: begun.id,
        updateRecoveryFlowBody: { method: 'code', code: mail?.code ?? '', csrf_token: csrfOf(wrong) },
      }),
    );
    const { redirect_browser_to } = Object(done.body);
    const id = new URL(redirect_browser_to).searchParams.get('flow') ?? '';
    const { data: settings } = await frontend.getSettingsFlow({ id });
    const { data: saved } = await frontend.updateSettingsFlow({
      flow: id,
      updateSettingsFlowBody: { method: 'password', password: 'quarter of the deck', csrf_token: csrfOf(settings) },
    });

    expect([asked.state, asked.ui.messages?.map((text) => text.id)]).toEqual(['sent_email', [1060003]]);
    expect(wrong.ui.messages?.map((text) => text.id)).toEqual([4060006]);
    expect([done.status, Object(done.body).error.id]).toEqual([422, 'browser_location_change_required']);
    expect(settings.ui.messages?.map((text) => text.id)).toEqual([1060001]);
    expect(saved.state).toBe('success');
    expect((await frontend.toSession()).data.identity?.traits).toMatchObject({ email });
    expect((await server.openBrowser().signIn(email, 'quarter of the deck')).status).toBe(200);
  });

  it('verifies an address with a code', async () => {
    await server.addPerson({ email });
    const { frontend } = client;
    const { data: begun } = await frontend.createBrowserVerificationFlow({ returnTo: '/health' });
    await frontend.updateVerificationFlow({
      flow: begun.id,
      updateVerificationFlowBody: { method: 'code', email, csrf_token: csrfOf(begun) },
    });
    const [mail] = await server.mails(1, email);
    const { data: passed } = await frontend.updateVerificationFlow({
      flow: begun.id,
      updateVerificationFlowBody: { method: 'code', code: mail?.code ?? '', csrf_token: csrfOf(begun) },
    });

    expect([passed.state, passed.ui.messages?.map((text) => text.id)]).toEqual(['passed_challenge', [1080002]]);
  });

  it('is told of a flow that another browser began, and of one that expired', async () => {
    const { frontend } = client;
    const { data: begun } = await frontend.createBrowserRecoveryFlow();
    const foreign = await failureOf(createOryClient(server.url).frontend.getRecoveryFlow({ id: begun.id }));
    await server.clock.advance(61 * 60_000);
    const late = await failureOf(frontend.getRecoveryFlow({ id: begun.id }));

    expect([foreign.status, Object(foreign.body).error.id]).toEqual([403, 'security_csrf_violation']);
    expect([late.status, Object(late.body).error.id]).toEqual([410, 'self_service_flow_expired']);
  });
});
