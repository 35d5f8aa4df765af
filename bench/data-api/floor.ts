/**
 * The floor: a bare HTTP handler that runs the statements of the row API, prepared, on a pool of the same size, and sends the same text.
 * It checks nothing, sets nothing and knows no errors.
 */
import { createServer, type IncomingMessage } from 'node:http';
import { PUBLIC_RELATIONS } from '@quarterdeck/contract/data';
import { createDataApi, type DataApiDatabase } from '@quarterdeck/data-api';
import { type Database, openDatabase } from '@quarterdeck/database';
import pg from 'pg';
import { SAMPLE_KEY, SCENARIOS, type Scenario, withKey } from './scenarios.ts';

/** The server's. */
const POOL_SIZE = 10;

interface Recorded {
  text: string;
  values: readonly unknown[];
}

/** Answers the catalog's questions and remembers the last statement that was run. */
function recording(db: Database, statements: Recorded[]): DataApiDatabase {
  return {
    query: (text, values) => db.query(text, values),
    transaction: (work, options) =>
      db.transaction(
        (tx) =>
          work({
            query: (text, values = []) => {
              statements.push({ text, values });
              return tx.query(text, values);
            },
          }),
        options,
      ),
  };
}

async function recordStatements(databaseUrl: string): Promise<Map<Scenario, Recorded>> {
  const db = await openDatabase({ url: databaseUrl, poolSize: 1 });
  const statements: Recorded[] = [];
  const api = await createDataApi({
    db: recording(db, statements),
    schemas: ['public'],
    relations: { relations: PUBLIC_RELATIONS },
  });
  const found = new Map<Scenario, Recorded>();
  for (const scenario of SCENARIOS) {
    const [path = '', query = ''] = withKey(scenario.path, SAMPLE_KEY).split('?');
    const { method, headers } = scenario;
    const body = scenario.body === undefined ? {} : { body: withKey(scenario.body, SAMPLE_KEY) };
    const { status } = await api.handle({ method, path, query, headers, ...body });
    const statement = statements.at(-1);
    if (status >= 300 || statement === undefined) throw new Error(`${scenario.name} answered ${status}`);
    found.set(scenario, statement);
  }
  await db.close();
  return found;
}

async function readBody(request: IncomingMessage): Promise<string> {
  let body = '';
  for await (const chunk of request) body += String(chunk);
  return body;
}

/** /{number of the scenario}/{key}; a body replaces the key that stands in a larger value. */
async function serve(databaseUrl: string): Promise<number> {
  const statements = await recordStatements(databaseUrl);
  const pool = new pg.Pool({ connectionString: databaseUrl, max: POOL_SIZE });
  const server = createServer(async (request, reply) => {
    const [, number = '', key = ''] = (request.url ?? '').split('/');
    const scenario = SCENARIOS[Number(number)];
    const statement = scenario === undefined ? undefined : statements.get(scenario);
    if (scenario === undefined || statement === undefined) return reply.writeHead(404).end();
    const body = scenario.method === 'POST' ? await readBody(request) : undefined;
    const values = statement.values.map((value) => {
      if (value === SAMPLE_KEY) return key;
      return body !== undefined && typeof value === 'string' && value.includes(SAMPLE_KEY) ? `[${body}]` : value;
    });
    const { rows } = await pool.query<{ body: string }>({ name: `floor_${number}`, text: statement.text, values });
    reply.writeHead(scenario.method === 'POST' ? 201 : 200, { 'content-type': 'application/json; charset=utf-8' });
    return reply.end(rows[0]?.body ?? '');
  });
  server.listen(0, '127.0.0.1');
  await new Promise((resolve) => server.once('listening', resolve));
  process.once('disconnect', () => process.exit(0));
  const address = server.address();
  return typeof address === 'object' && address !== null ? address.port : 0;
}

process.once('message', async (message: { databaseUrl: string }) => {
  process.send?.({ url: `http://127.0.0.1:${await serve(message.databaseUrl)}` });
});
