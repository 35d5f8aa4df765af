import { readFile } from 'node:fs/promises';
import { createRequire } from 'node:module';
import { afterAll, describe, expect, it } from 'vitest';
import { createExpressionEngine, ExpressionError } from '../index.ts';
import { changedSource } from './load-jq.ts';

const engine = createExpressionEngine({ workers: 1 });
afterAll(() => engine.close());

const variables = {
  order: {
    id: 7,
    lines: [
      { sku: 'a', count: 2 },
      { sku: 'b', count: 3 },
    ],
    note: null,
  },
  wide: { text: 'é'.repeat(200_000) },
};

describe('jq', () => {
  it.each([
    ["jq('.id', order)", 7],
    ["jq('.lines[].sku', order)", ['a', 'b']],
    ["jq('.lines | map(.count) | add', order)", 5],
    ["jq('[.lines[] | select(.count > 2)][0]', order)", { sku: 'b', count: 3 }],
    ['jq(\'.missing // "none"\', order)', 'none'],
    ["jq('empty', order)", []],
    ["jq('reduce .lines[] as $l (0; . + $l.count)', order)", 5],
    ['jq(\'.lines | to_entries | map("\\\\(.key)=\\\\(.value.sku)") | join(",")\', order)', '0=a,1=b'],
    ['jq(\'test("^A"; "i")\', \'abc\')', true],
    ["jq('.text | length', wide)", 200_000],
    ["jq('.text', wide).size()", 200_000n],
  ])('CEL %s', async (expr, value) => {
    expect(await engine.evaluate(expr, variables, { timeoutMs: 20_000 })).toEqual(value);
  });

  it('works in templates, where the value may be piped in', async () => {
    const template = '{{ jq ".id" .order }} {{ .order | jq ".lines[].sku" | toJSON }} {{ (.order | coll.JQ ".lines[0]").sku }}';
    expect(await engine.render({ template }, variables)).toBe('7 ["a","b"] a');
  });

  it.each([
    ["jq('.a.b', 'text')", 'EXPRESSION_FAILED', 'Cannot index string with'],
    ["jq('.a |', order)", 'EXPRESSION_FAILED', 'syntax error'],
    ['jq(\'1, error("late")\', order)', 'EXPRESSION_FAILED', 'late'],
    ["jq('[range(1e8)] | length', order)", 'EXPRESSION_LIMIT', 'memory'],
    ['jq(\'range(600000) | "0123456789"\', order)', 'EXPRESSION_LIMIT', 'too long'],
  ])('%s fails and says why', async (expr, code, message) => {
    const error = await engine.evaluate(expr, variables, { timeoutMs: 30_000 }).catch((caught: unknown) => caught);
    expect(error).toBeInstanceOf(ExpressionError);
    expect(error).toMatchObject({ code });
    expect(String(error)).toContain(message);
  });

  it('ends at the time limit', async () => {
    const error = await engine.evaluate("jq('last(repeat(1))', 1)", {}, { timeoutMs: 500 }).catch((caught: unknown) => caught);
    expect(error).toMatchObject({ code: 'EXPRESSION_LIMIT' });
  });

  it('sees nothing of the host', async () => {
    expect(await engine.evaluate("jq('$ENV.PATH', 1)", {})).toBe('/');
  });

  it('refuses another version of the package than the one its changes are for', async () => {
    const file = createRequire(import.meta.url).resolve('jq-wasm/dist/build/jq.js');
    const published = await readFile(file, 'utf8');
    expect(changedSource(published)).not.toContain('stdinBuffer.slice(1)');
    expect(() => changedSource(published.replace('stdinBuffer.slice(1)', 'other'))).toThrow('expected version');
  });
});
