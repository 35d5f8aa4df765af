import { createTestDatabase, insertRow } from '@quarterdeck/testing';
import { afterAll, beforeAll, beforeEach, describe, expect, it } from 'vitest';
import type { Database } from '../database.ts';
import { readValue } from './testing/observe.ts';

let db: Database;
let id: string;
beforeAll(async () => {
  db = await createTestDatabase();
});
beforeEach(async () => {
  await db.query('DELETE FROM connections');
  const secrets = { username: 'ada', password: 'hunter2', certificate: 'key material' };
  id = await insertRow(db, 'connections', { ...secrets, url: 'smtp://ada:hunter2@mail:25' });
});
afterAll(() => db.close());

describe('connections', () => {
  const stored = async () =>
    (await db.query('SELECT url, username, password, certificate FROM connection_definitions WHERE id = $1', [id])).rows[0];
  const write = (set: string) => db.query(`UPDATE connections SET ${set} WHERE id = $1`, [id]);

  it('keep what comes back as ***', async () => {
    await write(`name = 'renamed', username = '***', password = '***', certificate = '***', url = 'smtp://ada:***@mail:25'`);

    expect(await stored()).toEqual({
      url: 'smtp://ada:hunter2@mail:25',
      username: 'ada',
      password: 'hunter2',
      certificate: 'key material',
    });
  });

  it('keep the password of an address that is changed around it', async () => {
    await write(`url = 'smtp://grace:***@relay:587/?tls=yes'`);

    expect(await stored()).toMatchObject({ url: 'smtp://grace:hunter2@relay:587/?tls=yes' });
  });

  it('take what is new', async () => {
    await write(`password = 'fresh', certificate = NULL, url = 'smtp://ada:fresh@mail:25'`);

    expect(await stored()).toMatchObject({ url: 'smtp://ada:fresh@mail:25', password: 'fresh', certificate: null });
  });

  it('never store *** as a secret', async () => {
    const masked = await insertRow(db, 'connections', {
      name: 'masked',
      password: '***',
      certificate: '***',
      url: 'smtp://ada:***@mail',
    });

    expect(
      (await db.query('SELECT url, password, certificate FROM connection_definitions WHERE id = $1', [masked])).rows,
    ).toEqual([{ url: 'smtp://ada:@mail', password: null, certificate: null }]);
  });

  it.each(['secret://name/key', 'configmap://name/key', 'helm://name/key', 'serviceaccount://name', ''])(
    'show the reference %s as it is',
    async (value) => {
      expect(await readValue(db, 'SELECT mask_sensitive($1)', [value])).toBe(value);
    },
  );

  it('have one name in a namespace, and say so', async () => {
    const same = { name: 'twin', namespace: 'team', type: 'http' };
    const first = await insertRow(db, 'connections', same);

    await expect(insertRow(db, 'connections', same)).rejects.toMatchObject({
      code: '23505',
      message: 'A connection named "twin" exists already in the namespace "team"',
    });
    await insertRow(db, 'connections', { ...same, namespace: 'other' });
    await db.query('UPDATE connections SET deleted_at = now() WHERE id = $1', [first]);
    await insertRow(db, 'connections', same);
  });

  it('that come from elsewhere are not changed or deleted', async () => {
    const foreign = await insertRow(db, 'connections', { name: 'crd', type: 'http', source: 'KubernetesCRD' });
    const refused = { code: 'PT409', message: 'The connection "crd" comes from KubernetesCRD and can only be changed there' };

    await expect(db.query(`UPDATE connections SET url = 'https://x' WHERE id = $1`, [foreign])).rejects.toMatchObject(refused);
    await expect(db.query('DELETE FROM connections WHERE id = $1', [foreign])).rejects.toMatchObject(refused);
    await db.query('DELETE FROM connection_definitions WHERE id = $1', [foreign]);
  });

  it('without a namespace are in default, and without a name are refused', async () => {
    await expect(insertRow(db, 'connections', { name: ' ', type: 'http' })).rejects.toMatchObject({ code: '23514' });
    const plain = await insertRow(db, 'connections', { name: 'plain', namespace: '', type: 'http' });

    expect(await readValue(db, 'SELECT namespace FROM connections WHERE id = $1', [plain])).toBe('default');
  });
});
