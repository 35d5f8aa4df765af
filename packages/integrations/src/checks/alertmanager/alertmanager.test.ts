import { afterAll, beforeAll, describe, expect, it } from 'vitest';
import { createCertificate } from '../../testing/certificate.ts';
import { missingProgram, type TestServer } from '../../testing/debian-servers.ts';
import { closedPort, listenHttp, listenHttps, listenTcp } from '../../testing/listeners.ts';
import { startAlertmanager } from '../../testing/monitoring-servers.ts';
import { runOne, runYaml } from '../../testing/run-yaml.ts';
import { alertMatchers } from './matchers.ts';

const missing = missingProgram('/usr/bin/prometheus-alertmanager');

const ALERTS = [
  {
    labels: { alertname: 'DiskFull', namespace: 'shop', node: 'n1', pod: 'db-0', container: 'db', job: 'node' },
    annotations: { summary: 'disk', description: 'disk is at 97 %' },
  },
  { labels: { alertname: 'KubeSchedulerDown', job: 'kube' }, annotations: { message: 'no scheduler' } },
  { labels: { alertname: 'PodCrash', namespace: 'elastic-system', deployment: 'es', pod: 'es-1', container: 'es', job: 'es' } },
  { labels: { alertname: 'Quote', path: 'C:\\data "x"' } },
];

describe.skipIf(missing)(`Alertmanager checks${missing ? ` (skipped: ${missing})` : ''}`, () => {
  let server: TestServer;
  beforeAll(async () => {
    server = await startAlertmanager();
    await post(ALERTS);
  });
  afterAll(async () => await server?.stop());

  const post = async (alerts: readonly object[]) => {
    const response = await fetch(`http://127.0.0.1:${server.port}/api/v2/alerts`, {
      method: 'POST',
      headers: { 'content-type': 'application/json' },
      body: JSON.stringify(alerts),
    });
    if (!response.ok) throw new Error(await response.text());
  };
  const NAMES = 'display: {expr: "results.alerts.map(a, a.name).sort().join(\',\')"}';
  const names = async (fields: string) =>
    (await runOne(`alertmanager: [{name: alerts, url: "http://127.0.0.1:${server.port}/ignored/path?x=1", ${fields}, ${NAMES}}]`))
      .message;

  it('name each alert by what it is about, with message, labels and fingerprint', async () => {
    const result = await runOne(`alertmanager: [{name: alerts, url: "http://127.0.0.1:${server.port}", alerts: [DiskFull]}]`);
    expect(result).toMatchObject({ pass: true, error: '', type: 'alertmanager' });
    expect(result.detail).toEqual({
      alerts: [
        {
          name: 'DiskFull/shop/n1/db-0/db',
          message: 'disk is at 97 %',
          labels: ALERTS[0]?.labels,
          annotations: ALERTS[0]?.annotations,
          fingerprint: expect.stringMatching(/^[0-9a-f]+$/),
        },
      ],
    });
  });

  it('leave out what is ignored or excluded', async () => {
    expect(await names('alerts: [".*"], ignore: ["KubeScheduler.*"], exclude_filters: {namespace: elastic-system}')).toBe(
      'DiskFull/shop/n1/db-0/db,Quote',
    );
  });

  it('take every filter as a further condition, on the whole value', async () => {
    expect(await names('alerts: ["Disk.*", ".*Full"]')).toBe('DiskFull/shop/n1/db-0/db');
    expect(await names('alerts: [Disk]')).toBe('');
    expect(await names('filters: {namespace: "elastic.*"}')).toBe('PodCrash/elastic-system/es');
  });

  it('take plain text where the console writes it', async () => {
    expect(await names('alerts: "Pod.*", ignore: Quote, filters: "namespace=elastic.*, pod=~es-1"')).toBe(
      'PodCrash/elastic-system/es',
    );
    const text = `alertManager: [{name: x, host: "http://127.0.0.1:${server.port}", alerts: Quote, test: {expr: results.alerts.size() == 1}}]`;
    expect(await runOne(text)).toMatchObject({ pass: true });
  });

  it('find values with quotes and backslashes', async () => {
    expect(await names(`filters: {path: 'C:\\\\data "x"'}`)).toBe('Quote');
    expect(await names(`alerts: [Quote], exclude_filters: {path: 'C:\\data "x"'}`)).toBe('');
  });

  it('become one check for each alert through a transform, and the check itself', async () => {
    const transform = `transform: {expr: "results.alerts.map(r, {'name': r.name + r.fingerprint, 'labels': r.labels, 'icon': 'alert', 'message': r.message}).toJSON()"}`;
    const results = await runYaml(
      `alertmanager: [{name: alerts, url: "http://127.0.0.1:${server.port}", ignore: [Quote, PodCrash], ${transform}}]`,
    );
    expect(
      results.map(({ name, pass, transformed, message }) => ({
        name: name.replace(/[0-9a-f]{16}$/, ''),
        pass,
        transformed,
        message,
      })),
    ).toEqual([
      { name: 'alerts', pass: true, transformed: false, message: '' },
      { name: 'DiskFull/shop/n1/db-0/db', pass: false, transformed: true, message: 'disk is at 97 %' },
      { name: 'KubeSchedulerDown', pass: false, transformed: true, message: 'no scheduler' },
    ]);
  });

  it("fail with the server's words about an expression that it cannot read", async () => {
    const result = await runOne(`alertmanager: [{name: x, url: "http://127.0.0.1:${server.port}", alerts: ["("]}]`);
    expect(result).toMatchObject({
      pass: false,
      invalid: false,
      error: expect.stringMatching(/400: .*error parsing regexp|400: .*missing closing/),
    });
  });
});

it('sends its credentials, also those of the URL, and does not show them', async () => {
  const seen: (string | undefined)[] = [];
  const server = await listenHttp((request, response) => {
    seen.push(request.headers.authorization);
    response.writeHead(401).end('who is ann:wrong-word?');
  });
  const host = `127.0.0.1:${server.port}`;
  const inFields = await runOne(
    `alertmanager: [{name: x, url: "http://${host}", username: {value: ann}, password: {value: wrong-word}}]`,
  );
  expect(inFields).toMatchObject({ pass: false, invalid: false, error: 'the server answered 401: who is ann:***?' });
  expect(await runOne(`alertmanager: [{name: x, url: "http://ann:wrong-word@${host}"}]`)).toMatchObject({
    error: 'the server answered 401: who is ann:***?',
    endpoint: `http://${host}`,
  });
  const basic = `Basic ${Buffer.from('ann:wrong-word').toString('base64')}`;
  expect(seen).toEqual([basic, basic]);
  await server.close();
});

it('verifies certificates as the spec says', async () => {
  const certificate = createCertificate(5);
  const server = await listenHttps((_request, response) => response.end('[]'), certificate);
  const run = async (fields: string) =>
    await runOne(`alertmanager: [{name: x, url: "https://localhost:${server.port}", ${fields}}]`);
  expect((await run('alerts: []')).error).toBe('the certificate is self-signed and not trusted');
  expect(await run('tlsConfig: {insecureSkipVerify: true}')).toMatchObject({ pass: true });
  expect(await run(`tlsConfig: {ca: {value: ${JSON.stringify(certificate.cert)}}}`)).toMatchObject({ pass: true });
  await server.close();
});

it('fails without a scheme, when nothing listens, on other answers, and ends at the time limit', async () => {
  const run = async (url: string, limits = {}) => await runOne(`alertmanager: [{name: x, url: "${url}"}]`, { limits });
  expect(await run('alertmanager.example.com')).toMatchObject({ pass: false, invalid: true });
  expect((await run(`http://127.0.0.1:${await closedPort()}`)).error).toContain('connection refused');
  const page = await listenHttp((_request, response) => response.end('{}'));
  expect(await run(`http://127.0.0.1:${page.port}`)).toMatchObject({ pass: false, error: 'the server answered 200: {}' });
  await page.close();
  const silent = await listenTcp(() => undefined);
  expect((await run(`http://127.0.0.1:${silent.port}`, { timeoutMs: { alertmanager: 150 } })).error).toBe(
    'timed out after 150 ms',
  );
  await expect.poll(() => silent.open()).toBe(0);
  await silent.close();
});

it('refuses a filter text that is no list of pairs', () => {
  expect(() => alertMatchers({ filters: 'just a word' })).toThrow('"just a word" in filters is not label=value');
  expect(alertMatchers({ filters: 'a=b\nc: "d"' })).toEqual(['a=~"b"', 'c=~"d"']);
});
