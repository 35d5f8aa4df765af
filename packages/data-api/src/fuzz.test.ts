import { afterAll, beforeAll, describe, expect, it } from 'vitest';
import { openDryRun } from './testing/dry-run.ts';
import { createInputs, createRandom } from './testing/random-requests.ts';
import { openTestApi, type TestApi } from './testing/requests.ts';
import { showsSql } from './testing/statement-check.ts';

const INPUTS = Number(process.env.FUZZ_INPUTS ?? 20_000);
const DRY_INPUTS = 50_000;

let test: TestApi;
const failures: unknown[] = [];
beforeAll(async () => {
  test = await openTestApi({ onError: (error, request) => failures.push({ error, request }), allowUnfilteredWrites: true });
});
afterAll(() => test.close());

describe('random requests', () => {
  it(`answers ${INPUTS} of them with 2xx, 3xx or 4xx, and with valid JSON`, { timeout: 600_000 }, async () => {
    const next = createInputs(createRandom(20_260_101));
    const statuses = new Map<number, number>();
    for (let i = 0; i < INPUTS; i += 1) {
      const request = next();
      const answer = await test.api.handle(request);
      const shown = `${request.method} ${request.path}?${request.query} ${JSON.stringify(request.headers)} ${request.body.slice(0, 200)} → ${answer.status} ${answer.body}`;
      statuses.set(answer.status, (statuses.get(answer.status) ?? 0) + 1);
      if (answer.status >= 500 || failures.length > 0)
        expect.fail(`${shown} ${String(failures[0] instanceof Object && JSON.stringify(failures[0]))}`);
      if (answer.status >= 400 && showsSql(String(answer.body), shown.slice(0, shown.indexOf(' → '))))
        expect.fail(`SQL shows: ${shown}`);
      const isJson = answer.headers['content-type']?.includes('json') === true;
      if (isJson && answer.body !== '') expect(() => JSON.parse(String(answer.body)), shown).not.toThrow();
    }
    const accepted = [200, 201, 204, 206].reduce((sum, status) => sum + (statuses.get(status) ?? 0), 0);
    expect(accepted / INPUTS).toBeGreaterThan(0.05);
  });
});

describe('random requests that are not executed', () => {
  it(`of ${DRY_INPUTS} none fails on our side, shows SQL or reaches a relation that is not exposed`, {
    timeout: 600_000,
  }, async () => {
    const run = await openDryRun({ seed: 20_260_102 });
    const tally = await run.send(DRY_INPUTS);

    expect(tally.faults).toEqual([]);
    expect(tally.statements).toBeGreaterThan(DRY_INPUTS / 20);
    expect(tally.relations.size).toBeGreaterThan(5);
  });

  it('notices a statement on a hidden relation and a value that is written into a statement', async () => {
    const run = await openDryRun({ seed: 1 });

    expect(run.examine('SELECT "_1"."id" FROM "public"."checks" AS "_1"')).toBeUndefined();
    expect(run.examine('SELECT "_1"."id" FROM "public"."secrets" AS "_1"')).toContain('secrets');
    expect(run.examine(`SELECT 1 FROM "public"."checks" WHERE "name" = 'zqmark'`)).toContain('zqmark');
    expect(run.examine('SELECT 1 FROM secrets')).toContain('secrets');
    expect(showsSql('failed at $1::text', 'GET checks?select=id')).toBe(true);
    expect(showsSql('failed to parse $1::text', 'GET checks?select=$1::text')).toBe(false);
  });
});
