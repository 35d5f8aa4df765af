import { isSecretProperty, isSecretUsername, KEPT_SECRET, typeOfProperty, urlSecrets } from '@quarterdeck/contract/connections';
import { SECRET_URLS } from '@quarterdeck/contract/connections/testing';
import { CONNECTION_TYPES } from '@quarterdeck/contract/data';
import type { Database } from '@quarterdeck/database';
import { createTestDatabase } from '@quarterdeck/testing';
import { afterAll, beforeAll, describe, expect, it } from 'vitest';
import { createSecretBox } from '../../../platform/secret-box.ts';
import { openSecrets, sealedColumns } from './secret-columns.ts';

const box = createSecretBox('key-of-the-tests');
const seal = sealedColumns(box);
const NOTHING = { url: null, username: null, password: null, certificate: null, properties: null };

describe('what is secret of a connection is the same for the server and for the database', () => {
  let db: Database;
  beforeAll(async () => {
    db = await createTestDatabase();
  });
  afterAll(() => db.close());

  it.each([
    'secretKey',
    'secret',
    'API_KEY',
    'bearer',
    'tokenURL',
    'region',
    'access_key',
    'accessKeyId',
    'sshPassphrase',
    'altID',
    'target',
    'webhookUrl',
    'webhookName',
  ])('the property %s', async (key) => {
    const { rows } = await db.query('SELECT is_secret_property($1) AS secret, property_url_type($1) AS type', [key]);

    expect(rows).toEqual([{ secret: isSecretProperty(key), type: typeOfProperty(key) }]);
  });

  it.each(CONNECTION_TYPES)('the user name of %s', async (type) => {
    const { rows } = await db.query('SELECT mask_username($1, $2) AS shown', ['ada', type]);

    expect(rows).toEqual([{ shown: isSecretUsername(type) ? KEPT_SECRET : 'ada' }]);
  });

  it.each(SECRET_URLS)('$url of type $type, also sealed', async ({ url, type = '', shown }) => {
    const sealed = seal.url(url, { type });
    const { rows } = await db.query('SELECT mask_url($1, $2) AS shown, keep_url($3, $1, $2) AS kept', [sealed, type, shown]);

    expect(rows).toEqual([{ shown, kept: sealed }]);
  });
});

describe('sealing', () => {
  it.each(SECRET_URLS)('hides every secret of $url of type $type, and opening gives it back', ({ url, type = '' }) => {
    const sealed = String(seal.url(url, { type }));

    expect(sealed.match(/enc:v1:/g) ?? []).toHaveLength(urlSecrets(url, type).length);
    expect(openSecrets({ ...NOTHING, url: sealed }, box).url).toBe(url);
    expect(seal.url(sealed, { type })).toBe(sealed);
  });

  it.each([
    null,
    undefined,
    '',
    '***',
    'secret://name/key',
    'configmap://name/key',
    'helm://release/key',
    'serviceaccount://name',
  ])('leaves %s as it is', (value) => {
    expect(seal.password(value, {})).toBe(value);
  });

  it('takes values that are no texts, and properties as text, as forms and CSV send them', () => {
    expect(box.open(String(seal.password(1234, {})))).toBe('1234');
    const properties: unknown = seal.properties('{"token":"t","region":"x","apiKey":5,"secret":"***"}', {});

    expect(properties).toMatchObject({ region: 'x', secret: '***', token: expect.stringMatching(/^enc:v1:/) });
    expect(seal.properties('no JSON', {})).toBe('no JSON');
    expect(seal.properties(null, {})).toBe(null);
  });

  it('hides the secrets of an address in a property', () => {
    const given = { target: 'https://host/run/me', endpoint: 'https://ada:pw@host/x' };
    const sealed: unknown = seal.properties(given, {});

    expect(sealed).toEqual({
      target: expect.stringMatching(/^https:\/\/host\/enc:v1:[^/]+$/),
      endpoint: expect.stringMatching(/^https:\/\/ada:enc:v1:[^/]+@host\/x$/),
    });
    const properties = typeof sealed === 'object' && sealed !== null ? { ...sealed } : null;
    expect(openSecrets({ ...NOTHING, properties }, box).properties).toEqual(given);
  });

  it('hides a user name where the type makes a token of it', () => {
    expect(seal.username('ada', { type: 'slack' })).toBe('ada');
    expect(box.open(String(seal.username('tok', { type: 'rocketchat' })))).toBe('tok');
  });
});
