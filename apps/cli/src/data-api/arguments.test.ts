import { describe, expect, it } from 'vitest';
import { parseDataApiArguments } from './arguments.ts';

const REQUIRED = ['--database-url', 'postgres://localhost/shop', '--schema', 'shop'];

describe('the arguments of data-api', () => {
  it('expose the schemas of a list in its order, without a limit of rows', () => {
    const args = parseDataApiArguments(['--database-url', 'postgres://localhost/shop', '--schema', 'shop, stock'], {});

    expect(args).toMatchObject({
      schemas: ['shop', 'stock'],
      host: '127.0.0.1',
      port: 3000,
      maxRows: Infinity,
      transactionEnd: 'commit',
    });
  });

  it('take the address of the database from the environment', () => {
    expect(parseDataApiArguments(['--schema', 'shop'], { DATABASE_URL: 'postgres://localhost/env' }).databaseUrl).toBe(
      'postgres://localhost/env',
    );
  });

  it('leave the search path to the exposed schema unless told otherwise', () => {
    expect(parseDataApiArguments(REQUIRED, {}).extraSearchPath).toEqual([]);
    expect(parseDataApiArguments([...REQUIRED, '--extra-search-path', 'public,ext'], {}).extraSearchPath).toEqual([
      'public',
      'ext',
    ]);
  });

  it('let writes without a filter through unless a filter is required', () => {
    expect(parseDataApiArguments(REQUIRED, {}).allowUnfilteredWrites).toBe(true);
    expect(parseDataApiArguments([...REQUIRED, '--require-filter'], {}).allowUnfilteredWrites).toBe(false);
  });

  it('look for a function without a schema in the first exposed one', () => {
    expect(parseDataApiArguments([...REQUIRED, '--pre-request', 'guard'], {}).preRequest).toEqual({
      schema: 'shop',
      name: 'guard',
    });
    expect(parseDataApiArguments([...REQUIRED, '--pre-request', 'auth.guard'], {}).preRequest).toEqual({
      schema: 'auth',
      name: 'guard',
    });
  });

  it.each([
    [[], '--database-url'],
    [['--database-url', 'postgres://localhost/shop'], '--schema'],
    [[...REQUIRED, '--port', '70000'], '--port'],
    [[...REQUIRED, '--max-rows', '-1'], '--max-rows'],
    [[...REQUIRED, '--tx-end', 'never'], '--tx-end'],
    [[...REQUIRED, '--frobnicate'], '--frobnicate'],
  ])('%j are refused with a word on %s', (argv, word) => {
    expect(() => parseDataApiArguments(argv, {})).toThrow(word);
  });
});
