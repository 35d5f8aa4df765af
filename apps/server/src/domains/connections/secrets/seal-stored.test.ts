import type { Database } from '@quarterdeck/database';
import { createTestDatabase, insertRow } from '@quarterdeck/testing';
import { afterAll, beforeAll, beforeEach, describe, expect, it } from 'vitest';
import { createSecretBox } from '../../../platform/secret-box.ts';
import { readConnection } from '../connection-store.ts';
import { sealStoredConnections } from './seal-stored.ts';
import { openSecrets } from './secret-columns.ts';

const box = createSecretBox('key-of-the-tests');
const other = createSecretBox('key-of-another-server');
const plain = {
  url: 'https://ada:hunter2@host/hunter2/path?token=hunter2',
  password: 'hunter2',
  username: 'hunter2-of-the-chat',
  certificate: 'hunter2-certificate',
  properties: { apiKey: 'hunter2-key', target: 'https://host/hunter2', region: 'x' },
};

let db: Database;
beforeAll(async () => {
  db = await createTestDatabase();
});
beforeEach(() => db.query('DELETE FROM connection_definitions'));
afterAll(() => db.close());

const insert = (name: string, values: Record<string, unknown>) =>
  insertRow(db, 'connections', { name, type: 'rocketchat', ...values });

describe('connections that were stored in the clear', () => {
  it('are sealed, once, and mean the same', async () => {
    const id = await insert('clear', { ...plain, properties: JSON.stringify(plain.properties) });
    await insert('reference', { password: 'secret://a/b', certificate: '' });

    expect(await sealStoredConnections(db, box)).toEqual({ sealed: 1, unreadable: [] });
    const row = await readConnection(db, { id });
    expect(JSON.stringify(row)).not.toContain('hunter2');
    expect(row === undefined ? undefined : openSecrets(row, box)).toEqual(plain);
    expect(await sealStoredConnections(db, box)).toEqual({ sealed: 0, unreadable: [] });
  });

  it('are left to the server whose key opens the others', async () => {
    await insert('foreign', { password: other.seal('hunter2') });
    const id = await insert('clear', { password: 'hunter2' });

    expect(await sealStoredConnections(db, box)).toEqual({
      sealed: 0,
      unreadable: [expect.stringMatching(/^connection default\/foreign: .* cannot be read .*QUARTERDECK_SECRET_KEY/)],
    });
    expect(await readConnection(db, { id })).toMatchObject({ password: 'hunter2' });
  });

  it('are sealed also when one secret of many cannot be opened', async () => {
    await insert('foreign', { password: other.seal('hunter2') });
    await insert('own', { password: box.seal('hunter2') });
    await insert('clear', { password: 'hunter2' });

    expect(await sealStoredConnections(db, box)).toMatchObject({ sealed: 1, unreadable: [expect.any(String)] });
  });
});
