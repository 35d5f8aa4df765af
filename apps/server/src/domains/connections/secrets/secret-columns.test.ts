import { isSecretProperty, urlPasswordSpan } from '@quarterdeck/contract/connections';
import type { Database } from '@quarterdeck/database';
import { createTestDatabase } from '@quarterdeck/testing';
import { afterAll, beforeAll, describe, expect, it } from 'vitest';
import { createSecretBox } from '../../../platform/secret-box.ts';
import { openSecrets, sealedColumns } from './secret-columns.ts';

const box = createSecretBox('key-of-the-tests');
const seal = sealedColumns(box);

const URLS = [
  'postgres://ada:hunter2@db/shop',
  'postgres://ada:p@ss/word@db/shop?a=b@c',
  'smtp://ada:p?q@mail',
  'smtp://ada:pw@mail/?from=a@b',
  'redis://:only@cache',
  'http://ada:@host',
  'http://host:8080/path@x',
  'http://host:8080?x=@y',
  'http://ada:8080pw@host',
  'https://host/a:b@c',
  'slack://$(password)@C1',
  'postgres://$(username):$(password)@db/shop',
  'smtp://a:$(password)@h/?x=y@z',
  'cache:6379',
  'server=db;password=x',
  '',
];

describe('what is secret of a connection', () => {
  let db: Database;
  beforeAll(async () => {
    db = await createTestDatabase();
  });
  afterAll(() => db.close());

  it.each(URLS)('in the address "%s" is the same for the server and for the database', async (url) => {
    const span = urlPasswordSpan(url);
    const { rows } = await db.query<{ masked: string; password: string | null }>(
      'SELECT mask_url_password($1) AS masked, url_password($1) AS password',
      [url],
    );

    const masked = span === undefined ? url : `${url.slice(0, span[0])}***${url.slice(span[1])}`;
    expect(rows[0]?.masked).toBe(masked);
    if (span !== undefined) expect(rows[0]?.password).toBe(url.slice(...span));
  });

  it.each(['secretKey', 'secret', 'API_KEY', 'bearer', 'tokenURL', 'region', 'access_key', 'accessKeyId', 'sshPassphrase'])(
    'the property %s is it for both or for none',
    async (key) => {
      const { rows } = await db.query<{ secret: boolean }>('SELECT is_secret_property($1) AS secret', [key]);

      expect(isSecretProperty(key)).toBe(rows[0]?.secret);
    },
  );
});

describe('sealing', () => {
  it.each(URLS)('hides the password of "%s" in the address, and opening gives it back', (url) => {
    const sealed = String(seal.url(url));
    const span = urlPasswordSpan(url);

    if (span !== undefined && span[1] > span[0]) expect(sealed).not.toContain(`${url.slice(...span)}@`);
    else expect(sealed).toBe(url);
    expect(openSecrets({ url: sealed, password: null, certificate: null, properties: null }, box).url).toBe(url);
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
    expect(seal.password(value)).toBe(value);
  });

  it('takes values that are no texts, and properties as text, as forms and CSV send them', () => {
    expect(box.open(String(seal.password(1234)))).toBe('1234');
    const properties: unknown = seal.properties('{"token":"t","region":"x","apiKey":5,"secret":"***"}');

    expect(properties).toMatchObject({ region: 'x', secret: '***', token: expect.stringMatching(/^enc:v1:/) });
    expect(seal.properties('no JSON')).toBe('no JSON');
    expect(seal.properties(null)).toBe(null);
  });

  it('seals what is sealed no second time', () => {
    const once = seal.url('postgres://ada:hunter2@db/shop');

    expect(seal.url(once)).toBe(once);
  });
});
