import { mkdtempSync, rmSync, writeFileSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { PropertiesSchema } from '@quarterdeck/contract/platform';
import type { Database } from '@quarterdeck/database';
import { createTestDatabase } from '@quarterdeck/testing';
import { afterAll, beforeAll, describe, expect, it } from 'vitest';
import { type AccessTestServer, type SignedIn, startAccessTestServer } from '../../../app/testing/access-test-server.ts';
import { readConfig } from '../../../platform/config.ts';
import { createLog } from '../../../platform/log.ts';
import { createLocalProperties } from './local-properties.ts';
import { parseProperties } from './parse-properties.ts';

const folder = mkdtempSync(join(tmpdir(), 'quarterdeck-properties-'));
const file = join(folder, 'own.properties');
let db: Database;
let server: AccessTestServer;
let editor: SignedIn;
beforeAll(async () => {
  db = await createTestDatabase();
  await db.query(
    `INSERT INTO properties (name, value) VALUES ('logs.disable', 'true'), ('agents.disable', 'true'), ('flag', 'db')`,
  );
  writeFileSync(file, 'agents.disable = false\n');
  server = await startAccessTestServer(db, ['--properties', file, '-P', 'flag=a=b,c', '-P', 'other=1']);
  editor = await server.signIn('editor');
});
afterAll(async () => {
  await server.stop();
  await db.close();
  rmSync(folder, { recursive: true });
});

async function read() {
  const answer = await server.send('/api/properties', editor);
  const properties = PropertiesSchema.parse(JSON.parse(answer.text));
  return Object.fromEntries(properties.map(({ name, value, source }) => [name, `${source} ${value}`]));
}

describe('the properties', () => {
  it('of the server win over rows of the same name', async () => {
    expect(await read()).toEqual({
      'agents.disable': 'local false',
      'logs.disable': 'db true',
      flag: 'local a=b,c',
      other: 'local 1',
    });
  });

  it('that look like secrets are not told to whoever is signed in', async () => {
    writeFileSync(
      file,
      'agents.disable = false\nsmtp.password = hunter2\nproxy: http://ada:hunter2@proxy:3128\napi.key.empty_token =\n',
    );

    expect(await read()).toMatchObject({
      'smtp.password': 'local ***',
      proxy: 'local http://ada:***@proxy:3128',
      'api.key.empty_token': 'local ',
    });
  });

  it('of the file count as soon as it is changed', async () => {
    writeFileSync(file, 'agents.disable = false\ntopology.disable: true\n');

    expect(await read()).toMatchObject({ 'topology.disable': 'local true', flag: 'local a=b,c' });
  });

  it.each([
    ['POST', '/api/db/properties', { name: 'flag', value: 'x' }],
    ['POST', '/api/db/properties', [{ name: 'flag', value: 'x' }]],
    ['PATCH', '/api/db/properties?name=eq.flag', { value: 'x' }],
    ['PATCH', '/api/db/properties?name=eq.logs.disable', { name: 'flag' }],
    ['DELETE', '/api/db/properties?name=in.(a,"flag")', undefined],
  ])('of the server are not written: %s %s', async (method, path, body) => {
    const answer = await server.send(path, editor, { method, ...(body === undefined ? {} : { body }) });

    expect([answer.status, JSON.parse(answer.text)]).toEqual([409, expect.objectContaining({ code: 'CONFLICT' })]);
  });

  it('of the database are written by editors, and by whoever it is', async () => {
    const answer = await server.send('/api/db/properties', editor, {
      method: 'POST',
      body: { name: 'health.disable', value: 'true', created_by: '00000000-0000-4000-8000-000000000000' },
    });
    const { rows } = await db.query(`SELECT created_by::text FROM properties WHERE name = 'health.disable'`);

    expect([answer.status, rows]).toEqual([201, [{ created_by: editor.personId }]]);
  });

  it.each(['audit.retention.days', 'Auth.mode', 'rls.disable'])('about security are for administrators: %s', async (name) => {
    const post = (who: SignedIn) => server.send('/api/db/properties', who, { method: 'POST', body: { name, value: '1' } });
    const refused = await post(editor);
    const made = await post(await server.signIn('admin'));
    const changed = await server.send(`/api/db/properties?name=eq.${name}`, editor, { method: 'PATCH', body: { value: '2' } });
    const removed = await server.send(`/api/db/properties?name=eq.${name}`, editor, { method: 'DELETE' });
    const renamed = await server.send('/api/db/properties?name=eq.logs.disable', editor, { method: 'PATCH', body: { name } });

    expect([refused.status, made.status, changed.status, removed.status, renamed.status]).toEqual([403, 201, 403, 403, 403]);
  });
});

it('a file that is named must be there', async () => {
  await expect(startAccessTestServer(db, ['--properties', join(folder, 'none')])).rejects.toMatchObject({
    code: 'CONFIG_INVALID',
  });
});

it('the usual file is found in the data folder', async () => {
  writeFileSync(join(folder, 'mission-control.properties'), 'a=1');
  const config = readConfig(['--data-dir', folder], {});

  expect([...(await createLocalProperties(config, createLog('silent'), '/nonexistent').read())]).toEqual([['a', '1']]);
});

it('properties are read line by line', () => {
  const text = '# comment\n! comment\n\na = 1 \nb: http://x:1/?q=2\nc=\nd\ne=one,\\\n  two\na=3\r\n';

  expect(Object.fromEntries(parseProperties(text))).toEqual({ a: '3', b: 'http://x:1/?q=2', c: '', e: 'one,two' });
});
