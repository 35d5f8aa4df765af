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
CREATE FUNCTION firm.pick(n xml, m int DEFAULT 0) RETURNS int LANGUAGE sql STABLE AS 'SELECT 3';
CREATE FUNCTION firm.pick(n varchar) RETURNS int LANGUAGE sql STABLE AS 'SELECT 2';
CREATE FUNCTION firm.pick(n int) RETURNS int LANGUAGE sql STABLE AS 'SELECT 1';
CREATE FUNCTION firm.numbers() RETURNS SETOF int LANGUAGE sql STABLE AS 'VALUES (1), (2), (3)';
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

describe('an embed that could mean several relationships', () => {
  it('lists them by cardinality, not by the name of their keys', async () => {
    expect(await send('GET clerks?select=offices(id)')).toMatchObject({
      status: 300,
      json: {
        details: [{ cardinality: 'one-to-many' }, { cardinality: 'many-to-one' }, { cardinality: 'many-to-many' }],
        hint: expect.stringContaining(`'offices!zz_head', 'offices!aa_office', 'offices!desks'`),
      },
    });
  });
});

describe('a call', () => {
  it('that fits several functions names those with few parameters first', async () => {
    const { json } = await send('GET rpc/pick?n=1');

    expect(json).toMatchObject({
      message: expect.stringContaining(
        'firm.pick(n => character varying), firm.pick(n => integer), firm.pick(n => xml, m => integer)',
      ),
    });
  });

  it.each([
    ['GET rpc/greet', undefined, 'Could not find the firm.greet() function in the schema cache'],
    ['GET rpc/greet?z=1&a=2', undefined, 'Could not find the firm.greet(a, z) function in the schema cache'],
    [
      'POST rpc/greet',
      '{}',
      'Could not find the firm.greet() function or the firm.greet function with a single unnamed json or jsonb parameter in the schema cache',
    ],
  ])('that fits none names its arguments in order: %s', async (line, body, message) => {
    expect(await send(line, {}, body)).toMatchObject({ status: 404, json: { code: 'PGRST202', message } });
  });

  it('by POST takes its arguments from the body alone', async () => {
    expect(await send('POST rpc/greet?name=Brin', {}, '{"name":"Ada"}')).toMatchObject({
      status: 400,
      json: { code: 'PGRST104', details: 'Failed to parse [("name","Brin")]' },
    });
  });

  it('counts for an estimate and not for a plan', async () => {
    const rangeOf = async (count: string) =>
      (await send('GET rpc/numbers', { prefer: `count=${count}` })).headers['content-range'];

    expect(await rangeOf('estimated')).toBe('0-2/3');
    expect(await rangeOf('planned')).toBe('0-2/*');
  });

  it('for XML of a value that is none is refused as PostgreSQL does', async () => {
    expect(await send('GET rpc/greet?name=x', { accept: 'text/xml' })).toMatchObject({
      status: 406,
      json: { code: '42883', message: 'function xmlagg(text) does not exist' },
    });
  });
});

describe('a body', () => {
  it.each([
    ['POST clerks', '[{"id":8},3]', 'PGRST102', 'All object keys must match'],
    ['POST clerks', '[1,2]', 'PGRST102', 'All object keys must match'],
    ['POST clerks', '3', 'PGRST102', 'The body must be an object or an array of objects'],
    ['POST clerks?columns=id', '[{"id":8},3]', '22023', 'argument of json_populate_recordset must be an array of objects'],
  ])('of something else than objects is refused: %s %s', async (line, body, code, message) => {
    expect(await send(line, {}, body)).toMatchObject({ status: 400, json: { code, message } });
  });

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
  it('begins with the first row when the offset is below zero', async () => {
    expect((await send('GET clerks?select=id&order=id&offset=-4')).json).toEqual([{ id: 1 }, { id: 2 }]);
    expect((await send('GET clerks?limit=-1')).status).toBe(416);
  });

  it('says where it is with everything encoded that is no letter or digit', async () => {
    const answer = await send(`GET clerks?select=*&name=in.("a!",'b')`);

    expect(answer.headers['content-location']).toBe('/clerks?name=in.%28%22a%21%22%2C%27b%27%29&select=%2A');
  });
});
