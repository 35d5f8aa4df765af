import type { Database } from '@quarterdeck/database';
import { createTestDatabase, insertCompany } from '@quarterdeck/testing';
import { AVATAR, type ConsoleCall, findSubjects, type Subjects, sendCall } from '@quarterdeck/testing/console-calls';
import { afterAll, beforeAll, describe, expect, it } from 'vitest';
import { type RowApiServer, serveRowApi } from './serve-row-api.ts';

let db: Database;
let server: RowApiServer;
let subjects: Subjects;
beforeAll(async () => {
  db = await createTestDatabase();
  await insertCompany(db);
  subjects = await findSubjects(db);
  server = await serveRowApi(db);
});
afterAll(async () => {
  await server.close();
  await db.close();
});

const send = (call: ConsoleCall) => sendCall(server.origin, call, subjects);

const CREATOR = `created_by(${AVATAR})`;
const AGENT = 'agent:agent_id(id,name,description)';

/** Tables whose screens send the whole loaded row back, the subject that is edited, and what was embedded when it was loaded. */
const EDITED: readonly (readonly [table: string, subject: string, select: string])[] = [
  ['canaries', '{canary}', `*,${CREATOR},${AGENT}`],
  ['teams', '{team}', `*,${CREATOR}`],
  ['topologies', '{topology}', `*,${CREATOR},${AGENT}`],
  ['config_scrapers', '{scraper}', `*,${CREATOR},${AGENT}`],
  ['incident_rules', '{incident_rules}', `*,${CREATOR}`],
  ['logging_backends', '{log_backend}', `*,${CREATOR}`],
  ['connections', '{connection}', `*,${CREATOR}`],
  ['playbooks', '{playbook}', `*,${CREATOR}`],
  ['notifications', '{notification}', `*,person:person_id(${AVATAR}),team:team_id(id,name,icon),${CREATOR}`],
  ['notification_silences', '{silence}', `*,checks:check_id(id,name),createdBy:created_by(${AVATAR})`],
  ['agents', '{agent}', `*,${CREATOR}`],
  ['checks', '{check}', '*,canaries(id,name),components:check_component_relationships(components(id,name))'],
  ['components', '{component}', '*,topologies(id,name)'],
];

function firstOf(body: unknown): Record<string, unknown> {
  const row: unknown = Array.isArray(body) ? body[0] : undefined;
  expect(row).toEqual(expect.any(Object));
  return { ...(typeof row === 'object' ? row : {}) };
}

describe('saving a row as it was loaded (console-calls §1.9, §6.4)', () => {
  it.each(EDITED)('%s: changes nothing but the time of the change', async (table, subject, select) => {
    const plain = await send({ name: 'read', url: `${table}?id=eq.${subject}` });
    const loaded = await send({ name: 'load', url: `${table}?id=eq.${subject}&select=${select}` });

    const saved = await send({
      name: 'save',
      method: 'PATCH',
      url: `${table}?id=eq.${subject}`,
      body: { ...firstOf(loaded.body), is_pushed: undefined },
    });

    expect(saved.status, JSON.stringify(saved.body)).toBe(200);
    expect({ ...firstOf(saved.body), updated_at: '' }).toEqual({ ...firstOf(plain.body), updated_at: '' });
  });

  it('a connection keeps its secrets', async () => {
    const { rows } = await db.query('SELECT url, password, certificate FROM connection_definitions');

    expect(rows).toEqual([{ url: 'smtp://ada:hunter2@mail:25', password: 'hunter2', certificate: 'key material' }]);
  });

  it('a row can be posted again as a new one', async () => {
    const loaded = await send({ name: 'load', url: `teams?id=eq.{team}&select=*,${CREATOR}` });
    const { id: _id, ...copy } = firstOf(loaded.body);

    const posted = await send({ name: 'copy', method: 'POST', url: 'teams', body: { ...copy, name: 'copied' } });

    expect([posted.status, firstOf(posted.body)]).toEqual([201, expect.objectContaining({ name: 'copied', spec: copy.spec })]);
  });
});
