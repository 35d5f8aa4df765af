import { afterAll, beforeAll, describe, expect, it } from 'vitest';
import { createCertificate } from '../../testing/certificate.ts';
import { closedPort, type Listener, listenHttp, listenHttps, listenTcp } from '../../testing/listeners.ts';
import { runOne } from '../../testing/run-yaml.ts';
import { type SearchRequest, searchListener } from '../../testing/search-listener.ts';

let server: Listener;
const requests: SearchRequest[] = [];
beforeAll(async () => {
  server = await listenHttp(searchListener(requests));
});
afterAll(async () => await server.close());

const run = async (fields: string, kind = 'elasticsearch') =>
  await runOne(`${kind}: [{name: logs, url: "http://127.0.0.1:${server.port}/es", ${fields}}]`);
const LOGIN = 'username: {value: elastic}, password: {value: changeme}';

describe('Elasticsearch checks', () => {
  it('search the index by POST with the query as it is', async () => {
    requests.length = 0;
    const query = '{"query": {"term": {"system.role": "api"}}}';
    expect(await run(`${LOGIN}, index: "logs-*,events", query: '${query}', results: 3`)).toMatchObject({ pass: true, error: '' });
    expect(requests).toEqual([
      {
        method: 'POST',
        url: '/es/logs-*%2Cevents/_search',
        contentType: 'application/json',
        authorization: `Basic ${Buffer.from('elastic:changeme').toString('base64')}`,
        body: query,
      },
    ]);
  });

  it('search everything without an index and a query', async () => {
    requests.length = 0;
    await run(`${LOGIN}, results: 3`);
    expect(requests).toMatchObject([{ method: 'POST', url: '/es/_search', body: '' }]);
  });

  it('show the whole reply', async () => {
    const test = `test: {expr: "results.hits.total.value == 3.0 && results.hits.hits[0]._source.system.role == 'api'"}`;
    expect(await run(`${LOGIN}, index: logs, results: 3, ${test}`)).toMatchObject({ pass: true, error: '' });
  });

  it('fail on every other number of hits; without a number none is expected', async () => {
    expect(await run(`${LOGIN}, index: logs, results: 2`)).toMatchObject({
      pass: false,
      invalid: false,
      error: 'the search has 3 hits instead of 2',
    });
    expect(await run(`${LOGIN}, index: logs`)).toMatchObject({ pass: false, error: 'the search has 3 hits instead of 0' });
    expect(await run(`${LOGIN}, index: empty`)).toMatchObject({ pass: true });
    expect(await run(`${LOGIN}, index: empty, markFailOnEmpty: true`)).toMatchObject({
      pass: false,
      error: 'the query gave no rows',
    });
  });

  it('count the hits of servers that give a plain number', async () => {
    expect(await run(`${LOGIN}, index: old, results: 5`)).toMatchObject({ pass: true });
  });

  it("fail with the server's type and reason of an error", async () => {
    expect(await run(`${LOGIN}, index: missing`)).toMatchObject({
      pass: false,
      invalid: false,
      error: 'the server answered 404: index_not_found_exception: no such index [missing]',
    });
  });

  it('fail with a wrong password without showing it', async () => {
    const result = await run('index: logs, username: {value: elastic}, password: {value: wrong-word}');
    expect(result).toMatchObject({
      pass: false,
      invalid: false,
      error: 'the server answered 401: security_exception: unable to authenticate with Basic ***',
    });
    expect(JSON.stringify(result)).not.toContain('wrong-word');
  });

  it('verify certificates as the spec says', async () => {
    const certificate = createCertificate(5);
    const secure = await listenHttps(searchListener([]), certificate);
    const target = `url: "https://elastic:changeme@localhost:${secure.port}", index: empty`;
    expect((await runOne(`elasticsearch: [{name: x, ${target}}]`)).error).toBe('the certificate is self-signed and not trusted');
    expect(await runOne(`elasticsearch: [{name: x, ${target}, tlsConfig: {insecureSkipVerify: true}}]`)).toMatchObject({
      pass: true,
    });
    await secure.close();
  });

  it('fail when nothing listens, on other answers, and end at the time limit', async () => {
    const at = async (port: number) =>
      await runOne(`elasticsearch: [{name: x, url: "http://127.0.0.1:${port}"}]`, {
        limits: { timeoutMs: { elasticsearch: 150 } },
      });
    expect((await at(await closedPort())).error).toContain('connection refused');
    const page = await listenHttp((_request, response) => response.writeHead(502).end('Bad Gateway'));
    expect((await at(page.port)).error).toBe('the server answered 502: Bad Gateway');
    await page.close();
    const silent = await listenTcp(() => undefined);
    expect((await at(silent.port)).error).toBe('timed out after 150 ms');
    await expect.poll(() => silent.open()).toBe(0);
    await silent.close();
  });
});
