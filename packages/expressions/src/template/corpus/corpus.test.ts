import { readFileSync } from 'node:fs';
import { afterAll, describe, expect, it } from 'vitest';
import { parse } from 'yaml';
import { createExpressionEngine, Duration, ExpressionError } from '../../index.ts';

const engine = createExpressionEngine({ workers: 1 });
afterAll(() => engine.close());

const data = {
  name: 'ada',
  zero: 0,
  count: 3,
  int: 42n,
  big: 1_234_567,
  ratio: 0.5,
  yes: true,
  no: false,
  nothing: null,
  empty: '',
  list: ['a', 'b', 'c'],
  list2: [1, 2],
  ints: [1n, 255n],
  mixed: [1, 'x', null, true, { k: 'v' }],
  none: [],
  map: { b: 2, a: 1, nested: { deep: 'x' } },
  unordered: { a: 'a', é: 'e', Z: 'z', 10: 'ten', 9: 'nine' },
  emptyMap: {},
  rows: [
    { id: 'one', ok: true },
    { id: 'two', ok: false },
  ],
  matrix: [
    [1, 2],
    [3, 4],
  ],
  took: Duration.parse('90m'),
  at: new Date('2023-09-26T08:05:03.250Z'),
  bytes: new Uint8Array([104, 105]),
  html: `<a href="x">&'</a>`,
  add1: (value: bigint) => value + 1n,
};

const MINIMUM_CASES = 300;

type OutputCase = readonly [template: string, output: string];
type FailureCase = readonly [template: string, code: string, message: string, line: number, column: number];

function read<Case extends readonly unknown[]>(file: string, isCase: (row: readonly unknown[]) => row is Case): Case[] {
  const rows: unknown = parse(readFileSync(new URL(file, import.meta.url), 'utf8'));
  if (!Array.isArray(rows)) throw new Error(`${file} is no list`);
  return rows.map((row: unknown) => {
    if (Array.isArray(row) && isCase(row)) return row;
    throw new Error(`${file}: not a case: ${JSON.stringify(row)}`);
  });
}

function isOutputCase(row: readonly unknown[]): row is OutputCase {
  return row.length === 2 && row.every((part) => typeof part === 'string');
}

function isFailureCase(row: readonly unknown[]): row is FailureCase {
  const types = row.map((part) => typeof part).join(' ');
  return types === 'string string string number number';
}

const OUTPUT_FILES = ['text-and-actions', 'control', 'pipelines-and-functions', 'printf', 'delimiters'] as const;
const outputs = OUTPUT_FILES.map((name) => ({ name, cases: read(`./${name}.yaml`, isOutputCase) }));
const failures = read('./errors.yaml', isFailureCase);

describe.each(outputs)('Go templates print what Go prints: $name', ({ cases }) => {
  it.each(cases)('%j prints %j', async (template, printed) => {
    // A template's output is trimmed; marks around it show the white space.
    expect(await engine.render({ template }, data)).toBe(printed.trim());
  });
});

describe('Go templates name what is wrong and where', () => {
  it.each(failures)('%j is %s: %s', async (template, code, message, line, column) => {
    const error = await engine.render({ template }, data).catch((caught: unknown) => caught);
    expect(error).toBeInstanceOf(ExpressionError);
    expect(error).toMatchObject({ code, line, column, expression: template });
    expect(String(error)).toContain(message);
  });
});

describe('the corpus', () => {
  it(`has at least ${MINIMUM_CASES} cases`, () => {
    const count = outputs.reduce((sum, { cases }) => sum + cases.length, failures.length);
    console.log(`Go template corpus: ${count} cases`);
    expect(count).toBeGreaterThanOrEqual(MINIMUM_CASES);
  });
});
