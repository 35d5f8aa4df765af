import { AuditPageSchema } from '@quarterdeck/contract/audit';
import type { Database } from '@quarterdeck/database';
import { createTestDatabase } from '@quarterdeck/testing';
import { afterAll, beforeAll, beforeEach, describe, expect, it } from 'vitest';
import { type AccessTestServer, type SignedIn, startAccessTestServer } from '../../app/testing/access-test-server.ts';
import { deleteOldAudit } from './retention.ts';

const SECRET = 'hunter2-of-the-test';

let db: Database;
let server: AccessTestServer;
let admin: SignedIn;
let viewer: SignedIn;
beforeAll(async () => {
  db = await createTestDatabase();
  server = await startAccessTestServer(db);
  admin = await server.signIn('admin', 'Ada');
  viewer = await server.signIn('viewer', 'Vera');
});
afterAll(async () => {
  await server.stop();
  await db.close();
});
beforeEach(async () => {
  await server.server.ctx.audit.flush();
  await db.query('DELETE FROM audit_log');
});

async function events(query = ''): Promise<ReturnType<typeof AuditPageSchema.parse>> {
  await server.server.ctx.audit.flush();
  const answer = await server.send(`/api/audit${query}`, admin);
  return AuditPageSchema.parse(JSON.parse(answer.text));
}

const representation = { prefer: 'return=representation' };

describe('the audit log', () => {
  it('tells who wrote which row, from where and how', async () => {
    const made = await server.send('/api/db/canaries', admin, {
      method: 'POST',
      body: { name: 'shop', namespace: 'default', spec: {} },
      headers: { ...representation, 'user-agent': 'the test' },
    });
    const { id } = JSON.parse(made.text)[0];
    await server.send(`/api/db/canaries?id=eq.${id}`, admin, { method: 'PATCH', body: { name: 'shop2' } });

    const { rows, total } = await events();
    expect(total).toBe(2);
    expect(rows).toMatchObject([
      { action: 'update', resource: 'canaries', resource_id: id, outcome: 'done', details: { columns: ['name'], rows: 1 } },
      {
        person_id: admin.personId,
        actor: expect.stringContaining('ada-'),
        via: 'session',
        action: 'create',
        resource: 'canaries',
        resource_id: id,
        outcome: 'done',
        status: 201,
        ip_address: '127.0.0.1',
        user_agent: 'the test',
        details: { columns: ['name', 'namespace', 'spec'] },
      },
    ]);
  });

  it.each([
    ['a refused write of rows', 'POST', '/api/db/canaries', {}, { action: 'create', resource: 'canaries', status: 403 }],
    [
      'a refused call of a function',
      'POST',
      '/api/db/rpc/soft_delete_check',
      {},
      { action: 'call', resource: 'soft_delete_check' },
    ],
    ['a refused endpoint', 'POST', '/api/run/check/1', undefined, undefined],
    ['a refused export', 'GET', '/api/audit/export', undefined, undefined],
  ])('keeps %s as refused', async (_what, method, path, body, expected) => {
    const answer = await server.send(path, viewer, { method, body });

    const { rows } = await events();
    expect(answer.status).toBe(403);
    if (expected === undefined && method === 'GET') return;
    expect(rows).toMatchObject([{ person_id: viewer.personId, outcome: 'refused', ...expected }]);
  });

  it('keeps a write that failed as failed', async () => {
    await server.send('/api/db/canaries', admin, { method: 'POST', body: { nonsense: 1 } });

    expect((await events()).rows).toMatchObject([{ outcome: 'failed', status: 400, resource: 'canaries' }]);
  });

  it('keeps refused writes of people whom nobody knows, but not without end', async () => {
    for (let count = 0; count < 70; count += 1) await server.send('/api/db/canaries', undefined, { method: 'POST', body: {} });

    const { rows, total } = await events();
    expect(rows[0]).toMatchObject({ actor: 'unknown', person_id: null, outcome: 'refused', status: 401 });
    expect(total).toBe(60);
  });

  it('keeps no reads, also not those that are sent by POST', async () => {
    await server.send('/api/db/canaries', admin);
    await server.send('/api/canary/api/summary', admin, { method: 'POST', body: {} });
    await server.send('/api/db/rpc/uuid_to_ulid', admin, { method: 'POST', body: { id: admin.personId } });

    expect((await events()).total).toBe(0);
  });

  it('never gets a secret', async () => {
    const connection = { name: 'mail', type: 'smtp', url: `smtp://a:${SECRET}@b`, password: SECRET, certificate: SECRET };
    const made = await server.send('/api/db/connections', admin, { method: 'POST', body: connection, headers: representation });
    await server.send(`/api/db/connections?url=like.*${SECRET}*`, admin, { method: 'PATCH', body: { password: SECRET } });
    await server.send(`/api/db/connections?or=(password.eq.${SECRET},name.eq.x)`, admin, { method: 'DELETE' });
    await server.send('/api/connections/test', admin, { method: 'POST', body: connection });
    await server.send(`/api/connection/test/${JSON.parse(made.text)[0].id}`, admin, { method: 'POST', body: {} });
    await server.send('/api/auth/create_token', admin, { method: 'POST', body: { name: 'ci', token: SECRET } });
    await server.send('/api/health/canaries', admin, { method: 'POST', body: { spec: SECRET, [SECRET]: 1, name: 'x' } });
    await server.send('/api/webhook/x', undefined, {
      method: 'POST',
      body: { secret: SECRET },
      headers: { 'webhook-token': SECRET },
    });

    await server.server.ctx.audit.flush();
    const { rows } = await db.query('SELECT * FROM audit_log');
    expect(rows.length).toBeGreaterThanOrEqual(6);
    const cookie = admin.headers.cookie?.split('=')[1] ?? '-';
    for (const secret of ['smtp://', cookie]) expect(JSON.stringify(rows)).not.toContain(secret);
    expect(JSON.stringify(rows).replaceAll(`"${SECRET}"`, '')).not.toContain(SECRET);
  });

  it('is for administrators', async () => {
    const statuses: number[] = [];
    for (const role of ['editor', 'commander', 'responder', 'viewer', undefined] as const) {
      const who = await server.signIn(role);
      for (const path of ['/api/audit', '/api/audit/values', '/api/audit/export'])
        statuses.push((await server.send(path, who)).status);
    }

    expect(new Set(statuses)).toEqual(new Set([403]));
    expect((await server.send('/api/audit', undefined)).status).toBe(401);
  });
});

describe('the list of the audit log', () => {
  const insert = (rows: readonly Record<string, unknown>[]) =>
    db.query(
      `INSERT INTO audit_log (at, person_id, actor, via, action, resource, resource_id, outcome)
       SELECT at, person_id, actor, 'session', action, resource, resource_id, outcome FROM jsonb_to_recordset($1::jsonb)
         AS t(at timestamptz, person_id uuid, actor text, action text, resource text, resource_id text, outcome text)`,
      [JSON.stringify(rows)],
    );
  const row = { at: '2026-01-01T00:00:00Z', actor: 'ada', action: 'update', resource: 'canaries', outcome: 'done' };

  it.each([
    ['person', `person=00000000-0000-0000-0000-00000000000a`],
    ['resource', 'resource=checks'],
    ['resource_id', 'resource_id=x%25y'],
    ['action', 'action=delete'],
    ['outcome', 'outcome=refused'],
    ['text', 'text=X%25Y'],
    ['from', 'from=2026-01-02T00:00:00Z'],
    ['to', 'to=2025-12-31T00:00:00Z'],
  ])('is filtered by %s', async (name, query) => {
    const wanted: Record<string, Record<string, unknown>> = {
      person: { person_id: '00000000-0000-0000-0000-00000000000a' },
      resource: { resource: 'checks' },
      resource_id: { resource_id: 'x%y' },
      action: { action: 'delete' },
      outcome: { outcome: 'refused' },
      text: { resource_id: 'x%y' },
      from: { at: '2026-01-03T00:00:00Z' },
      to: { at: '2025-01-01T00:00:00Z' },
    };
    await insert([
      { ...row, resource_id: 'xyzzy' },
      { ...row, ...wanted[name], actor: 'wanted' },
    ]);

    const page = await events(`?${query}`);

    expect([page.total, page.rows.map(({ actor }) => actor)]).toEqual([1, ['wanted']]);
  });

  it('comes newest first, a page at a time with the total', async () => {
    await insert([1, 2, 3, 4, 5].map((day) => ({ ...row, at: `2026-01-0${day}T00:00:00Z`, actor: `day ${day}` })));

    const page = await events('?limit=2&offset=1');

    expect([page.total, page.rows.map(({ actor }) => actor)]).toEqual([5, ['day 4', 'day 3']]);
  });

  it.each(['limit=0', 'limit=501', 'offset=-1', 'person=x', 'outcome=maybe', 'from=yesterday'])('refuses %s', async (query) => {
    expect((await server.send(`/api/audit?${query}`, admin)).status).toBe(400);
  });

  it('is exported whole as CSV, in which nothing is a formula, and the export is on record', async () => {
    const many = Array.from({ length: 2_500 }, (_, index) => ({ ...row, actor: index === 0 ? '=cmd|"x"!A1' : `a${index}` }));
    await insert(many);

    const answer = await server.send('/api/audit/export?action=update', admin);

    expect(answer.headers.get('content-type')).toContain('text/csv');
    expect(answer.headers.get('content-disposition')).toMatch(/^attachment; filename="audit-\d{4}-\d\d-\d\d\.csv"$/);
    expect(answer.text.trimEnd().split('\r\n')).toHaveLength(2_501);
    expect(answer.text).toContain(`"'=cmd|""x""!A1"`);
    expect((await events('?action=export')).total).toBe(1);
  });

  it('is kept for a year, or as long as the property says', async () => {
    await insert([...['2024-01-01', '2025-06-01', '2025-12-20'].map((day) => ({ ...row, at: `${day}T00:00:00Z`, actor: day }))]);
    const now = new Date('2026-01-01T00:00:00Z');

    expect(await deleteOldAudit(db, now)).toBe(1);
    await db.query(`INSERT INTO properties (name, value) VALUES ('audit.retention.days', '30')`);
    expect(await deleteOldAudit(db, now)).toBe(1);

    expect((await events()).rows.map(({ actor }) => actor)).toEqual(['2025-12-20']);
  });
});
