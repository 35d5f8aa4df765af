import { afterAll, beforeAll, expect, it } from 'vitest';
import { type Listener, listenHttp, listenTcp } from '../../testing/listeners.ts';
import { runOne } from '../../testing/run-yaml.ts';
import { type SearchRequest, searchListener } from '../../testing/search-listener.ts';

let server: Listener;
const requests: SearchRequest[] = [];
beforeAll(async () => {
  server = await listenHttp(searchListener(requests));
});
afterAll(async () => await server.close());

const run = async (fields: string) =>
  await runOne(`opensearch: [{name: logs, url: "http://elastic:changeme@127.0.0.1:${server.port}", ${fields}}]`);

it('passes on the exact number of hits, and shows that number only', async () => {
  const result = await run('index: logs, query: "{}", results: 3, test: {expr: results.hits.total.value == 3.0}');
  expect(result).toMatchObject({ pass: true, error: '', type: 'opensearch', detail: { hits: { total: { value: 3 } } } });
  expect(result.detail).toEqual({ hits: { total: { value: 3 } } });
  expect(requests).toMatchObject([{ method: 'POST', url: '/logs/_search', body: '{}' }]);
});

it('fails on another number, on an error and on a wrong password', async () => {
  expect(await run('index: logs, results: 100')).toMatchObject({ pass: false, error: 'the search has 3 hits instead of 100' });
  expect((await run('index: missing')).error).toContain('index_not_found_exception');
  const wrong = await runOne(`opensearch: [{name: x, url: "http://elastic:wrong-word@127.0.0.1:${server.port}"}]`);
  expect(wrong).toMatchObject({ pass: false, invalid: false, error: expect.stringContaining('security_exception') });
  expect(JSON.stringify(wrong)).not.toContain('wrong-word');
});

it('ends at the time limit', async () => {
  const silent = await listenTcp(() => undefined);
  const text = `opensearch: [{name: x, url: "http://127.0.0.1:${silent.port}"}]`;
  expect((await runOne(text, { limits: { timeoutMs: { opensearch: 150 } } })).error).toBe('timed out after 150 ms');
  await silent.close();
});
