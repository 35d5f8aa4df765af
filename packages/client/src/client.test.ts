import { describe, expect, it } from 'vitest';
import { createClient } from './client.ts';
import { ClientError } from './client-error.ts';
import { totalOf } from './rows.ts';

interface Call {
  url: string;
  init: RequestInit;
}

/** A client whose calls are recorded and answered by `answer`. */
function clientAnswering(
  answer: (call: Call) => Response | Promise<Response>,
  options: { timeoutMs?: number; online?: boolean } = {},
) {
  const calls: Call[] = [];
  const client = createClient({
    baseUrl: 'http://server',
    isOnline: () => options.online ?? true,
    ...(options.timeoutMs === undefined ? {} : { timeoutMs: options.timeoutMs }),
    fetch: async (input, init = {}) => {
      const call = { url: String(input), init };
      calls.push(call);
      return answer(call);
    },
  });
  return { client, calls };
}

const json = (body: unknown, init?: ResponseInit) => new Response(JSON.stringify(body), init);

describe('answers', () => {
  it('reads a summary without checks as an empty list', async () => {
    const { client } = clientAnswering(() => json({ runnerName: 'local', as_of: '2026-01-01T00:00:00Z' }));
    expect((await client.health.summary()).checks_summary).toEqual([]);
  });

  it('asks for a counted history page and returns its rows with the total of all pages', async () => {
    const { client, calls } = clientAnswering(() =>
      json([{ time: '2026-01-01T00:00:00' }], { status: 206, headers: { 'content-range': '50-50/180' } }),
    );
    const page = await client.health.history({
      checkId: 'c1',
      since: '2026-01-01T00:00:00Z',
      status: 'unhealthy',
      atLeastMs: 500,
      pageIndex: 1,
      pageSize: 50,
    });
    expect(page.total).toBe(180);
    expect(page.rows).toHaveLength(1);
    const query = new URL(calls[0]?.url ?? '').searchParams;
    expect(Object.fromEntries(query)).toEqual({
      check_id: 'eq.c1',
      time: 'gt.2026-01-01T00:00:00Z',
      order: 'time.desc',
      limit: '50',
      offset: '50',
      status: 'eq.0',
      duration: 'gte.500',
    });
    expect(new Headers(calls[0]?.init.headers).get('prefer')).toBe('count=exact');
  });

  it('asks for the files of a span of results, both ends included', async () => {
    const { client, calls } = clientAnswering(() => json([{ id: 'a', filename: 'out.txt', size: 1, check_time: '2026-01-01' }]));
    expect(await client.health.artifacts('c1', { first: '2026-01-01T00:00:00+00:00', last: '2026-01-02' })).toHaveLength(1);
    const { pathname, searchParams } = new URL(calls[0]?.url ?? '');
    expect(pathname).toBe('/api/db/artifacts');
    expect(searchParams.getAll('check_time')).toEqual(['gte.2026-01-01T00:00:00+00:00', 'lte.2026-01-02']);
    expect(searchParams.get('deleted_at')).toBe('is.null');
  });

  it('reports a check that is not there as CHECK_NOT_FOUND', async () => {
    const { client } = clientAnswering(() => json([]));
    await expect(client.health.check('gone')).rejects.toMatchObject({ code: 'CHECK_NOT_FOUND', status: 404 });
  });

  it('finds no total in an uncounted answer', () => {
    expect(totalOf(new Headers({ 'content-range': '0-49/*' }))).toBeUndefined();
    expect(totalOf(new Headers())).toBeUndefined();
  });
});

describe('failures', () => {
  it('carries message, code, id and findings of an error answer', async () => {
    const issue = { path: 'spec.http.0.url', severity: 'error', code: 'REQUIRED', message: 'url is required' };
    const { client } = clientAnswering(() =>
      json({ error: 'The definition is not valid', code: 'SPEC_INVALID', id: 'e1', issues: [issue] }, { status: 422 }),
    );
    const failure = await client.canaries.create({ name: 'a', namespace: 'b', spec: {} }).catch((error: unknown) => error);
    expect(failure).toBeInstanceOf(ClientError);
    expect(failure).toMatchObject({
      status: 422,
      code: 'SPEC_INVALID',
      id: 'e1',
      message: 'The definition is not valid',
      issues: [issue],
    });
  });

  it('reads the message field of a row-API error', async () => {
    const { client } = clientAnswering(() =>
      json({ code: 'PGRST103', message: 'Requested range not satisfiable' }, { status: 416 }),
    );
    await expect(client.canaries.list()).rejects.toMatchObject({ code: 'PGRST103', message: 'Requested range not satisfiable' });
  });

  it('finds no row under an id that no row can have, without asking', async () => {
    const { client, calls } = clientAnswering(() => json([]));
    await expect(client.canaries.get('nope')).rejects.toMatchObject({ status: 404, code: 'CANARY_NOT_FOUND' });
    await expect(client.connections.get('nope')).rejects.toMatchObject({ status: 404, code: 'CONNECTION_NOT_FOUND' });
    await expect(client.health.check('nope')).rejects.toMatchObject({ status: 404, code: 'CHECK_NOT_FOUND' });
    expect(calls).toEqual([]);
  });

  it('reads of a page past the last one how many rows there are', async () => {
    const { client } = clientAnswering(({ url }) =>
      url.includes('offset=0&') || url.endsWith('offset=0')
        ? json([{}], { headers: { 'content-range': '0-0/102' } })
        : json({ code: 'PGRST103', message: 'Requested range not satisfiable' }, { status: 416 }),
    );
    expect(await client.canaries.page({ pageIndex: 9, pageSize: 100 })).toEqual({ rows: [], total: 102 });
  });

  it("says 'An error occurred' when the answer explains nothing", async () => {
    const { client } = clientAnswering(() => new Response('<html>', { status: 502 }));
    await expect(client.about()).rejects.toMatchObject({ status: 502, message: 'An error occurred' });
  });

  it('tells a network failure from a machine without a network', async () => {
    const fail = () => Promise.reject(new TypeError('Failed to fetch'));
    await expect(clientAnswering(fail).client.about()).rejects.toMatchObject({ message: 'Network Error. Please try again.' });
    await expect(clientAnswering(fail, { online: false }).client.about()).rejects.toMatchObject({
      message: 'No internet connection. Please try again.',
    });
  });

  it('ends a call that takes longer than its limit with the text of a timeout', async () => {
    const never = ({ init }: Call) =>
      new Promise<Response>((_, reject) => init.signal?.addEventListener('abort', () => reject(init.signal?.reason)));
    await expect(clientAnswering(never, { timeoutMs: 1 }).client.about()).rejects.toMatchObject({
      code: 'TIMEOUT',
      message: 'Request timed out. Please try again.',
    });
  });

  it("leaves the caller's own abort an abort", async () => {
    const controller = new AbortController();
    const never = ({ init }: Call) =>
      new Promise<Response>((_, reject) => init.signal?.addEventListener('abort', () => reject(init.signal?.reason)));
    const call = clientAnswering(never).client.about(controller.signal);
    controller.abort();
    await expect(call).rejects.toMatchObject({ name: 'AbortError' });
  });
});

describe('the search for connections', () => {
  it('asks for a counted list that holds the text in name or namespace, or is of one of the types the text means', async () => {
    const { client, calls } = clientAnswering(() => json([], { headers: { 'content-range': '*/134' } }));
    const found = await client.connections.search({
      search: ' sql ',
      searchTypes: ['mysql', 'sql_server'],
      type: 'mysql',
      sort: { column: 'name', desc: false },
      limit: 100,
    });
    expect(found).toEqual({ rows: [], total: 134 });
    expect(Object.fromEntries(new URL(calls[0]?.url ?? '').searchParams)).toEqual({
      select: '*,created_by(id,name,avatar)',
      deleted_at: 'is.null',
      order: 'name.asc.nullslast,id.asc',
      limit: '100',
      type: 'eq.mysql',
      or: '(name.ilike."*sql*",namespace.ilike."*sql*",type.in.(mysql,sql_server))',
    });
    expect(new Headers(calls[0]?.init.headers).get('prefer')).toBe('count=exact');
  });
});

describe('connections', () => {
  const row = { id: 'c1', name: 'db', namespace: 'default', type: 'postgres' };
  const write = { name: 'db', type: 'postgres', password: '***' };

  it('are listed without deleted ones, with who made them', async () => {
    const { client, calls } = clientAnswering(() => json([row]));

    expect(await client.connections.list({ sort: { column: 'name', desc: false } })).toEqual([row]);
    expect(Object.fromEntries(new URL(calls[0]?.url ?? '').searchParams)).toEqual({
      select: '*,created_by(id,name,avatar)',
      deleted_at: 'is.null',
      order: 'name.asc.nullslast,id.asc',
      limit: '1000',
    });
  });

  it('are created as made in the console, and answered as stored', async () => {
    const { client, calls } = clientAnswering(() => json([row], { status: 201 }));

    expect(await client.connections.create(write)).toEqual(row);
    expect(JSON.parse(String(calls[0]?.init.body))).toEqual({ source: 'UI', ...write });
  });

  it.each([
    ['23505', 409, 'CONFLICT'],
    ['PT409', 409, 'READ_ONLY_SOURCE'],
    ['23514', 400, 'BAD_REQUEST'],
  ])('tell the refusal %s of the row API by its code here', async (code, status, named) => {
    const { client } = clientAnswering(() => json({ code, message: 'why not' }, { status }));

    await expect(client.connections.update('c1', write)).rejects.toMatchObject({ code: named, status, message: 'why not' });
  });

  it('that are not there are not found, whatever is asked', async () => {
    const { client } = clientAnswering(({ init }) => (init.method === 'GET' ? json([]) : json([], { status: 404 })));

    await expect(client.connections.get('c1')).rejects.toMatchObject({ code: 'CONNECTION_NOT_FOUND' });
    await expect(client.connections.remove('c1')).rejects.toMatchObject({ code: 'CONNECTION_NOT_FOUND' });
  });

  it('are tested saved and unsaved', async () => {
    const { client, calls } = clientAnswering(() => json({ message: 'ok' }));

    expect(await client.connections.test('c1')).toEqual({ message: 'ok' });
    expect(await client.connections.testUnsaved({ type: 'http', url: 'http://x' })).toEqual({ message: 'ok' });
    expect(calls.map(({ url }) => url)).toEqual(['http://server/api/connection/test/c1', 'http://server/api/connections/test']);
  });
});
