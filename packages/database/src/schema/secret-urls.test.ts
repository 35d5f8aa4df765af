import { keepUrlSecrets, maskUrl, SECRET_URL_RULES, urlSecrets } from '@quarterdeck/contract/connections';
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

/** Addresses of pieces that mean something somewhere in them, the same in every run. */
function madeUrls(count: number): string[] {
  const schemes = [
    'slack://',
    'https://',
    'generic+https://',
    'postgres://',
    'rocketchat://',
    'teams://',
    'gotify://',
    'http://ada:',
    '',
  ];
  const pieces =
    ': @ @ / / ? # & = = ; , *** enc:v1:Ab_- $(p) {{.p}} token key password hooks bot1:x hooks.slack.com [::1] 8080 a %40 ü ContentType'.split(
      ' ',
    );
  let state = 7;
  const next = (below: number) => {
    state = (state * 48_271) % 2_147_483_647;
    return state % below;
  };
  const piece = () => pieces[next(pieces.length)] ?? '';
  return Array.from(
    { length: count },
    () => (schemes[next(schemes.length)] ?? '') + Array.from({ length: 1 + next(12) }, piece).join(''),
  );
}

it('database and server agree on addresses that nobody would write', async () => {
  const urls = madeUrls(400);
  const changed = urls.map((url) => maskUrl(url).replace('a', 'q'));
  const { rows } = await db.query<{ shown: string; kept: string }>(
    `SELECT mask_url(url, '') AS shown, keep_url(changed, url, '') AS kept FROM unnest($1::text[], $2::text[]) AS u (url, changed)`,
    [urls, changed],
  );

  const sealed = /enc:v1:[A-Za-z0-9_-]+/g;
  expect(rows.map(({ shown }) => shown)).toEqual(urls.map((url) => maskUrl(url).replace(sealed, '***')));
  expect(rows.map(({ kept }) => kept)).toEqual(
    urls.map((url, index) => {
      const back = changed[index] ?? '';
      // What the database shows of sealed text that stands anywhere is a mask as well.
      return back === maskUrl(url).replace(sealed, '***') ? url : keepUrlSecrets(back, url, '');
    }),
  );
});
