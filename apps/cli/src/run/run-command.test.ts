import { mkdtempSync, readFileSync, rmSync, writeFileSync } from 'node:fs';
import { createServer, type Server } from 'node:http';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { PassThrough, Readable } from 'node:stream';
import { afterAll, beforeAll, describe, expect, it } from 'vitest';
import { runCommand } from './run-command.ts';

const EXAMPLES = join(import.meta.dirname, '../../../../examples');
let folder: string;
let server: Server;
let port: number;

beforeAll(async () => {
  folder = mkdtempSync(join(tmpdir(), 'quarterdeck-run-test-'));
  server = createServer((request, response) => {
    if (request.url === '/about')
      return response.writeHead(200, { 'content-type': 'application/json' }).end('{"Version":"1.2.3"}');
    if (request.url === '/broken') return response.writeHead(500).end();
    return response.writeHead(200, { 'content-type': 'text/html' }).end('<!doctype html><html></html>');
  });
  await new Promise<void>((resolve) => server.listen(0, '127.0.0.1', resolve));
  const address = server.address();
  port = typeof address === 'object' && address !== null ? address.port : 0;
});
afterAll(() => {
  server.close();
  rmSync(folder, { recursive: true, force: true });
});

function file(name: string, text: string): string {
  const path = join(folder, name);
  writeFileSync(path, text);
  return path;
}

async function run(argv: string[], options: { stdin?: string; env?: Record<string, string> } = {}) {
  const stdout = new PassThrough();
  const stderr = new PassThrough();
  const code = await runCommand(argv, { stdin: Readable.from([options.stdin ?? '']), stdout, stderr, env: options.env ?? {} });
  const text = (stream: PassThrough) => String(stream.read() ?? '');
  return { code, stdout: text(stdout), stderr: text(stderr) };
}

const healthy = 'exec: [{name: fine, script: "echo ok", display: {expr: results.stdout}}]';
const mixed = () =>
  `metadata: {name: web, namespace: shop, labels: {tier: "1"}}\nspec: {http: [{name: basic, url: "http://127.0.0.1:${port}/"}, {name: failing, url: "http://127.0.0.1:${port}/broken"}]}`;

it('sends queries of Prometheus checks without an address where the option or the environment says', async () => {
  const path = file('prometheus.yaml', 'prometheus: [{name: own, query: up}]');
  const address = `http://127.0.0.1:${port}/broken`;
  for (const given of [
    await run([path, '--prometheus', address]),
    await run([path], { env: { QUARTERDECK_PROMETHEUS: address } }),
  ])
    expect(given).toMatchObject({ code: 1, stdout: expect.stringContaining('the server answered 200: <!doctype html>') });
  expect((await run([path])).stdout).toContain('prometheus needs a url or a connection');
});

describe('exit code', () => {
  it('is 0 when all are healthy', async () => {
    expect(await run([file('healthy.yaml', healthy)])).toMatchObject({
      code: 0,
      stdout: expect.stringMatching(/PASS {2}default\S* {2}exec {2}fine {2}\d+ ms\n {7}ok\n\n1 check: 1 passed, 0 failed/),
    });
  });

  it('is 1 when one is unhealthy', async () => {
    const { code, stdout } = await run([file('mixed.yaml', mixed())]);
    expect(code).toBe(1);
    expect(stdout).toContain('PASS  shop/web  http  basic');
    expect(stdout).toMatch(/FAIL {2}shop\/web {2}http {2}failing .*\n {7}response code 500/);
    expect(stdout).toContain('2 checks: 1 passed, 1 failed');
  });

  it('is 0 with no result for kinds that are not available', async () => {
    const { code, stdout, stderr } = await run(['--json', file('unknown.yaml', 'spec:\n  containerd: [{name: a, image: x}]')]);
    expect(JSON.parse(stdout)).toEqual([]);
    expect(code).toBe(0);
    expect(stderr).toContain('unknown.yaml:2:3: info:');
  });

  it.each([
    ['bad.yaml', 'http:\n  - name: [a\n', /bad\.yaml:\d+:\d+: error:/],
    ['wrong.yaml', 'http:\n  - name: a\n    url: {x: 1}\n', /wrong\.yaml:3:10: error: .*\(http\[0\]\.url\)/],
  ])('is 2 for an unusable file, with file and line: %s', async (name, text, message) => {
    const { code, stderr } = await run([file(name, text)]);
    expect(code).toBe(2);
    expect(stderr).toMatch(message);
  });

  it('is 2 for a missing file, and the other files are run all the same', async () => {
    const { code, stdout, stderr } = await run(['/nonexistent/x.yaml', file('healthy.yaml', healthy)]);
    expect(code).toBe(2);
    expect(stderr).toContain('/nonexistent/x.yaml: there is no such file');
    expect(stdout).toContain('1 passed');
  });

  it.each([[[]], [['--unknown', 'x']], [['--junit']]])('is 2 with the usage for %j', async (argv) => {
    expect(await run(argv)).toMatchObject({ code: 2, stdout: '', stderr: expect.stringContaining('Usage: quarterdeck run') });
  });

  it('is 2 when a report cannot be written', async () => {
    expect(await run([file('healthy.yaml', healthy), '--junit', '/nonexistent/report.xml'])).toMatchObject({ code: 2 });
  });
});

describe('output', () => {
  it('is a list of results with --json', async () => {
    const { stdout } = await run(['--json', file('mixed.yaml', mixed())]);
    const [first, second]: unknown[] = JSON.parse(stdout);
    expect(first).toEqual({
      canary: 'web',
      namespace: 'shop',
      name: 'basic',
      type: 'http',
      status: 'healthy',
      duration_ms: expect.any(Number),
      message: '',
      error: '',
      invalid: false,
      labels: { tier: '1' },
      results: null,
    });
    expect(second).toMatchObject({ status: 'unhealthy', error: expect.stringContaining('500') });
  });

  it('is a table with --csv', async () => {
    const { code, stdout } = await run(['--csv', file('mixed.yaml', mixed())]);
    const [head, ...lines] = stdout.split('\r\n');
    expect(head).toBe('name,namespace,endpoint,checkType,pass,duration,description,message,error,invalid');
    expect(lines).toEqual([
      expect.stringMatching(/^"basic","shop","http:.*","http",true,\d+,,"","",false$/),
      expect.stringMatching(/^"failing","shop","http:.*\/broken","http",false,\d+,,"","response code 500.*",false$/),
      '',
    ]);
    expect(code).toBe(1);
    expect(await run(['--csv', '--json', 'x.yaml'])).toMatchObject({ code: 2, stderr: expect.stringContaining('not as both') });
  });

  it('is a JUnit report with --junit', async () => {
    const report = join(folder, 'report.xml');
    await run([file('mixed.yaml', mixed()), '--junit', report]);
    const xml = readFileSync(report, 'utf8');
    expect(xml).toContain('<testsuite name="canary-checker-run" tests="2" failures="1"');
    expect(xml).toMatch(/<testcase classname="http" name="shop\/web\/failing"[^>]*>\s*<failure message="response code 500/);
  });

  it('goes to a file with --output', async () => {
    const path = join(folder, 'out.json');
    expect((await run(['-j', '-o', path, file('healthy.yaml', healthy)])).stdout).toBe('');
    expect(JSON.parse(readFileSync(path, 'utf8'))).toHaveLength(1);
  });

  it('never passes escape sequences of a target to the terminal', async () => {
    const { stdout } = await run([
      file(
        'escape.yaml',
        'exec: [{name: a, script: "printf \'\\\\033[31mred\\\\033]0;title\\\\007\'", display: {expr: results.stdout}}]',
      ),
    ]);
    expect(stdout).toContain('red');
    expect(stdout).not.toContain('\u001b');
    expect(stdout).not.toContain('\u0007');
  });
});

describe('input', () => {
  it('may come from standard input', async () => {
    expect(await run(['-'], { stdin: healthy })).toMatchObject({ code: 0, stdout: expect.stringContaining('default/stdin') });
  });

  it('is run as a template with --data', async () => {
    const data = file('data.yaml', 'word: templated');
    const canary = file('templated.yaml', 'exec: [{name: "{{ .word }}", script: "true"}]');
    expect((await run([canary, '--data', data])).stdout).toContain('exec  templated');
    const broken = await run([file('broken.yaml', 'exec: []\nx: {{ if }}'), '--data', data]);
    expect(broken).toMatchObject({
      code: 2,
      stderr: expect.stringMatching(/broken\.yaml:\d+: error: the template cannot be run/),
    });
    expect(await run([canary, '--data', file('data-bad.yaml', 'a: [')])).toMatchObject({
      code: 2,
      stderr: expect.stringContaining('data-bad.yaml:'),
    });
  });

  it('is put into the namespace of --namespace', async () => {
    expect((await run([file('mixed.yaml', mixed()), '-n', 'other'])).stdout).toContain('other/web');
  });

  it('takes secrets from the environment without printing them', async () => {
    const canary = file(
      'secret.yaml',
      'exec: [{name: a, script: "echo $TOKEN", env: [{name: TOKEN, valueFrom: {secretKeyRef: {name: api, key: token}}}], display: {expr: results.stdout}, test: {expr: "results.stdout == \'hush-hush\'"}}]',
    );
    const { code, stdout } = await run([canary], { env: { QUARTERDECK_SECRET_API_TOKEN: 'hush-hush' } });
    expect(code).toBe(0);
    expect(stdout).not.toContain('hush-hush');
  });
});

describe('the examples', () => {
  it('pass on this machine, except for the one that fails on purpose', async () => {
    const data = file('examples-data.yaml', `port: ${port}`);
    const files = ['quarterdeck.yaml', 'this-machine.yaml', 'failing-on-purpose.yaml'].map((name) => join(EXAMPLES, name));
    const { code, stdout, stderr } = await run(['--json', '--data', data, ...files]);
    expect(stderr).toBe('');
    const results: { name: string; status: string; error: string }[] = JSON.parse(stdout);
    expect(results.filter((result) => result.status === 'unhealthy').map((result) => result.name)).toEqual([
      'example/fails-on-purpose',
    ]);
    expect(results.map((result) => result.name)).toContain('load/1-minute');
    expect(results.length).toBeGreaterThanOrEqual(13);
    expect(code).toBe(1);
  });
});
