import { PUBLIC_FUNCTIONS, PUBLIC_RELATIONS } from '@quarterdeck/contract/data';
import type { Database } from '@quarterdeck/database';
import { createTestDatabase, insertCompany, insertRow } from '@quarterdeck/testing';
import type { FastifyInstance } from 'fastify';
import { afterAll, beforeAll, describe, expect, it } from 'vitest';
import { createHttp } from '../../http/create-http.ts';
import { letAdministratorIn } from '../../http/testing/let-in.ts';
import { systemClock } from '../../platform/clock.ts';
import { readConfig } from '../../platform/config.ts';
import { createLog } from '../../platform/log.ts';
import { registerData } from './data.routes.ts';

const SECRETS = {
  password: 'pw-of-the-mail',
  urlPassword: 'p@ss/word-in-the-url',
  certificate: 'certificate-of-the-mail',
  token: 'hash-of-the-token',
  env: 'env-of-the-step',
};

let db: Database;
let http: FastifyInstance;
let connectionId: string;
beforeAll(async () => {
  db = await createTestDatabase();
  const company = await insertCompany(db);
  connectionId = await insertRow(db, 'connections', {
    name: 'secret',
    url: `smtp://ada:${SECRETS.urlPassword}@mail:25/?from=a@b`,
    username: 'ada',
    password: SECRETS.password,
    certificate: SECRETS.certificate,
  });
  await insertRow(db, 'permissions', { created_by: company.personId, connection_id: connectionId });
  await db.query('UPDATE access_tokens SET value = $1', [SECRETS.token]);
  await db.query(`UPDATE playbook_action_agent_data SET env = jsonb_build_object('TOKEN', $1::text)`, [SECRETS.env]);
  http = await createHttp({ clock: systemClock, log: createLog('silent') });
  await letAdministratorIn(http, db);
  await registerData(http, { db, log: createLog('silent'), clock: systemClock, config: readConfig(['--auth', 'none'], {}) });
});
afterAll(async () => {
  await http.close();
  await db.close();
});

interface Sent {
  method?: 'GET' | 'POST' | 'PATCH';
  url: string;
  body?: unknown;
  headers?: Record<string, string>;
}

async function send({ method = 'GET', url, body, headers = {} }: Sent) {
  const payload = body === undefined ? {} : { payload: JSON.stringify(body) };
  const answer = await http.inject({
    method,
    url: `/api/db/${url}`,
    headers: { 'content-type': 'application/json', ...headers },
    ...payload,
  });
  const isJson = answer.statusCode < 300 && answer.headers['content-type']?.includes('json') === true;
  return { status: answer.statusCode, text: answer.body, rows: isJson ? answer.json() : [] };
}

function expectNoSecret(text: string): void {
  const told = Object.values(SECRETS).filter((secret) => text.includes(secret) || text.includes(encodeURIComponent(secret)));
  expect(told).toEqual([]);
}

describe('secrets never leave the database through the row API', () => {
  it.each(Object.keys(PUBLIC_RELATIONS))('reading everything of %s tells none, as JSON or CSV', async (relation) => {
    const json = await send({ url: relation });
    const csv = await http.inject({ url: `/api/db/${relation}`, headers: { accept: 'text/csv' } });

    expect([json.status, csv.statusCode]).toEqual([200, 200]);
    expectNoSecret(json.text);
    expectNoSecret(csv.body);
  });

  it.each([
    'access_tokens',
    'connection_definitions',
    'playbook_action_agent_data',
    'event_log',
    'check_definitions',
    'check_states',
    'sessions',
    'identity_credentials',
    'rpc/url_password?url=x',
    'rpc/delete_person?id=x',
    'rpc/drop_config_items',
    'rpc/canary_definition_hash',
  ])('%s is not there', async (path) => {
    expect((await send({ url: path })).status).toBe(404);
  });

  it.each([
    'people?select=*,access_tokens(*)',
    'people?select=id,access_tokens!inner()',
    'people?access_tokens.value=eq.hash-of-the-token',
    'connections?select=connection_definitions(*)',
    'permissions?select=connection_definitions(*)',
    'permissions?connection_definitions.password=like.*',
    'permissions?select=connections_pkey(*)',
    'playbook_run_actions?select=*,playbook_action_agent_data(*)',
    'playbook_run_actions?playbook_action_agent_data.env->>TOKEN=eq.env-of-the-step',
    'connections?select=url_password',
    'canaries?select=canary_definition_hash',
  ])('%s is refused', async (url) => {
    const { status, text } = await send({ url });

    expect(status).toBeGreaterThanOrEqual(400);
    expect(status).toBeLessThan(500);
    expectNoSecret(text);
  });

  it('an embedded connection is masked', async () => {
    const byTable = await send({ url: 'permissions?select=connections(*)&connection_id=not.is.null' });
    const byColumn = await send({ url: 'permissions?select=connection_id(*)&connection_id=not.is.null' });

    const masked = expect.objectContaining({ password: '***', certificate: '***', url: 'smtp://ada:***@mail:25/?from=a@b' });
    expect(byTable.rows).toContainEqual({ connections: masked });
    expect(byColumn.rows).toContainEqual({ connection_id: masked });
  });

  it.each([
    'connections?password=eq.pw-of-the-mail',
    'connections?password=like.pw*',
    'connections?url=like.*word-in*',
    'connections?certificate=fts.certificate',
    'connections?and=(password.gt.p,password.lt.q)',
    'connections?password.filter=pw*',
    'permissions?connections.password=like.pw*',
    'connection_details?password=like.pw*',
  ])('%s finds nothing, so a filter cannot guess', async (url) => {
    const { status, rows } = await send({ url });

    expect([status, rows]).toEqual([200, []]);
  });

  it('an order by a secret is no order', async () => {
    await insertRow(db, 'connections', { name: 'a', password: 'aaa' });
    await insertRow(db, 'connections', { name: 'z', password: 'zzz' });

    const up = await send({ url: 'connections?select=name&name=in.(a,z)&order=password.asc,name.asc' });
    const down = await send({ url: 'connections?select=name&name=in.(a,z)&order=password.desc,name.asc' });

    expect([up.rows, down.rows]).toEqual([
      [{ name: 'a' }, { name: 'z' }],
      [{ name: 'a' }, { name: 'z' }],
    ]);
  });

  it('what was written comes back masked, in every form', async () => {
    const body = {
      name: 'fresh',
      type: 'http',
      url: `https://u:${SECRETS.urlPassword}@host`,
      password: SECRETS.password,
      certificate: SECRETS.certificate,
    };
    const prefer = { prefer: 'return=representation' };
    const answers = [
      await send({ method: 'POST', url: 'connections', body, headers: prefer }),
      await send({
        method: 'PATCH',
        url: `connections?id=eq.${connectionId}`,
        body: { password: SECRETS.password },
        headers: prefer,
      }),
      await send({
        method: 'PATCH',
        url: `connections?id=eq.${connectionId}&select=url,password`,
        body: { name: 'renamed' },
        headers: prefer,
      }),
      await send({
        method: 'POST',
        url: 'connections',
        body: { ...body, name: 'csv' },
        headers: { ...prefer, accept: 'text/csv' },
      }),
      await send({
        method: 'POST',
        url: 'connections?on_conflict=id',
        body: { ...body, id: connectionId },
        headers: { prefer: 'return=representation,resolution=merge-duplicates' },
      }),
    ];

    for (const { status, text } of answers) {
      expect(status, text).toBeLessThan(500);
      expectNoSecret(text);
    }
  });

  it('an error about a row with secrets does not repeat them', async () => {
    const wrong = { name: null, type: 'http', password: SECRETS.password, certificate: SECRETS.certificate };
    const answers = [
      await send({ method: 'POST', url: 'connections', body: wrong }),
      await send({ method: 'PATCH', url: `connections?id=eq.${connectionId}`, body: { type: null } }),
      await send({ method: 'PATCH', url: `connections?id=eq.${connectionId}`, body: { source: 'nowhere' } }),
    ];

    for (const { status, text } of answers) {
      expect(status, text).toBe(400);
      expectNoSecret(text);
    }
  });

  it('offers no function that deletes, reads files or runs with other rights', async () => {
    const { rows } = await db.query<{ name: string }>(
      `SELECT proname AS name FROM pg_proc WHERE pronamespace = 'public'::regnamespace AND (prosecdef OR proname ~ '^(delete|drop|write|purge)_')`,
    );

    expect(rows.map(({ name }) => name).filter((name) => PUBLIC_FUNCTIONS.includes(name))).toEqual([]);
  });
});
