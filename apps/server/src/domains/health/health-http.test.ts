import { mkdtemp, rm } from 'node:fs/promises';
import { createServer, type Server } from 'node:http';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import {
  CanaryWrittenSchema,
  CheckStatsSchema,
  GraphSchema,
  StripsSchema,
  SummarySchema,
  TryResponseSchema,
} from '@quarterdeck/contract/health';
import type { Database } from '@quarterdeck/database';
import { createTestDatabase, insertCanary } from '@quarterdeck/testing';
import { afterAll, beforeAll, describe, expect, it } from 'vitest';
import { type RunningServer, startServer } from '../../app/start-server.ts';
import { readConfig } from '../../platform/config.ts';
import { createLog } from '../../platform/log.ts';

/** What the target answers, by path. */
const ITEMS = [
  { name: 'disk', ok: true },
  { name: 'memory', ok: false },
];

/** A canary runs when it is new, and then so seldom that no test sees it run again by itself. */
const ONCE = '@every 10000h';

describe('the health API of a running server', () => {
  let db: Database;
  let folder: string;
  let server: RunningServer;
  let target: Server;
  let targetUrl: string;
  let items = ITEMS;

  beforeAll(async () => {
    target = createServer((request, response) => {
      if (request.url === '/items') response.setHeader('content-type', 'application/json').end(JSON.stringify({ items }));
      else response.writeHead(request.url === '/broken' ? 503 : 200).end('ok');
    });
    await new Promise<void>((resolve) => target.listen(0, '127.0.0.1', resolve));
    const address = target.address();
    const port = typeof address === 'object' && address !== null ? address.port : 0;
    targetUrl = `http://127.0.0.1:${port}`;
    db = await createTestDatabase();
    folder = await mkdtemp(join(tmpdir(), 'quarterdeck-health-'));
    const config = readConfig(
      ['--port', '0', '--no-examples', '--auth', 'none', '--data-dir', folder, '--runner-name', 'test'],
      {},
    );
    server = await startServer(config, { db, log: createLog('silent') });
  });
  afterAll(async () => {
    await server.stop();
    target.close();
    await db.close();
    await rm(folder, { recursive: true, force: true });
  });

  async function call(
    method: string,
    path: string,
    body?: unknown,
  ): Promise<{ status: number; body: unknown; headers: Headers }> {
    const response = await fetch(`${server.url}${path}`, {
      method,
      headers: { accept: 'application/json', 'content-type': 'application/json' },
      ...(body === undefined ? {} : { body: JSON.stringify(body) }),
    });
    const text = await response.text();
    return { status: response.status, body: text === '' ? undefined : JSON.parse(text), headers: response.headers };
  }

  const spec = (name: string, path = '/') => ({
    schedule: ONCE,
    http: [{ name, url: `${targetUrl}${path}`, responseCodes: [200] }],
  });

  async function create(name: string, canarySpec: Record<string, unknown>) {
    const { body, status } = await call('POST', '/api/health/canaries', { name, namespace: 'test', spec: canarySpec });
    expect(status).toBe(201);
    return CanaryWrittenSchema.parse(body);
  }

  async function rowsOf(name: string) {
    const { body } = await call('GET', '/api/canary/api/summary');
    return (SummarySchema.parse(body).checks_summary ?? []).filter((row) => row.canary_name === name);
  }

  const statusesOf = async (name: string) => Object.fromEntries((await rowsOf(name)).map((row) => [row.name, row.status]));

  it('shows a created canary at once and its first result soon after', async () => {
    await create('first', spec('page'));

    expect(await rowsOf('first')).toHaveLength(1);
    await expect.poll(() => statusesOf('first')).toEqual({ page: 'healthy' });
  });

  it('takes over a canary that was written past the API', async () => {
    await insertCanary(db, { name: 'row', spec: spec('page') });

    await expect.poll(() => statusesOf('row')).toEqual({ page: 'healthy' });
  });

  it('runs a check now and stores the result before it answers', async () => {
    const written = await create('now', { ...spec('page', '/broken'), schedule: '@never' });
    const checkId = written.checks[0]?.id;

    const { status, body } = await call('POST', `/api/canary/run/check/${checkId}`);

    expect(status).toBe(200);
    expect(body).toMatchObject({ name: 'page', total: 1, success: 0, failed: 1, errors: [expect.stringContaining('503')] });
    const graph = GraphSchema.parse((await call('GET', `/api/canary/api/graph?check=${checkId}&count=300&start=1h`)).body);
    expect(graph.uptime).toEqual({ passed: 0, failed: 1 });
    const stats = CheckStatsSchema.parse((await call('GET', `/api/health/checks/${checkId}/stats?start=5y`)).body);
    expect(stats.uptime).toEqual({ passed: 0, failed: 1 });
    const strips = StripsSchema.parse((await call('GET', `/api/health/strips?ids=${checkId}`)).body);
    expect(strips.strips[checkId ?? '']).toHaveLength(1);
    const evidence = await call('GET', `/api/canary/api?check=${checkId}&includeMessages=true&start=1h`);
    expect(evidence.body).toMatchObject({ checks: [{ id: checkId, checkStatuses: [{ status: false }] }] });
  });

  it('makes checks of a transform, revives and ends them', async () => {
    const transform = {
      expr: "json.items.map(i, {'name': 'item ' + i.name, 'pass': i.ok, 'message': i.name, 'namespace': 'items'}).toJSON()",
    };
    const written = await create('items', {
      schedule: ONCE,
      http: [{ name: 'list', url: `${targetUrl}/items`, transform, transformDeleteStrategy: 'MarkUnhealthy' }],
    });
    const listId = written.checks[0]?.id;
    await expect.poll(() => statusesOf('items')).toEqual({ list: 'healthy', 'item disk': 'healthy', 'item memory': 'unhealthy' });

    items = ITEMS.slice(1);
    await db.query(`UPDATE canary_schedules SET next_at = now() WHERE canary_id = $1`, [written.id]);
    await db.notify('canary_schedules', '');
    await expect.poll(() => statusesOf('items')).toEqual({ list: 'healthy', 'item memory': 'unhealthy' });
    const { rows } = await db.query<Record<string, unknown>>(
      `SELECT status, namespace, deleted_at IS NOT NULL AS deleted FROM checks WHERE name = 'item disk'`,
    );
    expect(rows).toEqual([{ status: 'unhealthy', namespace: 'items', deleted: true }]);

    items = ITEMS;
    await call('POST', `/api/run/check/${listId}`);
    await expect.poll(() => statusesOf('items')).toMatchObject({ 'item disk': 'healthy' });
  });

  it('relates a check to the components and items that its selectors match', async () => {
    const component = await db.query<{ id: string }>(
      `INSERT INTO components (name, external_id, type, status, labels) VALUES ('shop', 'shop', 'App', 'healthy', '{"app": "shop"}') RETURNING id`,
    );
    const item = await db.query<{ id: string }>(
      `INSERT INTO config_items (name, type, config_class, external_id) VALUES ('pod', 'Kubernetes::Pod', 'Pod', '{x/pod}') RETURNING id`,
    );
    const relationships = {
      components: [{ name: { label: 'app' }, type: { value: 'App' }, labels: { app: 'shop' } }, { name: { label: 'missing' } }],
      configs: [{ external_id: { expr: "'x/' + result.labels.kind" } }],
    };
    const written = await create('related', {
      schedule: '@never',
      http: [{ name: 'page', url: targetUrl, labels: { app: 'shop', kind: 'pod' }, relationships }],
    });
    const checkId = written.checks[0]?.id ?? '';

    await call('POST', `/api/run/check/${checkId}`);

    const components = await db.query(`SELECT component_id AS id FROM check_component_relationships WHERE check_id = $1`, [
      checkId,
    ]);
    const configs = await db.query(`SELECT config_id AS id FROM check_config_relationships WHERE check_id = $1`, [checkId]);
    expect(components.rows).toEqual(component.rows);
    expect(configs.rows).toEqual(item.rows);
    await db.query(`UPDATE components SET labels = '{}'`);
    await call('POST', `/api/run/check/${checkId}`);
    expect((await db.query(`SELECT 1 FROM check_component_relationships WHERE check_id = $1`, [checkId])).rowCount).toBe(0);
  });

  it('refuses a spec that cannot work and says where', async () => {
    const { status, body } = await call('POST', '/api/health/canaries', {
      name: 'bad',
      spec: { schedule: 'never mind', http: ['not a check'] },
    });

    expect(status).toBe(422);
    expect(body).toMatchObject({
      code: 'SPEC_INVALID',
      issues: expect.arrayContaining([expect.objectContaining({ path: expect.stringContaining('http') })]),
    });
  });

  it('changes, deletes and restores a canary', async () => {
    const { id } = await create('life', spec('one'));

    const updated = await call('PUT', `/api/health/canaries/${id}`, { name: 'life', namespace: 'test', spec: spec('two') });
    expect(CanaryWrittenSchema.parse(updated.body).checks.map((check) => check.name)).toEqual(['two']);
    const removed = await call('DELETE', `/api/health/canaries/${id}`);
    expect(CanaryWrittenSchema.parse(removed.body).deleted_at).not.toBeNull();
    expect(await rowsOf('life')).toEqual([]);
    await call('POST', `/api/health/canaries/${id}/restore`);
    expect(await rowsOf('life')).toHaveLength(1);
  });

  it('keeps names unique and files out of reach', async () => {
    await create('same', spec('x'));
    expect((await call('POST', '/api/health/canaries', { name: 'same', namespace: 'test', spec: spec('x') })).body).toMatchObject(
      { code: 'CONFLICT' },
    );

    const fileId = await insertCanary(db, { name: 'from file', source: 'file/a.yaml', spec: spec('x') });
    expect((await call('DELETE', `/api/health/canaries/${fileId}`)).body).toMatchObject({ code: 'READ_ONLY_SOURCE' });
  });

  it('tries an unsaved definition and stores nothing', async () => {
    const before = await db.query('SELECT 1 FROM canaries');

    const { body } = await call('POST', '/api/health/canaries/try', { spec: spec('page', '/broken') });

    expect(TryResponseSchema.parse(body).results).toMatchObject([{ name: 'page', status: 'unhealthy' }]);
    expect((await db.query('SELECT 1 FROM canaries')).rowCount).toBe(before.rowCount);
  });

  it('takes a pushed result, creating canary and check', async () => {
    const push = {
      Check: { name: 'pushed', namespace: 'edge', type: 'push' },
      Status: { status: false, time: '2026-03-01T10:00:00.123456Z', duration: 5, error: 'no' },
    };

    expect((await call('POST', '/api/canary/api/push', push)).status).toBe(201);
    expect(
      (
        await call('POST', '/api/canary/api/push', {
          check: push.Check,
          status: { ...push.Status, time: undefined, status: true },
        })
      ).status,
    ).toBe(201);

    const { rows } = await db.query<Record<string, unknown>>(
      `SELECT to_char(s.time, 'US') AS micros, s.status FROM check_statuses s JOIN checks c ON c.id = s.check_id WHERE c.name = 'pushed' ORDER BY s.time`,
    );
    expect(rows[0]).toEqual({ micros: '123456', status: false });
    expect(rows).toHaveLength(2);
    await expect.poll(() => statusesOf('pushed')).toEqual({ pushed: 'healthy' });
  });

  it.each([
    [{ Check: { id: '00000000-0000-4000-8000-000000000009' }, Status: {} }, 404],
    [{ Check: {}, Status: {} }, 400],
    [{ Check: { name: 'x' }, Status: { time: 'noon' } }, 400],
    [{}, 400],
  ])('refuses the push %j with %d', async (body, status) => {
    expect((await call('POST', '/api/push', body)).status).toBe(status);
  });

  it('takes what is sent to a webhook, with its token only', async () => {
    await create('hook', {
      webhook: {
        name: 'alerts',
        token: 't0ken',
        transform: { expr: "results.json.alerts.map(a, {'name': a.name, 'pass': a.ok}).toJSON()" },
      },
    });
    const alerts = { alerts: [{ name: 'alert one', ok: false }] };

    expect((await call('POST', '/api/canary/webhook/alerts', alerts)).status).toBe(401);
    expect((await call('POST', '/api/canary/webhook/nobody', alerts)).status).toBe(404);
    expect((await call('POST', '/api/canary/webhook/alerts?token=t0ken', alerts)).body).toEqual({ message: 'ok' });

    await expect.poll(() => statusesOf('hook')).toEqual({ alerts: 'healthy', 'alert one': 'unhealthy' });
    const text = await fetch(`${server.url}/webhook/alerts`, {
      method: 'POST',
      headers: { 'webhook-token': 't0ken', 'content-type': 'text/plain' },
      body: 'plain',
    });
    expect(text.status).toBe(200);
  });

  it('shows the headers of what is sent to a webhook to expressions, but not those that let the sender in', async () => {
    const transform = { expr: "{'message': results.headers['X-Event'], 'detail': results.headers}.toJSON()" };
    await create('headers', { webhook: { name: 'headers', token: 't0ken', transform } });
    const headers = { 'x-event': 'push', 'webhook-token': 't0ken', authorization: 'Bearer x', cookie: 'a=b' };
    const answer = await fetch(`${server.url}/webhook/headers`, { method: 'POST', headers, body: 'plain' });
    expect(answer.status).toBe(200);

    const stored = async () => {
      const { rows } = await db.query<{ message: string; details: object }>(
        `SELECT s.message, s.details FROM check_statuses s JOIN check_definitions d ON d.id = s.check_id WHERE d.name = 'headers'`,
      );
      return rows[0];
    };
    await expect.poll(stored).toMatchObject({ message: 'push', details: { 'X-Event': 'push' } });
    const names = Object.keys((await stored())?.details ?? {});
    expect(names.filter((name) => ['Webhook-Token', 'Authorization', 'Cookie'].includes(name))).toEqual([]);
  });

  it('follows a status page whose events carry one time', async () => {
    await create('status page', {
      webhook: {
        name: 'statuspage',
        transform: {
          expr: "[{'name': 'statuspage/' + results.json.component.name, 'pass': results.json.component.status == 'operational', 'start': results.json.at}].toJSON()",
        },
      },
    });
    const report = (status: string) =>
      call('POST', '/webhook/statuspage', { component: { name: 'Git', status }, at: '2024-05-05T10:00:00Z' });
    const state = () => expect.poll(() => statusesOf('status page'));

    await report('operational');
    await state().toMatchObject({ 'statuspage/Git': 'healthy' });
    await report('major_outage');
    await state().toMatchObject({ 'statuspage/Git': 'unhealthy' });
    await report('operational');
    await state().toMatchObject({ 'statuspage/Git': 'healthy' });
  });

  it('answers the summary compressed, and not again while it is the same', async () => {
    const first = await fetch(`${server.url}/api/summary`, { headers: { 'accept-encoding': 'br', accept: 'application/json' } });
    const etag = first.headers.get('etag') ?? '';
    expect(first.headers.get('content-encoding')).toBe('br');
    expect(SummarySchema.parse(await first.json()).runnerName).toBe('test');

    const second = await fetch(`${server.url}/api/summary`, { headers: { 'if-none-match': etag, accept: 'application/json' } });
    expect(second.status).toBe(304);
  });

  it('answers the details of one result, also by a shorter time', async () => {
    const written = await create('details', { schedule: '@never', http: [{ name: 'list', url: `${targetUrl}/items` }] });
    const checkId = written.checks[0]?.id ?? '';
    await call('POST', `/api/run/check/${checkId}`);
    const { rows } = await db.query<{ time: Date; details: unknown }>(
      'SELECT time, details FROM check_statuses WHERE check_id = $1',
      [checkId],
    );
    const time = rows[0]?.time.toISOString() ?? '';

    expect((await call('GET', `/api/canary/api/details?key=${checkId}&time=${time}`)).body).toEqual(rows[0]?.details ?? null);
    expect((await call('GET', `/api/details?key=${checkId}&time=${time.slice(0, 19)}Z`)).status).toBe(200);
    expect((await call('GET', `/api/details?key=${checkId}`)).status).toBe(400);
  });

  it.each([
    ['GET', '/api/graph?check=nonsense', 400],
    ['GET', '/api/graph?check=00000000-0000-4000-8000-000000000009', 404],
    ['GET', '/api/graph?check=00000000-0000-4000-8000-000000000009&start=yesterday', 400],
    ['POST', '/api/run/check/00000000-0000-4000-8000-000000000009', 404],
    ['GET', '/api/health/strips?ids=x', 400],
    ['GET', '/api/summary?SortBy=size', 400],
    ['DELETE', '/api/health/canaries/nope', 404],
  ])('answers %s %s with %d', async (method, path, status) => {
    expect((await call(method, path)).status).toBe(status);
  });

  it('serves the schemas of canaries to everybody', async () => {
    const { body, headers } = await call('GET', '/api/schemas/canary.spec.schema.json');

    expect(headers.get('cache-control')).toContain('public');
    expect(body).toMatchObject({ type: 'object', properties: { http: { type: 'array' } } });
    expect((await call('GET', '/schemas/canary.schema.json')).status).toBe(200);
  });

  it('counts every run exactly once in its metrics and forgets deleted checks', async () => {
    const written = await create('measured', {
      schedule: '@never',
      http: [
        {
          name: 'page',
          url: targetUrl,
          metrics: [{ name: 'answer_code', type: 'gauge', value: 'code', labels: [{ name: 'where', value: 'here' }] }],
        },
      ],
    });
    const checkId = written.checks[0]?.id;
    await call('POST', `/api/run/check/${checkId}`);
    await call('POST', `/api/run/check/${checkId}`);
    const scrape = async () => (await fetch(`${server.url}/metrics`)).text();
    const lines = (await scrape()).split('\n');
    const sampleOf = (name: string) =>
      lines
        .find((line) => line.startsWith(`${name}{`) && line.includes(`key="${checkId}"`))
        ?.split(' ')
        .at(-1);

    expect(sampleOf('canary_check')).toBe('0');
    expect(sampleOf('canary_check_count')).toBe('2');
    expect(sampleOf('canary_check_success_count')).toBe('2');
    expect(['failed', 'error', 'invalid'].map((verdict) => sampleOf(`canary_check_${verdict}_count`))).toEqual([
      undefined,
      undefined,
      undefined,
    ]);
    expect(lines).toContain('answer_code{where="here"} 200');

    await call('DELETE', `/api/health/canaries/${written.id}`);
    await expect.poll(async () => (await scrape()).includes(`${checkId}`)).toBe(false);
  });

  it('fails a check whose metric contradicts one that is registered', async () => {
    const metric = (labels: string[]) => ({
      name: 'contested',
      type: 'gauge',
      value: '1.0',
      labels: labels.map((name) => ({ name, value: 'x' })),
    });
    const written = await create('contested', {
      schedule: '@never',
      http: [
        { name: 'a', url: targetUrl, metrics: [metric(['one'])] },
        { name: 'b', url: targetUrl, metrics: [metric(['two'])] },
      ],
    });

    const [first, second] = written.checks.map((check) => check.id);
    expect((await call('POST', `/api/run/check/${first}`)).body).toMatchObject({ success: 1 });
    expect((await call('POST', `/api/run/check/${second}`)).body).toMatchObject({
      failed: 1,
      errors: [expect.stringContaining('contested')],
    });
  });
});
