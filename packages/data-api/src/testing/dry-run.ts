import { createDataApi, type DataApiTransaction } from '../index.ts';
import { createInputs, createRandom } from './random-requests.ts';
import { TEST_POLICY } from './requests.ts';
import { TEST_SCHEMA } from './schema.ts';
import { readStatementText, showsSql } from './statement-check.ts';
import { openTestDatabase } from './test-database.ts';

const MOST_FAULTS = 20;
/** What the database would answer; the planner's estimate too. */
const ROW = { body: '[]', rows: '1', total: '1', location: null, 'QUERY PLAN': '[{"Plan":{"Plan Rows":1}}]' };

export interface DryTally {
  requests: number;
  /** Requests that came as far as a statement. */
  statements: number;
  statuses: Map<number, number>;
  /** Exposed relations, functions and types that statements named. */
  relations: Set<string>;
  /** Failures of ours, statements on what is not exposed, and answers that show SQL. */
  faults: string[];
}

export interface DryRun {
  /** Sends so many more requests. */
  send(requests: number): Promise<DryTally>;
  /** What is wrong with a statement. */
  examine(text: string): string | undefined;
}

/** Names that statements may use: what the policy exposes, and the types of its columns. */
async function exposedNames(query: DataApiTransaction['query']): Promise<Set<string>> {
  const { relations = {}, functions = [] } = TEST_POLICY ?? {};
  const types = await query<{ name: string }>(
    `SELECT unnest(ARRAY[t.typname, a.typname])::text AS name FROM pg_type t JOIN pg_type a ON a.oid = t.typarray
     WHERE t.typnamespace = 'public'::regnamespace AND t.typtype IN ('e', 'd')`,
  );
  return new Set([...Object.keys(relations), ...functions, ...types.rows.map(({ name }) => name)]);
}

/** A row API that knows the test schema and answers random requests without running a statement. */
export async function openDryRun(options: { seed: number }): Promise<DryRun> {
  const db = await openTestDatabase();
  await db.exec(TEST_SCHEMA);
  const names = await exposedNames((text) => db.query(text));
  const tally: DryTally = { requests: 0, statements: 0, statuses: new Map(), relations: new Set(), faults: [] };
  const note = (fault: string): void => {
    if (tally.faults.length < MOST_FAULTS) tally.faults.push(fault);
  };
  let isDry = false;
  let request = '';

  const examine = (text: string): string | undefined => {
    const { objects, fault } = readStatementText(text, 'public');
    for (const name of objects) if (names.has(name)) tally.relations.add(name);
    return fault ?? objects.find((name) => !names.has(name));
  };
  const recorder: DataApiTransaction = {
    query: async <R>(text: string) => {
      if (text.startsWith('SELECT set_config(')) return { rows: [], rowCount: 0 };
      tally.statements += 1;
      const fault = examine(text);
      if (fault !== undefined) note(`${fault} in ${text} for ${request}`);
      const rows: R[] = JSON.parse(JSON.stringify([ROW]));
      return { rows, rowCount: 1 };
    },
  };
  const open = (maxRows: number) =>
    createDataApi({
      maxRows,
      db: { ...db, transaction: (work, mode) => (isDry ? work(recorder) : db.transaction(work, mode)) },
      schemas: ['public'],
      relations: TEST_POLICY,
      allowUnfilteredWrites: true,
      onError: (error) => note(`${String(error)} for ${request}`),
    });
  const [capped, whole] = [await open(50), await open(Number.POSITIVE_INFINITY)];
  await db.close();
  isDry = true;

  const next = createInputs(createRandom(options.seed));
  return {
    examine,
    send: async (requests) => {
      for (let i = 0; i < requests; i += 1) {
        const input = next();
        request = `${input.method} ${input.path}?${input.query} ${JSON.stringify(input.headers)} ${input.body}`;
        const { status, body } = await (i % 3 === 0 ? whole : capped).handle(input);
        tally.requests += 1;
        tally.statuses.set(status, (tally.statuses.get(status) ?? 0) + 1);
        if (status >= 500) note(`${status} for ${request}`);
        if (status >= 400 && showsSql(String(body), request)) note(`${body} for ${request}`);
      }
      return tally;
    },
  };
}
