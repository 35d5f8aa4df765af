import { keepUrlSecrets, SECRET_URL_RULES, urlSecrets } from '@quarterdeck/contract/connections';
import { SECRET_URLS } from '@quarterdeck/contract/connections/testing';
import { createTestDatabase } from '@quarterdeck/testing';
import { afterAll, beforeAll, describe, expect, it } from 'vitest';
import type { Database } from '../database.ts';
import { readValue } from './testing/observe.ts';

let db: Database;
beforeAll(async () => {
  db = await createTestDatabase();
});
afterAll(() => db.close());

it('the database has the table of secret parts that the server has', async () => {
  const { rows } = await db.query('SELECT slot, pattern, for_urls, for_types, each FROM secret_url_rules() ORDER BY place');

  expect(rows).toEqual(
    SECRET_URL_RULES.map(({ slot, pattern, where = null, types = null, each = false }) => ({
      slot,
      pattern,
      for_urls: where,
      for_types: types,
      each,
    })),
  );
});

describe('the database', () => {
  it.each(SECRET_URLS)('shows the address $url of type $type as $shown', async ({ url, type = '', shown }) => {
    expect(await readValue(db, 'SELECT mask_url($1, $2)', [url, type])).toBe(shown);
    expect(await readValue(db, 'SELECT mask_url($1, $2)', [shown, type])).toBe(shown);
  });

  it.each(SECRET_URLS)('finds the secrets of $url that the server finds', async ({ url, type = '' }) => {
    const found = urlSecrets(url, type);

    expect(await readValue(db, 'SELECT (frame_url($1, $2)).secrets', [url, type])).toHaveLength(found.length);
    expect(await readValue(db, 'SELECT (frame_url($1, $2)).secrets', [url, type])).toEqual(expect.arrayContaining([...found]));
  });

  it.each(SECRET_URLS)(
    'makes $url of it again, also when it was changed around the secrets',
    async ({ url, type = '', shown }) => {
      const changed = shown.replace('host', 'other');

      expect(await readValue(db, 'SELECT keep_url($1, $2, $3)', [shown, url, type])).toBe(url);
      expect(await readValue(db, 'SELECT keep_url($1, $2, $3)', [changed, url, type])).toBe(keepUrlSecrets(changed, url, type));
    },
  );

  it('shows no address that is too long to be read, or sealed where nothing is known to be secret', async () => {
    expect(await readValue(db, 'SELECT mask_url($1, NULL)', [`https://host/${'@'.repeat(5000)}`])).toBe('***');
    expect(await readValue(db, 'SELECT mask_url($1, $2)', ['https://host/enc:v1:Ab-_9/x', 'http'])).toBe('https://host/***/x');
  });

  it('cannot be told to put a secret where it would be shown', async () => {
    const url = 'smtp://ada:***@host/\uE0000\uE000';

    expect(await readValue(db, 'SELECT keep_url($1, $2, NULL)', [url, 'smtp://ada:pw@mail'])).toBe('smtp://ada:pw@host/0');
  });
});
