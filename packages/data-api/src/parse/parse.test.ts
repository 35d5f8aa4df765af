import { describe, expect, it } from 'vitest';
import { DataApiError } from '../error.ts';
import type { QueryTree } from '../tree.ts';
import { parseDateMatch } from './date-math.ts';
import { parseMatchList } from './match-list.ts';
import { negotiate } from './media-type.ts';
import { parsePrefer } from './prefer.ts';
import { parseQuery, type QueryOptions } from './query.ts';
import { rawOffset, splitQuery } from './query-string.ts';
import { parseRange } from './range.ts';

const OPTIONS: QueryOptions = {
  forRoutine: false,
  matchLists: true,
  mergeSelects: true,
  queryLength: 10_000,
  embedDepth: 3,
  logicDepth: 3,
  nodes: 50,
};

const parse = (query: string, options: Partial<QueryOptions> = {}): QueryTree => parseQuery(query, { ...OPTIONS, ...options });

function refusal(query: string, options: Partial<QueryOptions> = {}): DataApiError {
  try {
    parse(query, options);
  } catch (error) {
    if (error instanceof DataApiError) return error;
    throw error;
  }
  throw new Error(`${query} was accepted`);
}

const field = (name: string, path: unknown[] = []) => expect.objectContaining({ name, path });
const step = (key: string, asText: boolean, isIndex = false) => ({ key, asText, isIndex });

describe('select', () => {
  it.each<[string, unknown[]]>([
    ['*', [{ kind: 'star' }]],
    ['id, name', [{ field: field('id') }, { field: field('name') }]],
    ['myId:id::text', [{ alias: 'myId', field: field('id'), cast: 'text' }]],
    ['field-with_sep', [{ field: field('field-with_sep') }]],
    ['a->b->>c', [{ field: field('a', [step('b', false), step('c', true)]) }]],
    ['data->0->>xy-6::int', [{ field: field('data', [step('0', false, true), step('xy-6', true)]), cast: 'int' }]],
    ['data->-1', [{ field: field('data', [step('-1', false, true)]) }]],
    ['l:labels->>a.b/c:d', [{ alias: 'l', field: field('labels', [step('a.b/c:d', true)]) }]],
    ['"a,b":"c ""d"', [{ alias: 'a,b' }]],
    ['rel(id)', [{ kind: 'embed', name: 'rel', inner: false, items: [{ field: field('id') }] }]],
    ['x:rel!hint!inner(*)', [{ kind: 'embed', name: 'rel', alias: 'x', hint: 'hint', inner: true, items: [{ kind: 'star' }] }]],
    ['rel!left(a,b(c))', [{ inner: false, items: [{ field: field('a') }, { kind: 'embed', name: 'b' }] }]],
    ['rel(*)::jsonb', [{ kind: 'embed', name: 'rel' }]],
    ['rel()', [{ kind: 'embed', items: [] }]],
    ['a))', [{ field: field('a') }]],
  ])('reads %s', (text, items) => {
    const quoted = text.startsWith('"a') ? '"a,b":"c \\"d"' : text;
    expect(parse(`select=${encodeURIComponent(quoted)}`).select).toMatchObject(items);
  });

  it.each<[string, number]>([
    ['select=a,,b', 9],
    ['select=rel(id', 13],
    ['id=eq.1&select=a,b!(c)', 19],
    ['select=a::', 10],
    ['select=a)b', 9],
    ['select=%22abc', 13],
    ['select=a,%20(', 12],
  ])('refuses %s and says where', (query, position) => {
    const error = refusal(query);
    expect([error.status, error.code, error.position]).toEqual([400, 'PGRST100', position]);
    expect(error.message).toMatch(/^"failed to parse select parameter \(.*\)" \(line 1, column \d+\)$/s);
  });
});

describe('filters', () => {
  it.each<[string, unknown]>([
    [
      'id=eq.1',
      { path: [], value: { field: field('id'), negated: false, operation: { kind: 'compare', operator: 'eq', value: '1' } } },
    ],
    ['id=not.gte.a.b', { value: { negated: true, operation: { operator: 'gte', value: 'a.b' } } }],
    ['a.b.c=lt.x', { path: ['a', 'b'], value: { field: field('c'), operation: { operator: 'lt', value: 'x' } } }],
    [
      'labels->>k8s.io/app=eq.',
      { path: [], value: { field: field('labels', [step('k8s.io/app', true)]), operation: { value: '' } } },
    ],
    ['id=in.(1,"a,b", c ,"q\\"x")', { value: { operation: { kind: 'in', values: ['1', 'a,b', 'c', 'q"x'] } } }],
    ['id=in.()', { value: { operation: { kind: 'in', values: [] } } }],
    ['id=in.(A::B)', { value: { operation: { kind: 'in', values: ['A::B'] } } }],
    ['id=is.NULL', { value: { operation: { kind: 'is', value: 'null' } } }],
    ['t=fts(english).cat', { value: { operation: { kind: 'search', operator: 'fts', config: 'english', value: 'cat' } } }],
    ['t=like(any).{a*,b}', { value: { operation: { operator: 'like', quantifier: 'any', value: '{a*,b}' } } }],
    ['type.filter=a,!b', { path: [], value: { kind: 'match-list', field: field('type'), value: 'a,!b' } }],
    ['x.type.filter=a', { path: ['x'], value: { kind: 'match-list', field: field('type') } }],
    [
      'or=(a.eq.1,b.in.(1,2))',
      { value: { kind: 'logic', operator: 'or', items: [{ field: field('a') }, { operation: { values: ['1', '2'] } }] } },
    ],
    ['not.and=(a.eq.1)', { path: [], value: { operator: 'and', negated: true } }],
    ['x.not.or=(a.eq.1)', { path: ['x'], value: { operator: 'or', negated: true } }],
    [
      'or=(not.and(a.eq.1,b.not.is.null), c.eq."x,y")',
      { value: { items: [{ operator: 'and', negated: true }, { operation: { value: 'x,y' } }] } },
    ],
    ['or=(a.cs.{1,2},b.eq.x)', { value: { items: [{ operation: { value: '{1,2}' } }, { operation: { value: 'x' } }] } }],
    ['or=(n.ilike.*f(x)*,b.eq.1)', { value: { items: [{ operation: { value: '*f(x)*' } }, {}] } }],
    [
      'or=(l->>a.eq.b/c.d.neq.x)',
      { value: { items: [{ field: field('l', [step('a', true)]), operation: { value: 'b/c.d.neq.x' } }] } },
    ],
    ['and=(a.eq.1))', { value: { items: [{}] } }],
  ])('reads %s', (query, condition) => {
    expect(parse(query).conditions).toMatchObject([condition]);
  });

  it.each<[string, string, number]>([
    ['or=()', '"failed to parse logic tree (())" (line 1, column 4)', 4],
    ['a=eq.1&or=(id.in.1,2,id.eq.3)', '"failed to parse logic tree ((id.in.1,2,id.eq.3))" (line 1, column 10)', 17],
    ['done=is.nil', '"failed to parse filter (is.nil)" (line 1, column 4)', 8],
    ['id=in.(1,2', '"failed to parse filter (in.(1,2)" (line 1, column 8)', 10],
    ['id=eq(some).1', '"failed to parse filter (eq(some).1)" (line 1, column 4)', 6],
    ['or=(a.foo.1)', '"failed to parse logic tree ((a.foo.1))" (line 1, column 6)', 6],
    ['or=(a.eq.1)x', '"failed to parse logic tree ((a.eq.1)x)" (line 1, column 11)', 11],
  ])('refuses %s and says where', (query, message, position) => {
    const error = refusal(query);
    expect([error.status, error.message, error.position]).toEqual([400, message, position]);
  });

  it('takes a value without an operator for an argument', () => {
    expect(parse('id=5&name=like').arguments).toMatchObject([
      { name: 'id', value: '5' },
      { name: 'name', value: 'like' },
    ]);
    expect(parse('id=in.5', { forRoutine: true }).arguments).toMatchObject([{ name: 'id', value: 'in.5' }]);
  });
});

describe('order and paging', () => {
  it('reads directions, places of nulls, JSON keys with dots, and paths', () => {
    const { orders } = parse('order=a.desc.nullslast,b,l->>x.y.asc,"q.r".nullsfirst&rel.order=c.desc');
    expect(orders).toMatchObject([
      {
        path: [],
        value: [
          { field: field('a'), descending: true, nulls: 'last' },
          { field: field('b'), descending: false, nulls: undefined },
          { field: field('l', [step('x.y', true)]), descending: false },
          { field: field('q.r'), nulls: 'first' },
        ],
      },
      { path: ['rel'], value: [{ field: field('c'), descending: true }] },
    ]);
  });

  it('reads limit and offset, for embeds too', () => {
    const tree = parse('limit=5&offset=10&rel.limit=1&rel.sub.offset=2&limit=');
    expect(tree.limits).toMatchObject([
      { path: [], value: 5 },
      { path: ['rel'], value: 1 },
    ]);
    expect(tree.offsets).toMatchObject([{ value: 10 }, { path: ['rel', 'sub'], value: 2 }]);
  });

  it.each([
    ['limit=-1', 416, 'PGRST103'],
    ['offset=99999999999999999', 416, 'PGRST103'],
    ['limit=ten', 400, 'PGRST100'],
    ['order=a.up', 400, 'PGRST100'],
    ['order=.desc', 400, 'PGRST100'],
  ])('refuses %s', (query, status, code) => {
    const error = refusal(query);
    expect([error.status, error.code, typeof error.position]).toEqual([status, code, 'number']);
  });
});

describe('limits', () => {
  it.each<[string, Partial<QueryOptions>]>([
    [`a=eq.${'x'.repeat(200)}`, { queryLength: 100 }],
    ['select=a(b(c(d(e))))', {}],
    ['and=(or(and(or(a.eq.1))))', {}],
    [`select=${'a,'.repeat(60)}a`, {}],
    ['a=eq.%00', {}],
  ])('refuses %s', (query, options) => {
    expect(refusal(query, options).status).toBe(400);
  });
});

describe('query strings', () => {
  it('lets pass empty segments, a leading mark and broken escapes', () => {
    const names = splitQuery('?&a=1&&b=%zz%41+&c').map(({ name, value, bare }) => [name, value, bare]);
    expect(names).toEqual([
      ['a', '1', false],
      ['b', '%zzA ', false],
      ['c', '', true],
    ]);
  });

  it('finds the raw place of a decoded character', () => {
    expect([0, 1, 2, 3, 4].map((at) => rawOffset('a%20b%C3%BCc', at))).toEqual([0, 1, 4, 5, 11]);
  });
});

describe('match lists and date math', () => {
  it('sorts the parts of a match list', () => {
    expect(parseMatchList('a, b,!c,d*,*e,*f*,!g*,,50%*')).toEqual({
      equal: ['a', 'b'],
      unequal: ['c'],
      like: ['d%', '%e', '%f%', '50\\%%'],
      unlike: ['g%'],
    });
  });

  it.each([
    ['now', 'lt', '2024-03-31T10:20:30.000Z'],
    ['now()', 'lt', '2024-03-31T10:20:30.000Z'],
    ['>now-2d', 'gt', '2024-03-29T10:20:30.000Z'],
    ['=now-1d/d', 'eq', '2024-03-30T00:00:00.000Z'],
    ['<now/w', 'lt', '2024-03-25T00:00:00.000Z'],
    ['now-1M', 'lt', '2024-02-29T10:20:30.000Z'],
    ['now-1y+1h', 'lt', '2023-03-31T11:20:30.000Z'],
    ['now/M-1s', 'lt', '2024-02-29T23:59:59.000Z'],
    ['2024-01-31||+1M', 'lt', '2024-02-29T00:00:00.000Z'],
    ['2024-01-31T10:00:00+02:00', 'lt', '2024-01-31T08:00:00.000Z'],
  ])('reads the date %s', (text, operator, instant) => {
    const match = parseDateMatch(text, new Date('2024-03-31T10:20:30Z'));
    expect([match?.operator, match?.instant.toISOString()]).toEqual([operator, instant]);
  });

  it.each(['', 'yesterday', 'now-1q', 'now+999999y', '2024-99-99', 'now-'])('gives no date for %j', (text) => {
    expect(parseDateMatch(text, new Date(0))).toBeUndefined();
  });
});

describe('headers', () => {
  it('reads the first of each known preference', () => {
    expect(parsePrefer('return=representation, count=exact;count=planned, foo, tx=never')).toEqual({
      return: 'representation',
      count: 'exact',
    });
  });

  it.each([
    [undefined, 'json'],
    ['application/json, text/plain, */*', 'json'],
    ['text/csv;q=0.5, application/vnd.pgrst.object+json', 'object'],
    ['text/html, text/csv', 'csv'],
    ['text/html,*/*;q=0.8', 'json'],
  ])('negotiates %s', (accept, format) => {
    expect(negotiate(accept)).toBe(format);
  });

  it('refuses media types that it has not', () => {
    expect(() => negotiate('audio/mpeg')).toThrow('None of these');
  });

  it('reads ranges of items and passes over other units', () => {
    expect(parseRange('5-9', 'items')).toEqual({ offset: 5, limit: 5 });
    expect(parseRange('5-', undefined)).toEqual({ offset: 5 });
    expect(parseRange('bytes=0-1', undefined)).toBeUndefined();
    expect(() => parseRange('3-1', undefined)).toThrow('HTTP Range error');
  });
});

describe('refusals of logic and paths', () => {
  it.each([
    ['and=(ord(id.eq.1))', 'column 7', 'unexpected "d" expecting "("'],
    ['or=(id.eq.1,not.xor(id.eq.2))', 'column 16', 'unexpected "x" expecting logic operator (and, or)'],
    ['or=(id.foo.1)', 'column 7', 'unexpected "f" expecting "not" or operator (eq, gt, ...)'],
    ['id=not.foo.1', 'column 5', 'unexpected "f" expecting operator (eq, gt, ...)'],
    ['or=(id)', 'column 6', 'unexpected ")" expecting "->>", "->" or delimiter (.)'],
    ['or=(id.eq.1', 'column 11', 'unexpected end of input expecting "," or ")"'],
    ['id=in.(1,2', 'column 8', 'unexpected end of input expecting "," or ")"'],
    ['select=data->>--34', 'column 9', 'unexpected "-" expecting digit'],
    ['select=data->-1x', 'column 9', 'unexpected "x" expecting digit'],
    ['order=id.up', 'column 4', 'unexpected "u" expecting "asc", "desc", "nullsfirst" or "nullslast"'],
  ])('say what should stand in the place: %s', (query, column, details) => {
    const { message, details: said } = refusal(query);

    expect(message).toContain(column);
    expect(said).toBe(details);
  });
});
