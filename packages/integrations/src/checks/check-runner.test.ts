import { mkdtempSync, rmSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { dirname, join } from 'node:path';
import { afterAll, beforeAll, describe, expect, it } from 'vitest';
import { parseCanaryText } from '../canary/parse-text.ts';
import { type Listener, listenHttp } from '../testing/listeners.ts';
import { runYaml, testContext } from '../testing/run-yaml.ts';
import { createCheckRunner } from './check-runner.ts';
import { KeyedSemaphore } from './concurrency.ts';
import { storableDetail } from './detail-size.ts';

let target: Listener;
let current = 0;
let most = 0;

beforeAll(async () => {
  target = await listenHttp((_request, response) => {
    current += 1;
    most = Math.max(most, current);
    setTimeout(() => {
      current -= 1;
      response.end('ok');
    }, 30);
  });
});
afterAll(async () => await target.close());

const canary = (count: number, host = '127.0.0.1') =>
  `http: [${Array.from({ length: count }, (_, index) => `{name: c${index}, url: "http://${host}:${target.port}/"}`).join(', ')}]`;

describe('limits', () => {
  it.each([
    ['overall', { overall: 3 }, 3],
    ['per host', { perHost: 2 }, 2],
    ['per kind', { perKind: { http: 1 } }, 1],
    ['per canary', { perCanary: 4 }, 4],
  ])('hold %s', async (_name, concurrency, expected) => {
    most = 0;
    const results = await runYaml(canary(9), {}, { concurrency });
    expect(results.every((result) => result.pass)).toBe(true);
    expect(most).toBe(expected);
  });

  it('let a canary with many slow checks delay no other canary', async () => {
    const hanging = await listenHttp(() => undefined);
    const runner = createCheckRunner({ concurrency: { overall: 8, perHost: 8, perKind: { http: 4 }, perCanary: 20 } });
    const controller = new AbortController();
    const slowChecks = Array.from({ length: 100 }, (_, n) => `{name: s${n}, url: "http://127.0.0.1:${hanging.port}/"}`);
    const [slow] = parseCanaryText(`http: [${slowChecks.join(', ')}]`, { file: 'slow.yaml' }).canaries;
    const [fast] = parseCanaryText(canary(5), { file: 'fast.yaml' }).canaries;
    if (!slow || !fast) throw new Error('no canary');
    const slowRun = runner.run(slow.canary, slow.checks, testContext({ signal: controller.signal }));
    const results = await runner.run(fast.canary, fast.checks, testContext());
    controller.abort();
    await slowRun;
    await runner.close();
    await hanging.close();
    expect(results.map((result) => result.pass)).toEqual([true, true, true, true, true]);
  });

  it('do not let waiting count as latency', async () => {
    const from = performance.now();
    const results = await runYaml(canary(6), {}, { concurrency: { perHost: 1 } });
    const tookMs = performance.now() - from;
    // One after the other: only with their waiting would they add up to more than all of them took.
    expect(results.reduce((sum, result) => sum + result.durationMs, 0)).toBeLessThanOrEqual(tookMs + results.length);
  });

  it('let a busy host delay only its own checks', async () => {
    const hanging = await listenHttp(() => undefined);
    const runner = createCheckRunner({
      concurrency: { perHost: 1, overall: 2, perCanary: 20 },
      hosts: { 'slow.test': '127.0.0.1' },
    });
    const controller = new AbortController();
    const context = testContext({ signal: controller.signal });
    const [slow] = parseCanaryText(
      `http: [{name: a, url: "http://slow.test:${hanging.port}/"}, {name: b, url: "http://slow.test:${hanging.port}/"}]`,
    ).canaries;
    const [fast] = parseCanaryText(canary(3)).canaries;
    if (!slow || !fast) throw new Error('no canary');
    const slowRun = runner.run(slow.canary, slow.checks, context);
    const results = await runner.run(fast.canary, fast.checks, testContext());
    expect(results.every((result) => result.pass)).toBe(true);
    controller.abort();
    expect((await slowRun).map((result) => result.error)).toEqual(['cancelled before it was done', expect.any(String)]);
    await hanging.close();
  });
});

describe('the runner', () => {
  it('gives the results in the order of the checks', async () => {
    const results = await runYaml(canary(12), {}, { concurrency: { perCanary: 5 } });
    expect(results.map((result) => result.name)).toEqual(Array.from({ length: 12 }, (_, index) => `c${index}`));
  });

  it('has what a check left behind ready for the next ones, and for those of later kinds', async () => {
    const file = join(mkdtempSync(join(tmpdir(), 'quarterdeck-order-')), 'left');
    const results = await runYaml(`folder: [{name: found, path: ${file}, minCount: 1}]
exec: [{name: writes, script: "sleep 0.2; echo 1 > ${file}"}, {name: reads, script: "cat ${file}"}]`);
    rmSync(dirname(file), { recursive: true });
    expect(results).toMatchObject([
      { name: 'writes', pass: true },
      { name: 'reads', pass: true },
      { name: 'found', pass: true },
    ]);
  });

  it('sends requests that change something one after the other', async () => {
    let open = 0;
    const most = { POST: 0, GET: 0 };
    const target = await listenHttp((request, response) => {
      const method = request.method === 'POST' ? 'POST' : 'GET';
      open += 1;
      most[method] = Math.max(most[method], open);
      setTimeout(() => {
        open -= 1;
        response.end();
      }, 50);
    });
    const checks = (method: string) =>
      ['a', 'b', 'c']
        .map((name) => `{name: ${method} ${name}, method: ${method}, url: "http://127.0.0.1:${target.port}/"}`)
        .join(', ');
    const results = await runYaml(`http: [${checks('POST')}, ${checks('GET')}]`);
    await target.close();
    expect(results.every((result) => result.pass)).toBe(true);
    expect(most).toEqual({ POST: 1, GET: 3 });
  });

  it('ends running checks when it is closed', async () => {
    const hanging = await listenHttp(() => undefined);
    const runner = createCheckRunner();
    const [parsed] = parseCanaryText(`http: [{name: a, url: "http://127.0.0.1:${hanging.port}/"}]`).canaries;
    if (!parsed) throw new Error('no canary');
    const running = runner.run(parsed.canary, parsed.checks, testContext());
    await expect.poll(() => hanging.open()).toBe(1);
    await runner.close();
    expect((await running)[0]).toMatchObject({ pass: false, error: 'cancelled before it was done' });
    await expect.poll(() => hanging.open()).toBe(0);
    await hanging.close();
  });

  it('never rejects, whatever a store does', async () => {
    const values = { description: 'broken', lookup: () => Promise.reject(new Error('store is down')) };
    const [result] = await runYaml('redis: [{name: a, url: "h:1", password: {valueFrom: {secretKeyRef: {name: x, key: y}}}}]', {
      values,
    });
    expect(result).toMatchObject({ pass: false, invalid: true, error: expect.stringContaining('store is down') });
  });
});

it('leaves no socket, timer or process behind, however the checks end', async () => {
  const hostile = await listenHttp((request, response) => {
    if (request.url === '/loop') response.writeHead(302, { location: '/loop' }).end();
    else if (request.url === '/reset') request.socket.destroy();
    else if (request.url === '/half') response.writeHead(200, { 'content-length': '100' }).write('half');
  });
  const base = `http://127.0.0.1:${hostile.port}`;
  const http = ['/hang', '/loop', '/reset', '/half'].map(
    (path, index) => `{name: h${index}, url: "${base}${path}", thresholdMillis: 150}`,
  );
  const text = `http: [${http.join(', ')}]\nexec: [{name: e, script: "sleep 60 & exit 1"}]\ntcp: [{name: t, endpoint: "127.0.0.1:${hostile.port}"}]\nredis: [{name: r, url: "127.0.0.1:${hostile.port}"}]\npostgres: [{name: p, url: "postgres://127.0.0.1:${hostile.port}/x", timeout: 0.2}]`;
  await runYaml(text);
  const active = () =>
    process
      .getActiveResourcesInfo()
      .filter((name) => ['TCPSocketWrap', 'TLSWrap', 'ProcessWrap', 'Timeout'].includes(name))
      .sort();
  // Counted inside a poll both times, because the poll has timers of its own.
  let before = 0;
  await expect.poll(() => (before = active().length)).toBeGreaterThan(0);
  const results = await runYaml(text);
  expect(results.filter((result) => result.pass).map((result) => result.name)).toEqual(['t']);
  await expect.poll(() => hostile.open()).toBe(0);
  await expect.poll(() => active().length).toBeLessThanOrEqual(before);
  await hostile.close();
});

describe('a semaphore', () => {
  it('serves in order and forgets a waiter that gave up', async () => {
    const semaphore = new KeyedSemaphore(() => 1);
    const signal = new AbortController().signal;
    const first = await semaphore.acquire('k', signal);
    const impatient = new AbortController();
    const second = semaphore.acquire('k', impatient.signal);
    const third = semaphore.acquire('k', signal);
    impatient.abort(new Error('gave up'));
    await expect(second).rejects.toThrow('gave up');
    first();
    const release = await third;
    release();
    expect(typeof semaphore.acquire('k', signal)).toBe('function');
  });
});

describe('a stored detail', () => {
  it('is small plain JSON', () => {
    const detail = storableDetail({
      big: 5n,
      huge: 2n ** 70n,
      at: new Date('2024-05-06T07:08:09Z'),
      list: Array(1000).fill(1),
      text: 'x'.repeat(100_000),
      none: null,
    });
    expect(detail).toMatchObject({ big: 5, huge: '1180591620717411303424', at: '2024-05-06T07:08:09.000Z', none: null });
    expect(JSON.stringify(detail).length).toBeLessThan(40_000);
    const circular: { self?: unknown } = {};
    circular.self = circular;
    expect(() => JSON.stringify(storableDetail(circular))).not.toThrow();
  });
});
