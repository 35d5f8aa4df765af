import { afterAll, beforeAll, describe, expect, it } from 'vitest';
import { createCertificate } from '../../testing/certificate.ts';
import { closedPort, httpbin, type Listener, listenHttp, listenHttps, listenTcp } from '../../testing/listeners.ts';
import { runOne, runYaml } from '../../testing/run-yaml.ts';
import { fileValues } from '../../values/value-provider.ts';

const certificate = createCertificate(20);
let plain: Listener;
let secure: Listener;

beforeAll(async () => {
  plain = await listenHttp(httpbin);
  secure = await listenHttps(httpbin, certificate);
});
afterAll(async () => {
  await plain.close();
  await secure.close();
});

function check(path: string, fields = ''): string {
  return `http:\n  - name: target\n    url: http://127.0.0.1:${plain.port}${path}\n${fields.replaceAll(/^/gm, '    ')}`;
}

function indent(text: string, spaces: number): string {
  return text
    .trim()
    .split('\n')
    .map((line) => ' '.repeat(spaces) + line)
    .join('\n');
}

describe('status codes', () => {
  it.each([200, 204, 299])('passes on %i without a list of codes', async (code) => {
    expect(await runOne(check(`/status/${code}`))).toMatchObject({ pass: true, error: '' });
  });

  it('fails on 500 and goes on judging when there is no list', async () => {
    const result = await runOne(check('/status/500', 'responseContent: absent'));
    expect(result).toMatchObject({ pass: false, invalid: false });
    expect(result.error).toContain('500');
    expect(result.error).toContain('does not contain');
  });

  it('fails on a code that is not in the list and stops there', async () => {
    expect((await runOne(check('/status/500', 'responseCodes: [200, 201]\nresponseContent: absent'))).error).toBe(
      'response code 500 is not one of 200, 201',
    );
  });

  it('gives a false test an empty error and keeps the display', async () => {
    const result = await runOne(
      check('/status/200', "display: {expr: string(code) + ' should be 500'}\ntest: {expr: code == 500}"),
    );
    expect(result).toMatchObject({ pass: false, message: '200 should be 500', error: '' });
  });

  it('does not let a test rescue a failed probe', async () => {
    expect(await runOne(check('/status/503', 'test: {expr: code == 503}'))).toMatchObject({ pass: false });
  });
});

describe('authentication', () => {
  it('passes with static credentials and gets a 401 without them', async () => {
    const path = '/basic-auth/hello/world';
    const login = 'responseCodes: [200]\nusername: {value: hello}\npassword: {value: world}';
    expect(await runOne(check(path, 'responseCodes: [401]'))).toMatchObject({ pass: true });
    expect(await runOne(check(path, login))).toMatchObject({ pass: true });
    expect(await runOne(check(path, login.replace('world', 'wrong')))).toMatchObject({ pass: false });
  });

  it('moves credentials in the URL to basic authentication', async () => {
    const text = check('/basic-auth/hello/world').replace('http://', 'http://hello:world@');
    const result = await runOne(text);
    expect(result.pass).toBe(true);
    expect(result.endpoint).not.toContain('hello:');
  });

  it('sends no Authorization header when there are no credentials', async () => {
    expect(await runOne(check('/headers', `test: {expr: "!('Authorization' in json.headers.keys())"}`))).toMatchObject({
      pass: true,
    });
  });

  it('takes a value from the store and removes it from what the result says', async () => {
    const values = { description: 'test store', lookup: async () => 'topsecretvalue' };
    const fields =
      'headers: [{name: X-Token, valueFrom: {secretKeyRef: {name: token, key: value}}}]\ndisplay: {expr: "json.headers[\'X-Token\']"}';
    expect(await runOne(check('/headers', fields), { values })).toMatchObject({ pass: true, message: '***' });
  });

  it('is invalid when a value is in no store, and names the reference', async () => {
    const result = await runOne(check('/', 'password: {valueFrom: {secretKeyRef: {name: login, key: password}}}'), {
      values: fileValues('/nonexistent'),
    });
    expect(result).toMatchObject({ pass: false, invalid: true });
    expect(result.error).toContain('secret default/login key "password" was not found');
  });

  it('gets a token by client credentials', async () => {
    const server = await listenHttp((request, response) => {
      if (request.url === '/token')
        return response.writeHead(200, { 'content-type': 'application/json' }).end('{"access_token":"abc123token"}');
      return response.writeHead(request.headers.authorization === 'Bearer abc123token' ? 200 : 401).end();
    });
    const text = `http: [{name: x, url: "http://127.0.0.1:${server.port}/", username: {value: id}, password: {value: secretpw}, oauth2: {tokenURL: "http://127.0.0.1:${server.port}/token", scope: read}}]`;
    expect(await runOne(text)).toMatchObject({ pass: true });
    await server.close();
  });
});

describe('requests', () => {
  it('is invalid when a template of the body or the address cannot be run, and keeps secrets to itself', async () => {
    const secret = 'password: {value: hush-hush}, username: {value: "{{ nothing }}"}';
    for (const fields of [
      'url: "http://127.0.0.1:1/", templateBody: true, body: "{{ .password | nofunc }}"',
      'url: "http://{{ .password | nofunc }}/"',
    ]) {
      const result = await runOne(`http: [{name: broken, ${fields}, ${secret}}]`);
      expect(result).toMatchObject({ pass: false, invalid: true, error: expect.stringContaining('"nofunc" not defined') });
      expect(JSON.stringify(result)).not.toContain('hush-hush');
    }
  });

  it('sends method, headers and a templated body, and names itself', async () => {
    const fields =
      "method: put\nbody: \"hello {{.who}}\"\ntemplateBody: true\nenv: [{name: who, value: fleet}]\nheaders: [{name: X-One, value: \"1\"}]\ntest: {expr: \"json.method == 'PUT' && json.data == 'hello fleet' && json.headers['X-One'] == '1' && json.headers['User-Agent'].startsWith('canary-checker/')\"}";
    expect(await runOne(check('/post', fields))).toMatchObject({ pass: true });
  });

  it('fills placeholders of both styles in the URL', async () => {
    const fields = 'username: {value: hello}\npassword: {value: world}';
    expect(await runOne(check('/basic-auth/$(username)/{{.password}}', fields))).toMatchObject({ pass: true });
  });

  it('is invalid without a usable URL', async () => {
    const invalid = async (fields: string) => await runOne(`http: [{name: x, ${fields}}]`);
    expect(await invalid('method: GET')).toMatchObject({ invalid: true, error: 'http needs a url or a connection' });
    expect(await invalid('url: "localhost:80/x"')).toMatchObject({ invalid: true });
    expect(await invalid('url: "http://["')).toMatchObject({ invalid: true });
    expect(await invalid('url: "http://a/", endpoint: "http://b/"')).toMatchObject({ invalid: true });
    expect(await invalid('connection: "connection://x/y"')).toMatchObject({
      invalid: true,
      error: 'connections need a server with a database',
    });
  });

  it('accepts the former name endpoint and keys in any case', async () => {
    expect(await runOne(check('/status/201').replace('url:', 'ENDPOINT:'))).toMatchObject({ pass: true });
  });

  it('follows redirects and ends a loop after ten', async () => {
    expect(await runOne(check('/redirect/200'))).toMatchObject({ pass: true });
    expect(await runOne(check('/redirect/200', 'maxRedirects: 0\nresponseCodes: [302]'))).toMatchObject({ pass: true });
    expect(await runOne(check('/redirect-loop'))).toMatchObject({
      pass: false,
      invalid: false,
      error: 'stopped after 10 redirects',
    });
  });

  it('does not send credentials to another host after a redirect', async () => {
    const other = await listenHttp((request, response) => response.writeHead(request.headers.authorization ? 500 : 200).end());
    const first = await listenHttp((_request, response) =>
      response.writeHead(302, { location: `http://other.test:${other.port}/` }).end(),
    );
    const text = `http: [{name: x, url: "http://127.0.0.1:${first.port}/", username: {value: a}, password: {value: bcde}}]`;
    expect(await runOne(text, {}, { hosts: { 'other.test': '127.0.0.1' } })).toMatchObject({ pass: true });
    await first.close();
    await other.close();
  });
});

describe('bodies', () => {
  it('fails on a body that is not JSON although its type says so, unless there is a test', async () => {
    expect((await runOne(check('/not-json'))).error).toContain('not JSON');
    expect(await runOne(check('/not-json', "test: {expr: content == '<html>'}"))).toMatchObject({ pass: true });
  });

  it('looks for the content in the response', async () => {
    expect(await runOne(check('/', 'responseContent: doctype\nbody: absent'))).toMatchObject({ pass: true });
    expect(await runOne(check('/', 'responseContent: absent\nbody: absent'))).toMatchObject({ pass: false });
  });

  it('cuts an endless body at the limit and closes the connection', async () => {
    const result = await runOne(check('/stream', 'display: {expr: string(size(content))}'), { limits: { bodyBytes: 200_000 } });
    expect(result).toMatchObject({ pass: true, message: '200000' });
    await expect.poll(() => plain.open()).toBe(0);
  });

  it('shows variables of the answer to expressions', async () => {
    const fields = `display: {expr: "'$1 = €' + string(json.rates.EUR)"}\ntest: {expr: "headers['Content-Type'] == 'application/json' && elapsed.getMilliseconds() >= 0 && sslAge == duration('0s')"}`;
    expect(await runOne(check('/rates', fields))).toMatchObject({ pass: true, message: '$1 = €0.9' });
  });
});

describe('time', () => {
  it('ends a request to a target that never answers at its threshold', async () => {
    const result = await runOne(check('/hang', 'thresholdMillis: 100'));
    expect(result).toMatchObject({ pass: false, invalid: false, error: 'timed out after 100 ms' });
    expect(result.durationMs).toBeGreaterThanOrEqual(95);
    await expect.poll(() => plain.open()).toBe(0);
  });

  it('ends a request at the hard limit when the spec has no threshold', async () => {
    expect(await runOne(check('/hang'), { limits: { timeoutMs: { http: 80 } } })).toMatchObject({
      pass: false,
      error: 'timed out after 80 ms',
    });
  });

  it('ends when the caller cancels', async () => {
    const controller = new AbortController();
    const running = runOne(check('/hang'), { signal: controller.signal });
    await expect.poll(() => plain.open()).toBe(1);
    controller.abort();
    expect(await running).toMatchObject({ pass: false, error: 'cancelled before it was done' });
    await expect.poll(() => plain.open()).toBe(0);
  });

  it('measures to the headers, not to the end of the body', async () => {
    const server = await listenHttp((_request, response) => {
      response.write('first');
      setTimeout(() => response.end('last'), 2_000);
    });
    const result = await runOne(`http: [{name: x, url: "http://127.0.0.1:${server.port}/", responseContent: last}]`);
    expect(result.pass).toBe(true);
    expect(result.durationMs).toBeLessThan(1_900);
    await server.close();
  });
});

describe('TLS', () => {
  const target = (fields: string) => `http:\n  - name: tls\n    url: https://localhost:${secure.port}/status/200\n${fields}`;

  it('refuses a self-signed certificate', async () => {
    expect(await runOne(target(''))).toMatchObject({
      pass: false,
      invalid: false,
      error: 'the certificate is self-signed and not trusted',
    });
  });

  it('accepts it when verification is skipped or the authority is given', async () => {
    expect(await runOne(target('    tlsConfig: {insecureSkipVerify: true}'))).toMatchObject({ pass: true });
    expect(await runOne(target(`    tlsConfig:\n      ca:\n        value: |\n${indent(certificate.cert, 10)}`))).toMatchObject({
      pass: true,
    });
  });

  it('accepts it when the stored connection does, unless the check says otherwise', async () => {
    const url = `https://localhost:${secure.port}/status/200`;
    const connections = {
      find: async () => ({ id: '1', name: 'web', namespace: 'ops', type: 'http', url, insecureTls: true }),
    };
    const run = async (fields: string) =>
      await runOne(`http: [{name: x, connection: "connection://ops/web"${fields}}]`, { connections });
    expect(await run('')).toMatchObject({ pass: true });
    expect(await run(', tlsConfig: {insecureSkipVerify: false}')).toMatchObject({ pass: false });
  });

  it('judges the expiry of the certificate in days', async () => {
    const fields = (days: number) =>
      `    tlsConfig: {insecureSkipVerify: true}\n    maxSSLExpiry: ${days}\n    test: {expr: "sslAge > duration('400h')"}`;
    expect(await runOne(target(fields(7)))).toMatchObject({ pass: true });
    expect((await runOne(target(fields(30)))).error).toContain('the certificate expires in 19 days, less than 30');
    expect((await runOne(check('/', 'maxSSLExpiry: 7'))).error).toContain('no certificate');
  });

  it('measures days until expiry as a metric', async () => {
    const { metrics } = await runOne(target('    tlsConfig: {insecureSkipVerify: true}'));
    expect(metrics.find((metric) => metric.name === 'canary_check_http_ssl_expiry')?.value).toBeCloseTo(20, 0);
    expect(metrics.find((metric) => metric.name === 'canary_check_http_response_status')).toMatchObject({
      value: 1,
      labels: { status: '200', statusClass: '2xx' },
    });
  });

  it('ends a handshake that the other side never finishes', async () => {
    const silent = await listenTcp(() => undefined);
    const result = await runOne(
      `http: [{name: x, url: "https://127.0.0.1:${silent.port}/", tlsConfig: {handshakeTimeout: 100ms}}]`,
    );
    expect(result.error).toBe('the TLS handshake took longer than 100 ms');
    await silent.close();
  });
});

describe('unreachable targets', () => {
  it('tells a refused connection', async () => {
    expect((await runOne(`http: [{name: x, url: "http://127.0.0.1:${await closedPort()}/"}]`)).error).toContain(
      'connection refused',
    );
  });

  it('tells a name that has no address', async () => {
    const result = await runOne('http: [{name: x, url: "http://no-such-host.invalid/"}]');
    expect(result).toMatchObject({ pass: false, invalid: false });
    expect(result.error).toMatch(/no such host|name lookup failed/);
  });

  it.each(['http://169.254.169.254/latest', 'http://[::ffff:169.254.169.254]/', 'http://metadata.test/'])(
    'refuses the metadata address behind %s',
    async (url) => {
      const result = await runOne(`http: [{name: x, url: "${url}"}]`, {}, { hosts: { 'metadata.test': '169.254.169.254' } });
      expect(result.pass).toBe(false);
      expect(result.error).toContain('denied by the address policy');
    },
  );

  it('refuses the metadata address as the target of a redirect', async () => {
    const server = await listenHttp((_request, response) =>
      response.writeHead(302, { location: 'http://169.254.169.254/' }).end(),
    );
    expect((await runOne(`http: [{name: x, url: "http://127.0.0.1:${server.port}/"}]`)).error).toContain(
      'denied by the address policy',
    );
    await server.close();
  });

  it('reports a server that speaks something else', async () => {
    const server = await listenTcp((socket) => socket.end('SSH-2.0-OpenSSH\r\n'));
    expect(await runOne(`http: [{name: x, url: "http://127.0.0.1:${server.port}/"}]`)).toMatchObject({
      pass: false,
      invalid: false,
    });
    await server.close();
  });
});

it('measures several values of one answer as metrics', async () => {
  const metric = (currency: string) =>
    `{name: exchange_rate, type: gauge, value: json.rates.${currency}, labels: [{name: from, value: USD}, {name: to, valueExpr: "'${currency}'"}]}`;
  const [result] = await runYaml(
    check(
      '/rates',
      `metrics: [${['GBP', 'EUR', 'ILS'].map(metric).join(', ')}, {name: rate_time, type: histogram, value: elapsed.getMilliseconds()}, {name: incomplete}]`,
    ),
  );
  const own = result?.metrics.filter((sample) => !sample.name.startsWith('canary_check')) ?? [];
  expect(own.slice(0, 3)).toEqual([
    { name: 'exchange_rate', type: 'gauge', value: 0.8, labels: { from: 'USD', to: 'GBP' } },
    { name: 'exchange_rate', type: 'gauge', value: 0.9, labels: { from: 'USD', to: 'EUR' } },
    { name: 'exchange_rate', type: 'gauge', value: 3.7, labels: { from: 'USD', to: 'ILS' } },
  ]);
  expect(own[3]).toMatchObject({ name: 'rate_time', type: 'histogram' });
  expect(own).toHaveLength(4);
});
