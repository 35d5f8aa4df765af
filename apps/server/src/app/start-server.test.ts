import { mkdtemp, rm } from 'node:fs/promises';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import type { Database } from '@quarterdeck/database';
import { createTestDatabase } from '@quarterdeck/testing';
import { afterAll, beforeAll, describe, expect, it } from 'vitest';
import { type Config, readConfig } from '../platform/config.ts';
import { createLog } from '../platform/log.ts';
import { type RunningServer, startServer } from './start-server.ts';
import { nextEvent, readEvents } from './testing/read-events.ts';

let db: Database;
let folder: string;
let server: RunningServer;
beforeAll(async () => {
  db = await createTestDatabase();
  folder = await mkdtemp(join(tmpdir(), 'quarterdeck-server-'));
  server = await startServer(configWith('0', 'web,worker'), { db, log: createLog('silent') });
});
afterAll(async () => {
  await server.stop();
  await db.close();
  await rm(folder, { recursive: true, force: true });
});

function configWith(port: string, roles: string): Config {
  return readConfig(['--port', port, '--data-dir', folder, '--no-examples', '--auth', 'none', '--roles', roles], {});
}

function get(path: string, headers: Record<string, string> = {}): Promise<Response> {
  return fetch(`${server.url}${path}`, { headers: { accept: 'application/json', ...headers } });
}

describe('the server', () => {
  it('says that it runs, that it is ready and which version it is', async () => {
    expect(await (await get('/healthz')).text()).toBe('OK');
    expect(await (await get('/readyz')).json()).toMatchObject({ ready: true });
    expect(await (await get('/api/about')).json()).toEqual({
      Timestamp: expect.any(String),
      Version: expect.stringMatching(/^\d+\.\d+\.\d+/),
    });
  });

  it.each(['/api/canary/api/summary', '/canary/api/summary', '/api/summary', '//canary//api/summary'])(
    'answers the summary at %s',
    async (path) => {
      const response = await get(path);

      expect(response.status).toBe(200);
      expect(await response.json()).toMatchObject({ runnerName: 'local' });
    },
  );

  it('answers the row API with its content range, under /api and without', async () => {
    const headers = { prefer: 'count=exact' };

    for (const path of ['/api/db/agents?select=id,name', '/db/agents?select=id,name']) {
      const response = await get(path, headers);
      expect(response.headers.get('content-range')).toBe('0-0/1');
      expect(await response.json()).toEqual([{ id: '00000000-0000-0000-0000-000000000000', name: 'local' }]);
    }
  });

  it('writes a row through the row API and answers the written rows', async () => {
    const response = await fetch(`${server.url}/api/db/properties`, {
      method: 'POST',
      headers: { 'content-type': 'application/json', prefer: 'return=representation' },
      body: JSON.stringify({ name: 'logs.disable', value: 'true' }),
    });

    expect(response.status).toBe(201);
    expect(await response.json()).toMatchObject([{ name: 'logs.disable', value: 'true' }]);
    expect(await (await get('/api/properties')).json()).toMatchObject([{ name: 'logs.disable', value: 'true' }]);
  });

  it.each([
    'event_log_dropped',
    'job_schedules',
    'canary_schedules',
    'event_log',
    'check_definitions',
    'check_states',
    'pg_authid',
  ])('does not offer the internal relation %s', async (relation) => {
    expect((await get(`/api/db/${relation}`)).status).toBe(404);
  });

  it('names what does not exist, in the one shape of errors', async () => {
    const response = await get('/api/sails');

    expect(response.status).toBe(404);
    expect(await response.json()).toEqual({ error: 'there is no GET /api/sails', code: 'NOT_FOUND' });
  });

  it('refuses a body that is no JSON with a 400, and one that is too large with a 413', async () => {
    const post = (body: string) =>
      fetch(`${server.url}/api/push`, { method: 'POST', headers: { 'content-type': 'application/json' }, body });

    expect((await post('{"Check":')).status).toBe(400);
    expect((await post(`{"a":"${'x'.repeat(6 * 1024 * 1024)}"}`)).status).toBe(413);
  });

  it('allows nothing but its own files in the browser and tells how long it took', async () => {
    const { headers } = await get('/api/about');

    expect(headers.get('content-security-policy')).toContain("script-src 'self'");
    expect(headers.get('x-content-type-options')).toBe('nosniff');
    expect(headers.get('server-timing')).toMatch(/total;dur=\d/);
  });

  it('exports metrics as Prometheus text', async () => {
    const response = await get('/metrics');

    expect(response.headers.get('content-type')).toContain('text/plain');
    expect(await response.text()).toContain('process_cpu_user_seconds_total');
  });
});

describe('the live stream', () => {
  it('says hello with a cursor and the topics that it knows, then sends the changes of the wanted topics', async () => {
    const stop = new AbortController();
    const response = await fetch(`${server.url}/api/live?topics=canary,weather`, { signal: stop.signal });
    const events = readEvents(response);
    const hello = await nextEvent(events, 'hello');

    await db.query(`SELECT log_event('check', 'unwanted', '{}')`);
    await db.query(`SELECT log_event('canary', 'wanted', '{"id": 1}')`);
    const change = await nextEvent(events, 'change');
    stop.abort();

    expect(JSON.parse(hello.data ?? '')).toEqual({
      cursor: expect.stringMatching(/^\d+\.\d+$/),
      server_time: expect.any(String),
      topics: ['canary'],
    });
    expect(JSON.parse(change.data ?? '')).toMatchObject({ topic: 'canary', subject: 'wanted', payload: { id: 1 } });
    expect(change.id).toMatch(/^\d+\.\d+$/);
  });

  it('goes on after the last event that a tab saw', async () => {
    const stop = new AbortController();
    const first = readEvents(await fetch(`${server.url}/api/live?topics=canary`, { signal: stop.signal }));
    await nextEvent(first, 'hello');
    await db.query(`SELECT log_event('canary', 'seen', '{}')`);
    const seen = await nextEvent(first, 'change');
    stop.abort();
    await db.query(`SELECT log_event('canary', 'missed', '{}')`);

    const again = new AbortController();
    const second = readEvents(
      await fetch(`${server.url}/api/live?topics=canary`, { headers: { 'last-event-id': seen.id ?? '' }, signal: again.signal }),
    );
    const next = await nextEvent(second, 'change');
    again.abort();

    expect(JSON.parse(next.data ?? '')).toMatchObject({ subject: 'missed' });
  });

  it('goes on from its hello for a tab that was cut off before the first change', async () => {
    const stop = new AbortController();
    const first = readEvents(await fetch(`${server.url}/api/live?topics=canary`, { signal: stop.signal }));
    const hello = await nextEvent(first, 'hello');
    stop.abort();
    await db.query(`SELECT log_event('canary', 'missed', '{}')`);

    const again = new AbortController();
    const second = readEvents(
      await fetch(`${server.url}/api/live?topics=canary`, { headers: { 'last-event-id': hello.id ?? '' }, signal: again.signal }),
    );
    const next = await nextEvent(second, 'change');
    again.abort();

    expect(JSON.parse(next.data ?? '')).toMatchObject({ subject: 'missed' });
  });

  it('asks a tab to read again when it cannot go on from its cursor', async () => {
    await db.query(`INSERT INTO event_log (at, topic, subject) VALUES (now() - interval '8 days', 'canary', 'missed')`);
    await db.query(`SELECT drop_event_log_partitions((now() - interval '7 days')::date)`);
    const stop = new AbortController();
    const events = readEvents(await fetch(`${server.url}/api/live?topics=canary&cursor=0.0`, { signal: stop.signal }));

    const resync = await nextEvent(events, 'resync');
    stop.abort();

    expect(resync.event).toBe('resync');
  });
});

describe('a second server', () => {
  it('on the same port is refused, and the message names port and flag', async () => {
    const port = new URL(server.url ?? '').port;

    await expect(startServer(configWith(port, 'web'), { db, log: createLog('silent') })).rejects.toMatchObject({
      code: 'PORT_IN_USE',
      message: expect.stringContaining(port),
      hint: expect.stringContaining('--port'),
    });
  });
});
