import { afterAll, beforeAll, describe, expect, it } from 'vitest';
import { createDataApi, type DataApi } from './index.ts';
import { openTestDatabase, type TestDatabase } from './testing/test-database.ts';

const SCHEMA = `
CREATE SCHEMA firm;
CREATE TABLE firm.clerks (id int PRIMARY KEY, name text, office_id int);
CREATE TABLE firm.offices (id int PRIMARY KEY, head_id int CONSTRAINT zz_head REFERENCES firm.clerks);
ALTER TABLE firm.clerks ADD CONSTRAINT aa_office FOREIGN KEY (office_id) REFERENCES firm.offices;
CREATE TABLE firm.desks (clerk_id int REFERENCES firm.clerks, office_id int REFERENCES firm.offices, PRIMARY KEY (clerk_id, office_id));
CREATE TABLE firm.names (name text PRIMARY KEY);
CREATE VIEW firm.desk_owners AS SELECT clerk_id, clerk_id AS owner_id FROM firm.desks;
CREATE VIEW firm.staff AS SELECT id, id AS number, name FROM firm.clerks;
CREATE FUNCTION firm.greet(name text) RETURNS text LANGUAGE sql STABLE AS $$ SELECT 'Hi, ' || name $$;
INSERT INTO firm.clerks VALUES (1, 'Ada', NULL), (2, 'Brin', NULL);
`;

let db: TestDatabase;
let api: DataApi;
beforeAll(async () => {
  db = await openTestDatabase();
  await db.exec(SCHEMA);
  api = await createDataApi({ db, schemas: ['firm'], transactionEnd: 'rollback', allowUnfilteredWrites: true });
});
afterAll(() => db.close());

async function send(line: string, headers: Record<string, string> = {}, body?: string) {
  const [method = '', target = ''] = line.split(' ');
  const [path = '', query = ''] = target.split('?');
  const answer = await api.handle({ method, path, query, headers, ...(body === undefined ? {} : { body }) });
  const text = String(answer.body);
  const json: unknown = /^[{[]/.test(text) ? JSON.parse(text) : text;
  return { status: answer.status, headers: answer.headers, json };
}

describe('a call', () => {
  it('by POST takes its arguments from the body alone', async () => {
    expect(await send('POST rpc/greet?name=Brin', {}, '{"name":"Ada"}')).toMatchObject({
      status: 400,
      json: { code: 'PGRST104', details: 'Failed to parse [("name","Brin")]' },
    });
  });
});

describe('a body', () => {
  it('is found again at its location, whatever its key holds', async () => {
    const { headers } = await send('POST names', { prefer: 'return=headers-only' }, `{"name":"it's (x)*!"}`);

    expect(headers.location).toBe('/names?name=eq.it%27s%20%28x%29%2A%21');
  });

  it('that is counted by estimate is counted', async () => {
    const answer = await send('POST clerks', { prefer: 'count=estimated' }, '[{"id":8},{"id":9}]');

    expect(answer.headers['content-range']).toBe('*/2');
  });
});

describe('PUT', () => {
  it.each(['unknown=eq.1', 'unknown=not.eq.1', 'id=in.(1)', 'id=eq.1&name=eq.Ada', 'and=(id.eq.1)', ''])(
    'looks at the form of its filters before their columns: %s',
    async (query) => {
      expect(await send(`PUT clerks?${query}`, {}, '{"id":1}')).toMatchObject({ status: 405, json: { code: 'PGRST105' } });
    },
  );
});

describe('a view', () => {
  it.each([
    ['desk_owners', 'OPTIONS,GET,HEAD,POST,PATCH,DELETE'],
    ['staff', 'OPTIONS,GET,HEAD,POST,PUT,PATCH,DELETE'],
  ])('has a primary key when it shows the whole of one: %s', async (name, allow) => {
    expect((await send(`OPTIONS ${name}`)).headers.allow).toBe(allow);
  });

  it('that shows a key twice has it once', async () => {
    expect((await send('PUT staff?id=eq.7', {}, '{"id":7,"name":"Cy"}')).status).toBe(204);
  });
});

describe('a read', () => {
  it('says where it is with everything encoded that is no letter or digit', async () => {
    const answer = await send(`GET clerks?select=*&name=in.("a!",'b')`);

    expect(answer.headers['content-location']).toBe('/clerks?name=in.%28%22a%21%22%2C%27b%27%29&select=%2A');
  });
});
