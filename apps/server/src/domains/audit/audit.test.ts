import { functionAccess } from '@quarterdeck/contract/access';
import { AuditPageSchema } from '@quarterdeck/contract/audit';
import { PUBLIC_FUNCTIONS, PUBLIC_RELATIONS } from '@quarterdeck/contract/data';
import { beforeAll, beforeEach, describe, expect, it } from 'vitest';
import type { SignedIn } from '../../app/testing/access-test-server.ts';
import { useAccessServer } from '../../app/testing/use-access-server.ts';
import { deleteOldAudit } from './retention.ts';

const SECRET = 'hunter2-of-the-test';

const server = useAccessServer();
let admin: SignedIn;
let viewer: SignedIn;
beforeAll(async () => {
  admin = await server.signIn('admin', 'Ada');
  viewer = await server.signIn('viewer', 'Vera');
});
beforeEach(async () => {
  // In each minute only so much is kept of people whom nobody knows.
  await server.clock.advance(60_000);
  await server.server.ctx.audit.flush();
  await server.db.query('DELETE FROM audit_log');
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
    ['a refused endpoint', 'POST', '/api/run/check/1', undefined, { action: 'run', resource: 'canaries', resource_id: '1' }],
    ['a refused export', 'GET', '/api/audit/export', undefined, { action: 'read', resource: 'rbac' }],
  ])('keeps %s as refused', async (_what, method, path, body, expected) => {
    const answer = await server.send(path, viewer, { method, body });

    const { rows } = await events();
    expect(answer.status).toBe(403);
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
    const { rows } = await server.db.query('SELECT * FROM audit_log');
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

describe('every way to write', () => {
  const WRITES = ['POST', 'PUT', 'PATCH', 'DELETE'];
  const ID = '00000000-0000-4000-8000-00000000dead';

  it('through an endpoint leaves exactly one row, also when it fails', async () => {
    const found: string[] = [];
    const writes = server.routes.filter(
      ({ method, url, access }) =>
        WRITES.includes(method) &&
        url !== '/db/*' &&
        (access === 'signed-in' || (typeof access === 'object' && access.right !== 'read')),
    );
    for (const { method, url } of writes) {
      const path = `/api${url.replaceAll(/:\w+/g, ID).replace('*', 'x')}`;
      await server.send(path, admin, { method, ...(method === 'DELETE' ? {} : { body: { no_field: 1 } }) });
      const { rows, total } = await events();
      const [row] = rows;
      if (total !== 1 || row?.person_id !== admin.personId || row.details?.route !== `${method} ${url}`)
        found.push(`${method} ${url}: ${JSON.stringify(rows)}`);
      await server.db.query('DELETE FROM audit_log');
    }

    expect(writes.length).toBeGreaterThan(20);
    expect(found).toEqual([]);
  });

  it('through a relation or function of the row API leaves exactly one row, also when it fails', async () => {
    const found: string[] = [];
    const relations = Object.keys(PUBLIC_RELATIONS).flatMap((name) => WRITES.map((method) => ({ method, name, path: name })));
    const functions = PUBLIC_FUNCTIONS.filter((name) => functionAccess(name)?.right === 'write');
    const calls = functions.flatMap((name) => ['POST', 'GET'].map((method) => ({ method, name, path: `rpc/${name}` })));
    for (const { method, name, path } of [...relations, ...calls]) {
      const body = method === 'GET' ? {} : { body: { no_column: 1 } };
      await server.send(`/api/db/${path}?no_column=eq.1`, admin, { method, ...body });
      await server.server.ctx.audit.flush();
      const { rows } = await server.db.query<{ person_id: string; resource: string }>(
        'DELETE FROM audit_log RETURNING person_id, resource',
      );
      if (rows.length !== 1 || rows[0]?.person_id !== admin.personId || rows[0]?.resource !== name)
        found.push(`${method} ${path}: ${JSON.stringify(rows)}`);
    }

    expect(functions.length).toBeGreaterThan(0);
    expect(found).toEqual([]);
  });

  it('that succeeds leaves one row for each thing that was done', async () => {
    const traits = { firstName: 'Grace', lastName: 'H', email: 'grace@example.com', role: 'viewer' };
    await server.send('/api/auth/invite_user', admin, { method: 'POST', body: traits });
    const { rows: made } = await server.db.query<{ id: string }>('SELECT id FROM people WHERE email = $1', [traits.email]);
    const id = made[0]?.id ?? '';
    const act = async (method: string, path: string, body?: unknown) => {
      const answer = await server.send(path, admin, { method, ...(body === undefined ? {} : { body }) });
      expect([path, answer.status < 300]).toEqual([path, true]);
      return answer.text;
    };
    await act('POST', '/api/people/update', { id, role: 'editor' });
    await act('POST', `/api/rbac/${id}/update_role`, { roles: ['responder'] });
    await act('POST', `/api/auth/${id}/update_state`, { state: 'inactive' });
    await act('DELETE', `/api/people/${id}`);
    const token = JSON.parse(await act('POST', '/api/auth/create_token', { name: 'one row' }));
    await act('DELETE', `/api/auth/token/${token.id}`);

    const { rows } = await events();
    expect(rows.toReversed().map(({ action, resource, outcome }) => `${action} ${resource} ${outcome}`)).toEqual([
      'invite identities done',
      'update identities done',
      'role_changed identities done',
      'role_changed rbac done',
      'update identities done',
      'delete identities done',
      'create_token auth done',
      'revoke_token auth done',
    ]);
  });

  it('that a webhook tried without its token is kept', async () => {
    // A minute in which nobody unknown was refused yet.
    await server.clock.advance(60_000);
    await server.send('/api/webhook/nobody', undefined, { method: 'POST', body: {} });

    expect((await events()).rows).toMatchObject([{ actor: 'webhook', resource_id: 'nobody', outcome: 'failed', status: 404 }]);
  });
});

describe('the list of the audit log', () => {
  const insert = (rows: readonly Record<string, unknown>[]) =>
    server.db.query(
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

    expect(await deleteOldAudit(server.db, now)).toBe(1);
    await server.db.query(`INSERT INTO properties (name, value) VALUES ('audit.retention.days', '30')`);
    expect(await deleteOldAudit(server.db, now)).toBe(1);

    expect((await events()).rows.map(({ actor }) => actor)).toEqual(['2025-12-20']);
  });
});
