import type { UiNodeInputAttributes } from '@ory/client';
import type { Database } from '@quarterdeck/database';
import { createTestDatabase } from '@quarterdeck/testing';
import { afterEach, beforeEach, describe, expect, it } from 'vitest';
import { type IdentityTestServer, startIdentityTestServer } from '../testing/identity-test-server.ts';
import { createOryClient, failureOf, type OryClient } from '../testing/ory-client.ts';

const EMAIL = 'ada@example.com';

let db: Database;
let server: IdentityTestServer;
let client: OryClient;
beforeEach(async () => {
  db = await createTestDatabase();
  server = await startIdentityTestServer(db);
  client = createOryClient(server.url);
});
afterEach(async () => {
  await server.stop();
  await db.close();
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
    await server.addPerson({ email: EMAIL, password: 'the forgotten one' });
    const { frontend } = client;
    const { data: begun } = await frontend.createBrowserRecoveryFlow();
    const { data: asked } = await frontend.updateRecoveryFlow({
      flow: begun.id,
      updateRecoveryFlowBody: { method: 'code', email: EMAIL, csrf_token: csrfOf(begun) },
    });
    const [mail] = await server.mails(1);
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
    expect((await frontend.toSession()).data.identity?.traits).toMatchObject({ email: EMAIL });
    expect((await server.openBrowser().signIn(EMAIL, 'quarter of the deck')).status).toBe(200);
  });

  it('verifies an address with a code', async () => {
    await server.addPerson({ email: EMAIL });
    const { frontend } = client;
    const { data: begun } = await frontend.createBrowserVerificationFlow({ returnTo: '/health' });
    await frontend.updateVerificationFlow({
      flow: begun.id,
      updateVerificationFlowBody: { method: 'code', email: EMAIL, csrf_token: csrfOf(begun) },
    });
    const [mail] = await server.mails(1);
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
