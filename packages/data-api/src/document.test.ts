import { afterAll, beforeAll, describe, expect, it } from 'vitest';
import { openTestApi, type TestApi } from './testing/requests.ts';

let test: TestApi;
beforeAll(async () => {
  test = await openTestApi({ hasDocument: true });
});
afterAll(() => test.close());

describe('the document at the empty path', () => {
  it('names what the policy lets through and hides the rest', async () => {
    const { headers, text } = await test.send('GET ');

    expect(headers['content-type']).toBe('application/openapi+json; charset=utf-8');
    const document = JSON.parse(text);
    expect(Object.keys(document.paths)).toEqual(expect.arrayContaining(['/checks', '/rpc/add_numbers']));
    expect(Object.keys(document.paths)).not.toContain('/secrets');
    expect(Object.keys(document.paths['/check_statuses'])).toEqual(['get']);
    expect(text).not.toContain('internal_note');
  });

  it('filters by no column that is only written', async () => {
    const { paths, definitions } = JSON.parse((await test.send('GET ')).text);

    const names = paths['/connections'].get.parameters.map(({ name }: { name: string }) => name);
    expect(names).toContain('url');
    expect(names).not.toContain('password');
    expect(definitions.connections.properties).toHaveProperty('password');
  });

  it('says how values look in JSON', async () => {
    const { definitions } = JSON.parse((await test.send('GET ')).text);

    expect(definitions.config_items.properties).toMatchObject({
      id: { type: 'string', format: 'uuid' },
      labels: { format: 'jsonb' },
      tags: { type: 'array' },
      cost: { type: 'number' },
    });
  });

  it('answers OPTIONS and refuses writes', async () => {
    expect((await test.send('OPTIONS ')).headers.allow).toBe('OPTIONS,GET,HEAD');
    expect((await test.send('POST ')).status).toBe(405);
  });

  it('is not there unless asked for', async () => {
    const plain = await openTestApi();
    try {
      expect((await plain.send('GET ')).status).toBe(404);
    } finally {
      await plain.close();
    }
  });
});
