import { afterAll, beforeAll, describe, expect, it } from 'vitest';
import { openTestApi, type TestApi } from './testing/requests.ts';
import { id } from './testing/schema.ts';

let test: TestApi;
beforeAll(async () => {
  test = await openTestApi({ maxRows: 50 });
});
afterAll(() => test.close());

describe('functions', () => {
  it('calls scalars by GET and POST', async () => {
    expect((await test.send('GET rpc/add_numbers?a=1&b=2')).text).toBe('3');
    expect((await test.send('POST rpc/add_numbers', { body: '{"a":2,"b":2}' })).text).toBe('4');
    expect((await test.send('POST rpc/add_numbers', { headers: { accept: 'text/plain' }, body: '{"a":2,"b":3}' })).text).toBe(
      '5',
    );
  });

  it('embeds in rows of a relation and counts them', async () => {
    const answer = await test.send('GET rpc/lookup_configs?kind=Kubernetes::Pod&select=name&order=name.desc&limit=1', {
      headers: { prefer: 'count=exact' },
    });
    expect([answer.status, answer.headers['content-range'], answer.json]).toEqual([206, '0-0/2', [{ name: 'pod-1' }]]);
    const embedded = await test.send(
      `GET rpc/lookup_configs?kind=Kubernetes::Node&select=name,name_length,check_config_relationships(check_id)`,
    );
    expect(embedded.json).toMatchObject({ code: '42703' });
    const allowed = await test.send(
      `GET rpc/lookup_configs?kind=Kubernetes::Node&select=name,checks:check_config_relationships(check_id)`,
    );
    expect(allowed.json).toEqual([{ name: 'node-1', checks: [{ check_id: id('1') }] }]);
  });

  it('gives the caller to SQL for the length of the request', async () => {
    expect((await test.send('GET rpc/caller', { caller: { role: 'viewer', personId: 'p1' } })).json).toBe('viewer/p1');
    expect((await test.send('GET rpc/caller')).json).toBe('/');
  });

  it('refuses GET for what writes, and answers 204 for what returns nothing', async () => {
    const args = `id=${id('d1')}&name=n`;
    expect((await test.send(`GET rpc/rename_config?${args}`)).status).toBe(405);
    expect((await test.send('POST rpc/rename_config', { body: JSON.stringify({ id: id('d1'), name: 'n' }) })).status).toBe(204);
  });

  it.each([
    ['GET rpc/missing', 404, 'PGRST202'],
    ['GET rpc/add_numbers?a=1', 404, 'PGRST202'],
    ['GET rpc/add_numbers?a=1&b=2&c=3', 404, 'PGRST202'],
    ['GET rpc/add_numbers?a=x&b=2', 400, '22P02'],
    ['DELETE rpc/add_numbers', 405, 'PGRST101'],
    ['GET rpc/write_check', 404, 'PGRST202'],
  ])('refuses %s', async (line, status, code) => {
    const answer = await test.send(line);
    expect([answer.status, answer.json]).toMatchObject([status, { code }]);
  });

  it('ends a call that takes too long', async () => {
    if (test.db.engine === 'pglite') return;
    const quick = await openTestApi({ statementTimeoutMs: 50 });
    const answer = await quick.send('POST rpc/slow');
    await quick.close();
    expect([answer.status, answer.json]).toMatchObject([504, { code: '57014', message: 'The request took longer than 50 ms' }]);
  });
});

describe('forms of answers', () => {
  it('gives one object, or says how many rows there were', async () => {
    const headers = { accept: 'application/vnd.pgrst.object+json' };
    expect((await test.send('GET people?name=eq.Ada&select=name', { headers })).json).toEqual({ name: 'Ada' });
    const many = await test.send('GET people', { headers });
    expect([many.status, many.json]).toMatchObject([406, { code: 'PGRST116', details: expect.stringContaining('2 rows') }]);
  });

  it('gives CSV', async () => {
    const { text, headers } = await test.send('GET configs?select=name,labels&order=name.desc', {
      headers: { accept: 'text/csv' },
    });
    expect(headers['content-type']).toBe('text/csv; charset=utf-8');
    expect(text).toBe('name,labels\npod-1,\n"pod, (two)","{""zone"": ""b""}"\nnode-1,"{""zone"": ""a""}"');
  });

  it('gives the text or the bytes of one column', async () => {
    expect((await test.send('GET documents?select=body&id=eq.1', { headers: { accept: 'text/plain' } })).text).toBe(
      'the fat cat',
    );
    const bytes = await test.send('GET documents?select=bytes&id=eq.1', { headers: { accept: 'application/octet-stream' } });
    expect(Buffer.from(bytes.text, 'latin1').toString('hex')).toBe('deadbeef');
    expect((await test.send('GET documents', { headers: { accept: 'text/plain' } })).status).toBe(406);
  });

  it('casts, steps into JSON, and searches text', async () => {
    expect((await test.send('GET configs?select=n:cost::text,zone:labels->>zone,first:tags->0&name=eq.node-1')).json).toEqual([
      { n: '12.5000', zone: 'a', first: 'x' },
    ]);
    expect((await test.send('GET documents?select=id&words=fts(english).cats')).json).toEqual([{ id: 1 }]);
    expect((await test.send('GET documents?select=id&body=not.plfts.fat cat')).json).toEqual([{ id: 2 }]);
    expect((await test.send('GET silences?select=filter&during=cs.[2024-01-05Z,2024-01-06Z]')).json).toEqual([{ filter: 'f1' }]);
  });

  it('says what may be done', async () => {
    expect((await test.send('OPTIONS check_statuses')).headers.allow).toBe('OPTIONS,GET,HEAD');
    expect((await test.send('OPTIONS people')).headers.allow).toBe('OPTIONS,GET,HEAD,POST,PUT,PATCH,DELETE');
    expect((await test.send('OPTIONS checks')).headers.allow).toBe('OPTIONS,GET,HEAD,PATCH');
    expect((await test.send('OPTIONS rpc/rename_config')).headers.allow).toBe('OPTIONS,POST');
  });
});

describe('paging', () => {
  const history = `check_statuses?check_id=eq.${id('1')}&order=time`;

  it('caps rows, on every level', async () => {
    const answer = await test.send(`GET ${history}&limit=1000`, { headers: { prefer: 'count=exact' } });
    expect([answer.status, answer.headers['content-range']]).toEqual([206, '0-49/60']);
    const nested = await test.send(`GET checks?id=eq.${id('1')}&select=check_statuses(time)`);
    expect(nested.json).toMatchObject([{ check_statuses: { length: 50 } }]);
  });

  it('takes the Range header', async () => {
    const answer = await test.send(`GET ${history}`, { headers: { range: '10-14', 'range-unit': 'items' } });
    expect([answer.status, answer.headers['content-range']]).toEqual([200, '10-14/*']);
  });

  it('answers 416 past the end of a counted list', async () => {
    const answer = await test.send(`GET ${history}&offset=100`, { headers: { prefer: 'count=exact' } });
    expect([answer.status, answer.headers['content-range'], answer.json]).toMatchObject([416, '*/60', { code: 'PGRST103' }]);
    const last = await test.send(`GET ${history}&offset=60`, { headers: { prefer: 'count=exact' } });
    expect([last.status, last.headers['content-range'], last.text]).toEqual([206, '*/60', '[]']);
  });

  it('estimates counts', async () => {
    expect((await test.send(`HEAD ${history}&limit=1`, { headers: { prefer: 'count=planned' } })).headers['content-range']).toBe(
      '0-0/60',
    );
    expect((await test.send('HEAD people', { headers: { prefer: 'count=estimated' } })).headers['content-range']).toBe('0-1/2');
  });

  it('counts parents that their embeds leave', async () => {
    const answer = await test.send('GET canaries?select=name,checks!inner(name)&checks.type=eq.http&limit=1&offset=0', {
      headers: { prefer: 'count=exact' },
    });
    expect([answer.status, answer.headers['content-range']]).toEqual([200, '0-0/1']);
  });
});
