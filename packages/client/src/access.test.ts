import { describe, expect, it } from 'vitest';
import { createClient } from './client.ts';
import type { ClientError } from './client-error.ts';
import type { Destination } from './transport.ts';

function clientAnswering(answer: () => Response, destination?: () => Promise<Destination | undefined>) {
  const calls: Request[] = [];
  const refusals: ClientError[] = [];
  const client = createClient({
    baseUrl: 'http://page',
    onSignInNeeded: (error) => refusals.push(error),
    ...(destination === undefined ? {} : { destination }),
    fetch: async (input, init) => {
      calls.push(new Request(String(input), init));
      return answer();
    },
  });
  return { client, calls, refusals };
}

const about = () => Response.json({ Version: '1', Timestamp: '' });
const text = (status: number, body: string, headers: Record<string, string> = {}) =>
  new Response(body, { status, headers: { 'content-type': 'text/plain', ...headers } });

describe('a caller who is turned away', () => {
  it('is told which permission is missing', async () => {
    const { client, refusals } = clientAnswering(() =>
      text(403, 'unauthorized. Access Denied', { 'x-rbac-object': 'connections', 'x-rbac-action': 'write' }),
    );

    await expect(client.about()).rejects.toMatchObject({
      status: 403,
      code: 'FORBIDDEN',
      message: 'You do not have permission to do this: it needs write on connections',
      permission: { resource: 'connections', right: 'write' },
    });
    expect(refusals).toEqual([]);
  });

  it('is told what the server said when it names no permission', async () => {
    const { client } = clientAnswering(() => text(403, 'the page that sent this does not belong to Quarterdeck'));

    await expect(client.about()).rejects.toMatchObject({
      code: 'FORBIDDEN',
      message: 'the page that sent this does not belong to Quarterdeck',
    });
  });

  it.each([
    [401, 'Not logged in', 'UNAUTHORIZED'],
    [401, 'Session Expired', 'UNAUTHORIZED'],
    [403, 'The second factor is missing', 'SECOND_FACTOR_REQUIRED'],
  ])('has to sign in after %i %s, and whoever asked to know is told', async (status, said, code) => {
    const { client, refusals } = clientAnswering(() => text(status, said));

    await expect(client.about()).rejects.toMatchObject({ status, code, message: said });
    expect(refusals.map((error) => error.code)).toEqual([code]);
  });
});

describe('a destination', () => {
  it('replaces the address, without the api of the page, and gives the token of the moment', async () => {
    let count = 0;
    const { client, calls } = clientAnswering(about, async () => {
      count += 1;
      return { baseUrl: 'https://org.example/backend/', token: `token-${count}` };
    });
    await client.about();
    await client.about();

    expect(calls.map(({ url }) => url)).toEqual([
      'https://org.example/backend/canary/about',
      'https://org.example/backend/canary/about',
    ]);
    expect(calls.map(({ headers }) => headers.get('authorization'))).toEqual(['Bearer token-1', 'Bearer token-2']);
  });

  it('with a token alone leaves the address as it is', async () => {
    const { client, calls } = clientAnswering(about, async () => ({ token: 't' }));
    await client.about();

    expect(calls[0]?.url).toBe('http://page/api/canary/about');
    expect(calls[0]?.headers.get('authorization')).toBe('Bearer t');
  });

  it('that is not known yet changes nothing', async () => {
    const { client, calls } = clientAnswering(about, async () => undefined);
    await client.about();

    expect(calls[0]?.url).toBe('http://page/api/canary/about');
    expect(calls[0]?.headers.has('authorization')).toBe(false);
  });
});

describe('users', () => {
  const answers: Record<string, unknown> = {
    identities: [
      {
        id: 'a',
        traits: { email: 'ada@x.test', name: { first: 'Ada', last: 'Byron' } },
        state: 'active',
        created_at: '2026-01-01T00:00:00Z',
      },
      { id: 'b', traits: { email: 'bo@x.test' }, state: 'inactive', created_at: '2026-01-02T00:00:00Z' },
    ],
    people_roles: [{ id: 'a', roles: ['editor'] }],
    people: [{ id: 'a', last_login: '2026-01-03T00:00:00Z' }],
  };

  it('are put together from accounts, roles and sign-ins', async () => {
    const client = createClient({
      baseUrl: 'http://page',
      fetch: async (input) => Response.json(answers[new URL(String(input)).pathname.split('/').at(-1) ?? '']),
    });

    expect(await client.people.users()).toEqual([
      {
        id: 'a',
        firstName: 'Ada',
        lastName: 'Byron',
        email: 'ada@x.test',
        roles: ['editor'],
        isActive: true,
        createdAt: '2026-01-01T00:00:00Z',
        lastSignInAt: '2026-01-03T00:00:00Z',
      },
      {
        id: 'b',
        firstName: '',
        lastName: '',
        email: 'bo@x.test',
        roles: [],
        isActive: false,
        createdAt: '2026-01-02T00:00:00Z',
        lastSignInAt: null,
      },
    ]);
  });
});

describe('properties', () => {
  it('say who set them, unless a local one hides the row', async () => {
    const row = (name: string) => ({
      name,
      value: 'x',
      created_by: { id: 'p', name: 'Ada' },
      created_at: 'then',
      updated_at: 'later',
      deleted_at: null,
    });
    const client = createClient({
      baseUrl: 'http://page',
      fetch: async (input) =>
        Response.json(
          String(input).includes('/db/')
            ? [row('logs.disable'), row('health.disable')]
            : [
                { name: 'logs.disable', value: 'true', source: 'db', type: '', description: '' },
                { name: 'health.disable', value: 'false', source: 'local', type: '', description: '' },
              ],
        ),
    });

    expect(await client.properties.details()).toMatchObject([
      { name: 'logs.disable', createdBy: { id: 'p', name: 'Ada' }, createdAt: 'then', updatedAt: 'later' },
      { name: 'health.disable', createdBy: null, createdAt: null, updatedAt: null },
    ]);
  });
});
