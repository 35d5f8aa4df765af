import { afterAll, describe, expect, it } from 'vitest';
import { createExpressionEngine, Duration, ExpressionError } from './index.ts';

const engine = createExpressionEngine({ workers: 2 });
afterAll(() => engine.close());

/** An evaluation that needs a worker because of its size. */
const manyRows = { rows: Array.from({ length: 400 }, (_, id) => ({ id, took: Duration.parse(`${id}s`), at: new Date(id) })) };

async function failureOf(run: Promise<unknown>): Promise<ExpressionError> {
  const caught = await run.catch((error: unknown) => error);
  if (caught instanceof ExpressionError) return caught;
  throw new Error(`expected an ExpressionError, got ${String(caught)}`);
}

describe('choice of the language', () => {
  it.each([
    [{}, ''],
    [{ expr: '', template: '' }, ''],
    [{ jsonPath: '$.a' }, ''],
    [{ expr: "'cel'" }, 'cel'],
    [{ expr: "'cel'", template: 'go' }, 'go'],
    [{ expr: "'cel'", template: 'go', javascript: "'js'" }, 'js'],
  ])('%j gives %j', async (template, output) => {
    expect(await engine.render(template, {})).toBe(output);
  });
});

describe('functions of the caller', () => {
  const functions = { last_result: async () => ({ status: true, results: { total: 7 } }) };

  it('are calls in CEL', async () => {
    expect(await engine.evaluate('last_result().results.total + 1.0', {}, { functions })).toBe(8);
  });

  it('are bare words in Go templates', async () => {
    expect(
      await engine.render({ template: '{{ last_result.results.total }} {{ (last_result).status }}' }, {}, { functions }),
    ).toBe('7 true');
  });

  it('are global functions in JavaScript', async () => {
    expect(await engine.render({ javascript: 'last_result().results.total + 1' }, {}, { functions })).toBe('8');
  });

  it('are called once for the same arguments, and again for others', async () => {
    const calls: unknown[][] = [];
    const look = (...args: unknown[]): unknown => {
      calls.push(args);
      return args[0];
    };
    expect(await engine.evaluate("[look('a'), look('b'), look('a')]", {}, { functions: { look } })).toEqual(['a', 'b', 'a']);
    expect(calls.sort()).toEqual([['a'], ['b']]);
  });

  it('work in a worker too', async () => {
    const expr = 'rows.filter(r, rows.exists(s, s.id > r.id + last_result().results.total)).size()';
    expect(await engine.evaluate(expr, manyRows, { functions, timeoutMs: 10_000 })).toBe(392n);
  });

  it('may have dotted names', async () => {
    const traverse = async (id: unknown) => [`${String(id)}/child`];
    expect(await engine.evaluate("catalog.traverse('x')[0]", {}, { functions: { 'catalog.traverse': traverse } })).toBe(
      'x/child',
    );
  });

  it('do not exist for an evaluation without them', async () => {
    expect(await failureOf(engine.evaluate('last_result()', {}))).toMatchObject({ code: 'EXPRESSION_INVALID' });
  });

  it('fail the evaluation when they fail', async () => {
    const failing = { last_result: () => Promise.reject(new Error('no database')) };
    const error = await failureOf(engine.evaluate('last_result()', {}, { functions: failing }));
    expect(error).toMatchObject({ code: 'EXPRESSION_FAILED' });
    expect(error.message).toContain('no database');
  });
});

describe('limits', () => {
  it.each([
    ['backtracking regular expression', { expr: "'aaaaaaaaaaaaaaaaaaaaaaaaaaaaaaaaaaaaaaaaaaaa!'.matches('(a+)+$')" }],
    [
      'backtracking regular expression after an empty text',
      { expr: "['', 'aaaaaaaaaaaaaaaaaaaaaaaaaaaaaaaaaaaaaaaaaaaa!'].map(s, s.matches('(a+)+$'))" },
    ],
    ['nested loops', { expr: 'math.Seq(20000).map(a, math.Seq(20000).map(b, math.Seq(20000).exists(c, c > b))).size()' }],
    [
      'recursive template',
      {
        template:
          '{{ define "t" }}{{ range 1000 }}{{ range 1000 }}{{ range 1000 }}{{ end }}{{ end }}{{ end }}{{ end }}{{ template "t" }}',
      },
    ],
    ['endless script', { javascript: 'while (true) {}' }],
    ['endless text conversion', { javascript: '({ toString: function () { while (true) {} } })' }],
  ])('a %s ends with EXPRESSION_LIMIT at the time limit', async (_name, template) => {
    // The first evaluation in a worker also starts the worker, which is not part of the limit.
    await engine.render({ javascript: '1' }, {});
    const started = performance.now();
    expect(await failureOf(engine.render(template, {}, { timeoutMs: 300 }))).toMatchObject({ code: 'EXPRESSION_LIMIT' });
    expect(performance.now() - started).toBeLessThan(3_000);
  });

  it.each([
    ['endless recursion of templates', { template: '{{ define "t" }}{{ template "t" }}{{ end }}{{ template "t" }}' }],
    ['endless recursion of scripts', { javascript: 'function f() { return f() + 1 } f()' }],
    ['a text that grows without end', { expr: "'x'.repeat(1000000000)" }],
    ['a list that grows without end', { expr: 'math.Seq(1000000000)' }],
    ['an output that grows without end', { template: '{{ range 100000 }}{{ printf "%9999d" 1 }}{{ end }}' }],
    ['a tree that is too deep', { expr: `${'('.repeat(400)}1${')'.repeat(400)}` }],
    ['too many negations', { expr: `${'!'.repeat(60_000)}true` }],
    ['too long an expression', { expr: `'${'x'.repeat(70_000)}'` }],
    ['deep parentheses in a template', { template: `{{ ${'('.repeat(5_000)}1${')'.repeat(5_000)} }}` }],
    ['deep conditions in a template', { template: '{{ if true }}'.repeat(5_000) }],
    ['memory that doubles', { expr: doubling(40) }],
  ])('%s ends with EXPRESSION_LIMIT', async (_name, template) => {
    expect(await failureOf(engine.render(template, {}, { timeoutMs: 5_000 }))).toMatchObject({ code: 'EXPRESSION_LIMIT' });
  });

  it('the engine goes on after an evaluation was ended', async () => {
    await failureOf(
      engine.render({ expr: "'aaaaaaaaaaaaaaaaaaaaaaaaaaaaaaaaaaaaaaaaaaaa!'.matches('(a+)+$')" }, {}, { timeoutMs: 100 }),
    );
    expect(await engine.render({ javascript: '1 + 1' }, {})).toBe('2');
  });

  it('cheap evaluations are not held up by slow ones', async () => {
    const ended: string[] = [];
    const slow = Array.from({ length: 4 }, async () => {
      await failureOf(engine.render({ javascript: 'while (true) {}' }, {}, { timeoutMs: 300 }));
      ended.push('slow');
    });
    expect(await engine.evaluate('1 + 1', {})).toBe(2n);
    expect(ended).toEqual([]);
    await Promise.all(slow);
  });
});

function doubling(depth: number): string {
  let expression = `v${depth}.size()`;
  for (let i = depth; i > 0; i--) expression = `cel.bind(v${i}, v${i - 1} + v${i - 1}, ${expression})`;
  return `cel.bind(v0, [1, 2, 3, 4], ${expression})`;
}

describe('work in a worker', () => {
  it('gives the same values as on the calling thread', async () => {
    const expr =
      'rows.filter(r, rows.exists(s, s.id == r.id && s.took == r.took && s.at == r.at)).map(r, [r.id, r.took, r.at]).slice(0, 2)';
    expect(await engine.evaluate(expr, manyRows, { timeoutMs: 10_000 })).toEqual([
      [0, Duration.parse('0s'), new Date(0)],
      [1, Duration.parse('1s'), new Date(1)],
    ]);
  });

  it('keeps ints, bytes, durations and keys of any name', async () => {
    const input = JSON.parse('{"__proto__": {"a": 1}, "constructor": "c"}');
    const expr = "cel.bind(a, 1, cel.bind(b, 2, cel.bind(c, 3, cel.bind(d, 4, [v, b1, took, x['constructor'], a + b + c + d]))))";
    const given = { v: 9_007_199_254_740_993n, b1: new Uint8Array([1]), took: Duration.parse('1.5s'), x: input };
    expect(await engine.evaluate(expr, given, { timeoutMs: 10_000 })).toEqual([
      9_007_199_254_740_993n,
      new Uint8Array([1]),
      Duration.parse('1.5s'),
      'c',
      10n,
    ]);
  });

  it('names the place of an error', async () => {
    const expr = '1 == 1 &&\n cel.bind(a, 1, cel.bind(b, 2, cel.bind(c, 3, cel.bind(d, 4, x.absent == 1))))';
    const error = await failureOf(engine.evaluate(expr, { x: {} }, { timeoutMs: 10_000 }));
    expect(error).toMatchObject({ code: 'EXPRESSION_FAILED', line: 2 });
  });
});

describe('JavaScript', () => {
  it.each([
    ['code + 1', '201'],
    ["_.map([1, 2, 3], function (x) { return x * 2 }).join('-')", '2-4-6'],
    ['total = 5; var y = { a: total }; JSON.stringify(y)', '{"a":5}'],
    ["if (results.up) { 'up' } else { 'down' }", 'up'],
    ["fromSI('2Ki') + fromMillicores('500m')", '2548'],
    ["console.log('seen', 1); console.error('x'); 5", '5'],
    ["startsWith('abc', 'ab') && endsWith('abc', 'bc')", 'true'],
    ['results.tags', 'x,y'],
    ['null', 'null'],
    ["'use strict'; typeof process + typeof require + typeof fetch", 'undefinedundefinedundefined'],
  ])('%s gives %j', async (javascript, output) => {
    expect(await engine.render({ javascript }, { code: 200n, results: { up: true, tags: ['x', 'y'] } })).toBe(output);
  });

  it('scripts share nothing', async () => {
    await engine.render({ javascript: 'leaked = 1; Array.prototype.leaked = 2' }, {});
    expect(await engine.render({ javascript: 'typeof leaked + typeof [].leaked' }, {})).toBe('undefinedundefined');
  });

  it.each([
    ['a b', 'EXPRESSION_INVALID', 1],
    ['1\n\nabsent.field', 'EXPRESSION_FAILED', 3],
    ["throw new Error('boom')", 'EXPRESSION_FAILED', 1],
  ])('%j fails with %s', async (javascript, code, line) => {
    expect(await failureOf(engine.render({ javascript }, {}))).toMatchObject({ code, line, expression: javascript });
  });
});

describe('hostile expressions', () => {
  const hostile = JSON.parse('{"__proto__": {"polluted": true}, "constructor": {"prototype": 1}, "a": {}}');

  it.each([
    'constructor',
    '__proto__',
    'toString',
    "x['__proto__'].polluted2",
    'a.constructor',
    "a['constructor']",
    'a.toString()',
    "a.?constructor.orValue('none')",
    "'x'.constructor",
    '[1].constructor',
    '[1].length',
    "'x'.length",
    'a.__proto__',
    'at.constructor',
    'took.constructor',
    'took.seconds',
    "cel.constructor.constructor('return process')()",
    'qd_string(1).constructor',
  ])('CEL %s reaches nothing of the host', async (expr) => {
    const outcome = await engine
      .evaluate(expr, { x: hostile, a: {}, at: new Date(0), took: Duration.parse('1s') })
      .catch((error: unknown) => error);
    if (outcome instanceof ExpressionError) return;
    expect(JSON.stringify(outcome, (_key, value) => (typeof value === 'bigint' ? String(value) : value))).not.toMatch(
      /function|native|process/i,
    );
    expect(outcome).not.toEqual(expect.any(Function));
  });

  it.each([
    '{{ .constructor }}',
    '{{ .a.constructor }}',
    '{{ .a.__proto__ }}',
    '{{ .a.toString }}',
    '{{ index .a "constructor" }}',
    '{{ .list.length }}',
    '{{ .list.constructor }}',
    '{{ .name.length }}',
    '{{ .at.constructor }}',
    '{{ .took.constructor }}',
    '{{ strings.constructor }}',
    '{{ call .a.constructor "x" }}',
    '{{ (dict "__proto__" (dict "p" 1)).p }}',
  ])('the template %s reaches nothing of the host', async (template) => {
    const given = { a: {}, list: [1], name: 'n', at: new Date(0), took: Duration.parse('1s') };
    const outcome = await engine.render({ template }, given).catch((error: unknown) => error);
    if (!(outcome instanceof ExpressionError)) expect(outcome).toBe('<no value>');
  });

  it.each([
    "dict('__proto__')",
    "Dict(['__proto__', {'polluted': true}])",
    '\'{"__proto__": {"polluted": true}}\'.JSON()',
    'a.merge(\'{"__proto__": {"polluted": true}}\'.JSON())',
    "YAML('__proto__: {polluted: true}')",
    "keyValToMap('__proto__=1,constructor=2')",
    "{'__proto__': 1, 'constructor': 2, 'k': 3}",
  ])('CEL %s does not change the prototype of objects', async (expr) => {
    await engine.evaluate(expr, { a: { b: 1 } }).catch(() => undefined);
    expect(Object.hasOwn(Object.prototype, 'polluted')).toBe(false);
    expect(Reflect.get({}, 'polluted')).toBeUndefined();
  });

  it('own keys of any name are data', async () => {
    expect(await engine.render({ expr: "x['constructor'].prototype" }, { x: hostile })).toBe('1');
    expect(
      await engine.render({ template: '{{ .x.constructor.prototype }} {{ index .x "__proto__" "polluted" }}' }, { x: hostile }),
    ).toBe('1 true');
    expect(await engine.render({ expr: '\'{"constructor": 5}\'.JSON().constructor' }, {})).toBe('5');
  });

  it.each([
    "this.constructor.constructor('return process')()",
    '(function () { return this })().process.exit(1)',
    'globalThis.process.env.HOME',
    "require('fs')",
    "last_result.constructor.constructor('return process')().exit()",
  ])('the script %s has no host to reach', async (javascript) => {
    const error = await failureOf(engine.render({ javascript }, {}, { functions: { last_result: () => 1 } }));
    expect(error.code).toBe('EXPRESSION_FAILED');
  });
});

describe('closing', () => {
  it('rejects what still runs and what comes later in a worker', async () => {
    const closing = createExpressionEngine({ workers: 1 });
    const running = failureOf(closing.render({ javascript: 'while (true) {}' }, {}, { timeoutMs: 20_000 }));
    const queued = failureOf(closing.render({ javascript: '1' }, {}));
    await closing.close();
    expect((await running).message).toContain('closed');
    expect((await queued).message).toContain('closed');
    expect((await failureOf(closing.render({ javascript: '1' }, {}))).message).toContain('closed');
  });
});
