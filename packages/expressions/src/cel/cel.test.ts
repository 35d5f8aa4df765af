import { afterAll, describe, expect, it } from 'vitest';
import { createExpressionEngine, Duration, ExpressionError } from '../index.ts';

const engine = createExpressionEngine({ workers: 1 });
afterAll(() => engine.close());

const variables = {
  code: 200n,
  status: 'ok',
  elapsed: Duration.parse('1m15s'),
  at: new Date('2020-01-01T14:30:33.456Z'),
  json: { rates: { EUR: 0.91, USD: 1 }, count: 5, tags: ['x', 'y'], nothing: null },
  rows: [
    { name: 'b', size: 2, labels: { team: 'red' } },
    { name: 'a', size: 10, labels: {} },
  ],
  x: { a: 'b', c: 1n, d: true, f: { a: '5' } },
  text: '    hello world\t\n',
  raw: new Uint8Array([104, 105]),
};

type Case = readonly [expression: string, output: string];

const operators: Case[] = [
  ['1 + 2 * 3', '7'],
  ['(1 + 2) * 3', '9'],
  ['7 / 2', '3'],
  ['-7 / 2', '-3'],
  ['-7 % 3', '-1'],
  ['7.0 / 2.0', '3.5'],
  ["'a' + 'b'", 'ab'],
  ['[1] + [2, 3]', '[1 2 3]'],
  ['1 == 1 && 2 != 3', 'true'],
  ['1 < 2 || false', 'true'],
  ['!true', 'false'],
  ["true ? 'y' : 'n'", 'y'],
  ['3 in [1, 2, 4]', 'false'],
  ["'a' in {'a': 1}", 'true'],
  ["'ell' in ['ell']", 'true'],
  ['code == 200', 'true'],
  ['code in [200, 201]', 'true'],
  ['json.count == 5', 'true'],
  ['json.count > 4', 'true'],
  ['json.count + 1.0', '6'],
  ['[1, 2] == [1, 2]', 'true'],
  ["{'a': 1} == {'a': 1}", 'true'],
  ['0x1F', '31'],
  ["b'hi'", '[104 105]'],
  ["r'\\d'", '\\d'],
  ["'''a'b'''", "a'b"],
  ['size([1, 2])', '2'],
  ["size('héllo')", '5'],
  ["size({'a': 1})", '1'],
  ["'a\nb'", 'a b'],
  ['1\n+\n2', '3'],
];

const access: Case[] = [
  ['json.rates.EUR', '0.91'],
  ["json['rates']['USD']", '1'],
  ['json.tags[1]', 'y'],
  ['has(json.rates)', 'true'],
  ['has(json.absent)', 'false'],
  ['json.nothing == null', 'true'],
  ['x.?a.orValue("d")', 'b'],
  ['x.?e.orValue("d")', 'd'],
  ['x.?e', ''],
  ['x.?f.?a', '5'],
  ['x.?f.?b', ''],
  ["x[?'e'].orValue('d')", 'd'],
  ['x.?e.hasValue()', 'false'],
  ['optional.of(5).orValue(1)', '5'],
  ['optional.none().or(optional.of(2)).value()', '2'],
];

const macros: Case[] = [
  ['[1, 2, 3].all(v, v > 0)', 'true'],
  ['[1, 2, 3].exists(v, v == 2)', 'true'],
  ['[1, 2, 2].exists_one(v, v == 2)', 'false'],
  ['[1, 2, 3].filter(v, v > 1)', '[2 3]'],
  ['[1, 2, 3].map(v, v * 2)', '[2 4 6]'],
  ['[1, 2, 3].map(v, v > 1, v * 2)', '[4 6]'],
  ["{'a': 1, 'b': 2}.map(k, k)", '[a b]'],
  ['rows.filter(r, r.size > 5.0).map(r, r.name)', '[a]'],
  ["rows.exists(r, r.labels.team == 'red')", 'true'],
  ['[[1, 2], [3]].map(l, l.map(v, v + 1))', '[[2 3] [4]]'],
  ['cel.bind(n, 5, n + n)', '10'],
];

const conversions: Case[] = [
  ['string(1)', '1'],
  ['string(1.5)', '1.5'],
  ['string(1000000.0)', '1e+06'],
  ['string(true)', 'true'],
  ['string(at)', '2020-01-01T14:30:33.456Z'],
  ["string(duration('1h'))", '3600s'],
  ['string(raw)', 'hi'],
  ["int('42')", '42'],
  ['int(2.9)', '2'],
  ["int(timestamp('1970-01-01T00:01:00Z'))", '60'],
  ["double('1.5')", '1.5'],
  ["bool('true')", 'true'],
  ['type(1) == int', 'true'],
  ['uint(7)', '7'],
];

const times: Case[] = [
  ['elapsed', '1m15s'],
  ["elapsed > duration('1m')", 'true'],
  ['elapsed.getSeconds()', '75'],
  ['elapsed.getMilliseconds()', '75000'],
  ["duration('1h').getMinutes()", '60'],
  ["duration('1h') > duration('2h')", 'false'],
  ["duration('1h') + duration('30m')", '1h30m0s'],
  ["duration('10s') - duration('30s')", '-20s'],
  ["duration('-1.5s').getMilliseconds()", '-1500'],
  ["Duration('7d').getHours()", '168'],
  ["duration('24h') > Duration('3d')", 'false'],
  ['at.getSeconds()', '33'],
  ['at.getMilliseconds()', '456'],
  ['at.getFullYear()', '2020'],
  ['at.getMonth()', '0'],
  ['at.getDate()', '1'],
  ['at.getDayOfMonth()', '0'],
  ['at.getDayOfWeek()', '3'],
  ['at.getDayOfYear()', '0'],
  ["at.getHours('America/New_York')", '9'],
  ["at.getHours('+05:30')", '20'],
  ['at', '2020-01-01 14:30:33.456 +0000 UTC'],
  ["at + duration('1h')", '2020-01-01 15:30:33.456 +0000 UTC'],
  ["timestamp('2020-01-02T00:00:00Z') - timestamp('2020-01-01T00:00:00Z')", '24h0m0s'],
  ["timestamp('1986-12-18T10:00:20.021-05:00').getDayOfMonth()", '17'],
  ["timestamp('2020-01-01T00:00:00.123456789+05:30')", '2019-12-31 18:30:00.123 +0000 UTC'],
  ["timestamp(0) == timestamp('1970-01-01T00:00:00Z')", 'true'],
  ["string(time.Parse('2006-01-02', '2023-09-26'))", '2023-09-26T00:00:00Z'],
  ["string(time.ParseInLocation('2006-01-02 15:04', 'Europe/Berlin', '2023-07-01 12:00'))", '2023-07-01T10:00:00Z'],
  ["time.Since(timestamp('2020-01-01T00:00:00Z')) > duration('1h')", 'true'],
  ["Age('2020-01-01T00:00:00Z') > Duration('3d')", 'true'],
  ['time.Hour(2)', '2h0m0s'],
  ["time.ParseDuration('2d')", '48h0m0s'],
  ['string(time.Unix(60))', '1970-01-01T00:01:00Z'],
  ["HumanDuration(duration('1008h'))", '6w0d0h'],
  ['HumanDuration(elapsed)', '1m15s'],
  ["HumanDuration(duration('26h30m'))", '1d2h30m'],
];

const strings: Case[] = [
  ["'KubernetesPod'.abbrev(1, 5)", 'Ku...'],
  ["'KubernetesPod'.abbrev(6)", 'Kub...'],
  ["'the quick brown fox'.camelCase()", 'theQuickBrownFox'],
  ["'hello mellow'.kebabCase()", 'hello-mellow'],
  ["'hello mellow'.snakeCase()", 'hello_mellow'],
  ["'hello world'.title()", 'Hello World'],
  ["'the fox'.charAt(2)", 'e'],
  ["'the quick fox'.contains('quick')", 'true'],
  ["'hello'.startsWith('he') && 'hello'.endsWith('lo')", 'true'],
  ["'hello'.indexOf('l')", '2'],
  ["'hello'.indexOf('l', 3)", '3'],
  ["'hello hello'.lastIndexOf('hello')", '6'],
  ["'TacoCat'.lowerAscii()", 'tacocat'],
  ["'TacoÉ'.upperAscii()", 'TACOÉ'],
  ["'a,b,c'.split(',')", '[a b c]'],
  ["'a,b,c'.split(',', 2)", '[a b,c]'],
  ["['hello', 'mellow'].join()", 'hellomellow'],
  ["['hello', 'mellow'].join('-')", 'hello-mellow'],
  ["'hello'.substring(1, 3)", 'el'],
  ["'héllo'.substring(1)", 'éllo'],
  ["'hello'.replace('l', 'L')", 'heLLo'],
  ["'hello'.replace('l', 'L', 1)", 'heLlo'],
  ["'hello'.replaceAll('l', 'f')", 'heffo'],
  ["'hello'.reverse()", 'olleh'],
  ["'hello'.repeat(2)", 'hellohello'],
  ["'hello world'.indent(4, '-')", '----hello world'],
  ["'hello'.quote() + \"it's\".squote()", `"hello"'it''s'`],
  ["'rm -rf /home/*'.shellQuote()", "'rm -rf /home/*'"],
  ["'Hello There!'.slug()", 'hello-there'],
  ['text.trim()', 'hello world'],
  ["'hello world'.trimSuffix(' world') + 'xa'.trimPrefix('x')", 'helloa'],
  ["'testing this line from here'.wordWrap(10)", 'testing\nthis line\nfrom here'],
  ["'Hello Beautiful World'.wordWrap(16, '===')", 'Hello Beautiful===World'],
  ["'héllo'.runeCount()", '5'],
  ["'apple'.matches('^a.*e$')", 'true'],
  ["matches('apple', 'pp')", 'true'],
  ["' asdsa A123 asdsd'.find(r'A\\d{3}')", 'A123'],
  ["'ABC-123 x DEF-456'.findAll(r'\\w{3}-\\d{3}')", '[ABC-123 DEF-456]'],
  ["'%s is %d'.format(['a', 42])", 'a is 42'],
  ["'%.2f %e %x %b %o'.format([3.14159, 1200.0, 255, 5, 8])", '3.14 1.200000e+03 ff 101 10'],
  ["'%s'.format([[1, 'a', true, null]])", '[1, "a", true, null]'],
  ["'%d%%'.format([json.count])", '5%'],
];

const collections: Case[] = [
  ["{'b': 2, 'a': 1}.keys().join(',')", 'a,b'],
  ["{'a': 1, 'b': 2}.values().sum()", '3'],
  ["{'a': 'c'}.merge({'b': 'd'}).keys()", '[a b]'],
  ["{'a': 1}.merge({'a': 2}).a", '2'],
  ["{'a': '1', 'b': '2', 'c': '3'}.pick(['a', 'c']).keys()", '[a c]'],
  ["{'a': '1', 'b': '2'}.omit(['b']).keys()", '[a]'],
  ["['a', 'b', 'c', 'd'].slice(1, 3).join(',')", 'b,c'],
  ["['a', ['b', ['c']], 'd'].flatten().join(',')", 'a,b,c,d'],
  ["['b', 'a', 'c'].sort()", '[a b c]'],
  ['[3, 2, 10].sort()', '[2 3 10]'],
  ["rows.sortBy('name').map(r, r.size)", '[10 2]'],
  ['[1, 2, 3, 3].uniq().sum()', '6'],
  ['[1, 2, 3].min() + [1, 2, 3].max()', '4'],
  ['[1.5, 2.0].sum()', '3.5'],
  ['[1, 2, 3].reverse()', '[3 2 1]'],
  ["['a', 'b'].indexOf('b')", '1'],
  ['[1, 2, 2].lastIndexOf(2)', '2'],
  ['[1, 2, 3].isSorted()', 'true'],
  ["Dict(['a', 'b', 'c', 'd']).c", 'd'],
  ["Has(['a', 'b'], 'a')", 'true'],
  ["Has({'a': 1}, 'z')", 'false'],
  ['Append(3, [1, 2])', '[1 2 3]'],
  ['sets.contains([1, 2, 3], [2, 3])', 'true'],
  ['sets.equivalent([1, 2], [2, 1, 1])', 'true'],
  ['sets.intersects([1], [2])', 'false'],
  ["keyValToMap('a=b,c=d').a", 'b'],
];

const data: Case[] = [
  ["{'name': 'John', 'age': 30}.toJSON()", '{"age":30,"name":"John"}'],
  ['1.5.toJSON()', '1.5'],
  ["{'a': [1, true, null]}.toJSON()", '{"a":[1,true,null]}'],
  ["{'name': 'x'}.toJSONPretty('\\t')", '{\n\t"name": "x"\n}'],
  ['\'{"name": "John"}\'.JSON().name', 'John'],
  ["'[1, 2]'.JSONArray()[0]", '1'],
  ['json.toJSON().JSON().tags[0]', 'x'],
  ["YAML('name: John\\n').name", 'John'],
  ["YAMLArray('- name\\n')[0]", 'name'],
  ["toYAML({'b': 1, 'a': 'x'})", 'a: x\nb: 1\n'],
  ["CSV(['Alice,30', 'Bob,31'])[1][0]", 'Bob'],
  ['data.CSVByRow(\'n,v\\na,"1,5"\')[0].v', '1,5'],
  ["data.CSVByColumn('n,v\\na,1\\nb,2').v", '[1 2]'],
  ["toCSV([['a', 'b,c']])", 'a,"b,c"\r\n'],
  ["base64.encode(b'hello')", 'aGVsbG8='],
  ["string(base64.decode('aGVsbG8='))", 'hello'],
  ["urlencode('hello world ?')", 'hello+world+%3F'],
  ["urldecode('hello+world+%3F')", 'hello world ?'],
  ["url('https://example.com:8443/a?b=c').getHost()", 'example.com:8443'],
  ["url('https://example.com/a?b=c').getQuery().b[0]", 'c'],
  ["aws.arnToMap('arn:aws:sns:eu-west-1:123:topic').account", '123'],
  ["fromAWSMap([{'Name': 'hello', 'Value': 'world'}]).hello", 'world'],
];

const others: Case[] = [
  ['HumanSize(123456)', '120.6K'],
  ['HumanSize(1048576)', '1M'],
  ['HumanSize(json.count)', '5B'],
  ["Semver('1.2.3').major", '1'],
  ["Semver('1.2.3-beta.1+c0ff33').prerelease", 'beta.1'],
  ["SemverCompare('1.2.3', '1.2.3')", 'true'],
  ["SemverCompare('1.2.3', '1.2.4')", 'false'],
  ["SemverCompare('>=1.2, <2', '1.9.0')", 'true'],
  ["crypto.SHA1('hello')", 'aaf4c61ddcc5e8a2dabede0f3b482cd9aea9434d'],
  ["crypto.SHA256('hello')", '2cf24dba5fb0a30e26e83b2ac5b9e29e1b161e5c1fa7425e73043362938b9824'],
  ["size(crypto.SHA384('hello world'))", '96'],
  ["regexp.Find('[0-9]+', '/path/i-213213/')", '213213'],
  ["regexp.Replace('[0-9]', '.', '/path/i-213/')", '/path/i-.../'],
  ["regexp.Split(',', 'a,b')", '[a b]'],
  ["regexp.QuoteMeta('a.b')", 'a\\.b'],
  ['math.Add([1, 2, 3, 4, 5])', '15'],
  ['math.Mul([1, 2, 3, 4])', '24'],
  ['math.Sub(5, 4)', '1'],
  ['math.Div(4, 2)', '2'],
  ['math.Rem(4, 3)', '1'],
  ['math.Pow(4, 2)', '16'],
  ['math.Seq([1, 6, 2])', '[1 3 5]'],
  ['math.Abs(-1)', '1'],
  ['math.greatest([1, 5, 2])', '5'],
  ['math.greatest(-42.0, -21.5, -100.0)', '-21.5'],
  ['math.least(3, 1)', '1'],
  ['math.Ceil(5.4) + math.Floor(5.6) + math.Round(5.6)', '17'],
  ["filepath.Base('/home/x/y')", 'y'],
  ["filepath.Clean('/foo/bar/../baz')", '/foo/baz'],
  ["filepath.Dir('/home/x/y')", '/home/x'],
  ["filepath.Ext('/opt/image.jpg')", '.jpg'],
  ["filepath.Join(['/home', 'x', 'y'])", '/home/x/y'],
  ["filepath.Match('*.txt', 'foo.txt')", 'true'],
  ["filepath.Rel('/foo/bar', '/foo/bar/baz')", 'baz'],
  ["filepath.Split('/foo/bar/baz')", '[/foo/bar/ baz]'],
  ['uuid.Nil()', '00000000-0000-0000-0000-000000000000'],
  ['uuid.IsValid(uuid.V4()) && uuid.IsValid(uuid.V1())', 'true'],
  ['uuid.V1() != uuid.V1()', 'true'],
  ['random.Alpha(25).size()', '25'],
  ["random.String(4, ['a', 'd']).matches('^[a-d]{4}$')", 'true'],
  ['random.Number([12, 12])', '12'],
  ["test.Ternary('a', 'b', true)", 'a'],
  ["test.Kind({'a': 1})", 'map'],
  ["k8s.cpuAsMillicores('1.234')", '1234'],
  ["k8s.memoryAsBytes('1.234Gi')", '1324997410'],
  ['null', '<nil>'],
  ["[duration('1h'), at]", '[1h0m0s 2020-01-01 14:30:33.456 +0000 UTC]'],
];

describe.each([
  ['operators and literals', operators],
  ['access and optional values', access],
  ['macros', macros],
  ['conversions', conversions],
  ['times and durations', times],
  ['texts', strings],
  ['lists and maps', collections],
  ['data formats', data],
  ['other functions', others],
])('CEL: %s', (_group, cases) => {
  it.each(cases)('%s prints %j', async (expr, output) => {
    expect(await engine.render({ expr }, variables)).toBe(output);
  });
});

describe('CEL: raw values', () => {
  it.each([
    ['code', 200n],
    ['json.count', 5],
    ["'a'", 'a'],
    ['null', null],
    ['[1, 2.5]', [1n, 2.5]],
    ["{'a': [true]}", { a: [true] }],
    ["duration('90s')", Duration.parse('90s')],
    ["{'d': elapsed}", { d: Duration.parse('75s') }],
    ['at', new Date('2020-01-01T14:30:33.456Z')],
    ['raw', new Uint8Array([104, 105])],
    ['x.?f.?a', '5'],
    ['x.?f.?b', null],
  ])('%s has its value in the value model', async (expr, value) => {
    expect(await engine.evaluate(expr, variables)).toEqual(value);
  });

  it('does not change the variables', async () => {
    const given = { list: [Duration.parse('1s'), { c: Duration.parse('2s') }] };
    await engine.evaluate('list.map(v, v)', given);
    expect(given).toEqual({ list: [Duration.parse('1s'), { c: Duration.parse('2s') }] });
  });

  it('a variable may have the name of a type', async () => {
    expect(
      await engine.evaluate('[list[0], type, string, map.a]', { list: [1], type: 'http', string: 's', map: { a: 2 } }),
    ).toEqual([1, 'http', 's', 2]);
    expect(await engine.evaluate('[type(code) == int, [[1]].map(list, list[0])]', variables)).toEqual([true, [1n]]);
  });

  it('a variable may have the name of a group of functions', async () => {
    const given = { data: { a: 1 }, time: { b: 2 }, test: 'x', math: [3] };
    expect(await engine.evaluate("[data.a, time.b, test, math[0], data.CSVByRow('h\\nv')[0].h]", given)).toEqual([
      1,
      2,
      'x',
      3,
      'v',
    ]);
  });
});

describe('CEL: errors', () => {
  it.each([
    ["'a' +", 'EXPRESSION_INVALID', 'Unexpected token', 1, 6],
    ['1 +\n\n* 2', 'EXPRESSION_INVALID', 'Unexpected token', 3, 1],
    ['nosuch(1)', 'EXPRESSION_INVALID', 'nosuch', 1, 1],
    ["'a' + 1", 'EXPRESSION_INVALID', 'no such overload', 1, 1],
    ["'a'.nosuch()", 'EXPRESSION_INVALID', 'nosuch', 1, 1],
    ['absent', 'EXPRESSION_FAILED', 'Unknown variable: absent', 1, 1],
    ['json.absent', 'EXPRESSION_FAILED', 'No such key: absent', 1, 6],
    ['json.tags[9]', 'EXPRESSION_FAILED', 'index out of bounds', 1, 1],
    ['json.count + 1', 'EXPRESSION_FAILED', 'no such overload', 1, 1],
    ['1 / 0', 'EXPRESSION_FAILED', 'division by zero', 1, 1],
    ["true ||\n'x'.JSON()\n|| duration('1 parsec') > elapsed", '', '', 0, 0],
    ["1 == 1 &&\n  'x'.JSON()", 'EXPRESSION_FAILED', 'cannot parse JSON', 2, 3],
    ["duration('1 parsec')", 'EXPRESSION_FAILED', 'invalid duration', 1, 1],
    ["timestamp('yesterday')", 'EXPRESSION_FAILED', 'RFC 3339', 1, 1],
    ["'a'.matches('(')", 'EXPRESSION_FAILED', 'invalid regular expression', 1, 1],
    ["test.Fail('stop')", 'EXPRESSION_FAILED', 'stop', 1, 1],
  ])('%j fails and names the place', async (expr, code, message, line, column) => {
    const outcome = await engine.render({ expr }, variables).catch((caught: unknown) => caught);
    if (code === '') {
      expect(outcome).toBe('true');
      return;
    }
    expect(outcome).toBeInstanceOf(ExpressionError);
    expect(outcome).toMatchObject({ code, expression: expr, line, column });
    expect(String(outcome)).toContain(message);
  });
});
