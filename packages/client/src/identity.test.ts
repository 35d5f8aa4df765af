import { describe, expect, it } from 'vitest';
import { createClient } from './client.ts';
import { ClientError } from './client-error.ts';
import { IdentityFailure } from './identity.ts';

const FLOW = { id: 'f1', ui: { action: 'http://server/x', method: 'POST', nodes: [] } };

function clientAnswering(...answers: (Response | Error)[]) {
  const urls: string[] = [];
  const { identity } = createClient({
    isOnline: () => true,
    fetch: async (input) => {
      urls.push(String(input));
      const answer = answers.shift();
      if (answer instanceof Response) return answer;
      throw answer ?? new Error('there is no further answer');
    },
  });
  return { identity, urls };
}

const json = (status: number, body: unknown) => new Response(JSON.stringify(body), { status });

async function failureOf(work: Promise<unknown>): Promise<unknown> {
  try {
    await work;
  } catch (error) {
    return error;
  }
  throw new Error('it was expected to fail');
}

describe('a form of the identity service', () => {
  it('comes back as the flow when something in it is wrong', async () => {
    const { identity } = clientAnswering(json(400, FLOW));
    expect(await identity.submit('login', 'f1', {})).toEqual({ kind: 'flow', flow: FLOW, isRefused: true });
  });

  it('goes on as the flow when the next step is asked for', async () => {
    const { identity } = clientAnswering(json(200, FLOW));
    expect(await identity.submit('recovery', 'f1', {})).toMatchObject({ kind: 'flow', isRefused: false });
  });

  it('is done when a session comes', async () => {
    const { identity } = clientAnswering(json(200, { session: { id: 's1' } }));
    expect(await identity.submit('login', 'f1', {})).toEqual({ kind: 'done', done: { session: { id: 's1' } } });
  });

  it('fails with the id of the error, where to go and the flow to go on with', async () => {
    const { identity } = clientAnswering(
      json(422, {
        error: { id: 'browser_location_change_required', code: 422, status: 'Unprocessable Entity', message: 'go on elsewhere' },
        redirect_browser_to: 'http://server/login?aal=aal2',
        use_flow_id: 'f2',
      }),
    );
    const failure = await failureOf(identity.submit('login', 'f1', {}));
    expect(failure).toBeInstanceOf(IdentityFailure);
    expect(failure).toMatchObject({
      status: 422,
      code: 'browser_location_change_required',
      redirectTo: 'http://server/login?aal=aal2',
      useFlowId: 'f2',
    });
  });

  it('keeps the id of a 400 that is no flow', async () => {
    const { identity } = clientAnswering(json(400, { error: { id: 'session_already_available', message: 'signed in' } }));
    expect(await failureOf(identity.submit('login', 'f1', {}))).toMatchObject({ code: 'session_already_available' });
  });

  it('says what the network did when no answer came', async () => {
    const { identity } = clientAnswering(new TypeError('failed to fetch'));
    const failure = await failureOf(identity.submit('login', 'f1', {}));
    expect(failure).toBeInstanceOf(ClientError);
    expect(failure).toMatchObject({ status: 0, message: 'Network Error. Please try again.' });
  });
});

describe('a new flow', () => {
  it('of login says whether to confirm and which level, as consoles do', async () => {
    const { identity, urls } = clientAnswering(json(200, FLOW), json(200, FLOW));
    await identity.begin('login', { returnTo: '/health?a=1&b=2' });
    await identity.begin('login', { refresh: true, aal: 'aal2' });
    expect(urls).toEqual([
      '/api/.ory/self-service/login/browser?refresh=false&aal=&return_to=%2Fhealth%3Fa%3D1%26b%3D2',
      '/api/.ory/self-service/login/browser?refresh=true&aal=aal2',
    ]);
  });
});

describe('signing out', () => {
  it('uses the token that the server gives', async () => {
    const { identity, urls } = clientAnswering(
      json(200, { logout_token: 't/1', logout_url: '' }),
      new Response(null, { status: 204 }),
    );
    await identity.signOut();
    expect(urls[1]).toBe('/api/.ory/self-service/logout?token=t%2F1');
  });

  it('is done when nobody is signed in', async () => {
    const { identity } = clientAnswering(json(401, { error: { message: 'nobody is signed in' } }));
    await expect(identity.signOut()).resolves.toBeUndefined();
  });
});
