import { afterAll, describe, expect, it } from 'vitest';
import { createExpressionEngine, Duration } from '../index.ts';

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
  numbers: [3, 1, 2],
  none: [],
  map: { b: 2, a: 1, nested: { deep: 'x' } },
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
};

type Case = readonly [template: string, output: string];

const functions: Case[] = [
  ['{{ strings.ToLower "ABC" }}', 'abc'],
  ['{{ "hello world" | strings.Title }}', 'Hello World'],
  ['{{ strings.ReplaceAll "l" "L" "hello" }}', 'heLLo'],
  ['{{ "a,b" | strings.Split "," }}', '[a b]'],
  ['{{ strings.TrimPrefix "ab" "abc" }}', 'c'],
  ['{{ strings.Repeat 3 "ab" }}', 'ababab'],
  ['{{ "ab\\ncd" | strings.Indent 2 }}', 'ab\n  cd'],
  ['{{ strings.Trunc 2 "abc" }}', 'ab'],
  ['{{ contains "hello" "ell" }}', 'true'],
  ['{{ hasPrefix "hello" "he" }}', 'true'],
  ['{{ join .list "-" }}', 'a-b-c'],
  ['{{ split "a:b" ":" }}', '[a b]'],
  ['{{ splitN "a:b:c" ":" 2 }}', '[a b:c]'],
  ['{{ trim "xxaxx" "x" }}', 'a'],
  ['{{ replaceAll "a" "o" "banana" }}', 'bonono'],
  ['{{ .missing | default "none" }}', 'none'],
  ['{{ .name | default "none" }}', 'ada'],
  ['{{ ternary "a" "b" true }}', 'a'],
  ['{{ conv.ToInt "42" }}', '42'],
  ['{{ conv.ToInt .ratio }}', '0'],
  ['{{ conv.ToBool "yes" }}', 'true'],
  ['{{ bool "t" }}', 'true'],
  ['{{ add 1 2 3 }}', '6'],
  ['{{ sub 5 2 }} {{ mul 2 3 }} {{ div 7 2 }} {{ rem 7 2 }} {{ pow 2 10 }}', '3 6 3.5 1 1024'],
  ['{{ add 1 0.5 }}', '1.5'],
  ['{{ seq 3 }}', '[1 2 3]'],
  ['{{ math.Seq 5 1 2 }}', '[5 3 1]'],
  ['{{ dict "a" 1 "b" 2 }}', 'map[a:1 b:2]'],
  ['{{ keys .map }}', '[a b nested]'],
  ['{{ values (dict "b" 2 "a" 1) }}', '[1 2]'],
  ['{{ has .map "a" }} {{ has .list "z" }}', 'true false'],
  ['{{ append 4 .numbers }}', '[3 1 2 4]'],
  ['{{ prepend 0 .numbers }}', '[0 3 1 2]'],
  ['{{ sort .numbers }}', '[1 2 3]'],
  ['{{ reverse .list }}', '[c b a]'],
  ['{{ uniq (slice "a" "b" "a") }}', '[a b]'],
  ['{{ flatten .matrix }}', '[1 2 3 4]'],
  ['{{ merge (dict "a" 1) (dict "a" 2 "b" 3) }}', 'map[a:2 b:3]'],
  ['{{ .rows | toJSON }}', '[{"id":"one","ok":true},{"id":"two","ok":false}]'],
  ['{{ dict "a" 1 | toJSONPretty "  " }}', '{\n  "a": 1\n}'],
  ['{{ (`{"a":[1]}` | json).a }}', '[1]'],
  ['{{ (json "{\\"a\\":{\\"b\\":7}}").a.b }}', '7'],
  ['{{ (yaml "a: [x, y]").a }}', '[x y]'],
  ['{{ dict "b" 1 "a" "x" | toYAML }}', 'a: x\nb: 1'],
  ['{{ (csv "a,b\\n1,2") }}', '[[a b] [1 2]]'],
  ['{{ (index (csvByRow "a,b\\n1,2") 0).b }}', '2'],
  ['{{ base64.Encode "hi" }} {{ base64.Decode "aGk=" }}', 'aGk= hi'],
  ['{{ crypto.SHA1 "hello" }}', 'aaf4c61ddcc5e8a2dabede0f3b482cd9aea9434d'],
  ['{{ regexp.Replace "(a)(.)" "$2$1" "abad" }}', 'bada'],
  ['{{ regexp.Find "[0-9]+" "ab12" }}', '12'],
  ['{{ regexp.Match "^a" "abc" }}', 'true'],
  ['{{ humanSize 123456 }}', '120.6K'],
  ['{{ humanDuration .took }}', '1h30m'],
  ['{{ (semver "1.2.3-beta.1").Prerelease }}', 'beta.1'],
  ['{{ "1.2.3" | semverCompare "1.2.3" }}', 'true'],
  ['{{ urlencode "hello world ?" }}', 'hello+world+%3F'],
  ['{{ urldecode "a+b%26" }}', 'a b&'],
  ['{{ (urlParse "https://example.com:8080/x?y=1").Host }}', 'example.com:8080'],
  ['{{ filepath.Base "/a/b.txt" }} {{ path.Ext "b.txt" }}', 'b.txt .txt'],
  ['{{ (time.Parse "2006-01-02" "2023-09-26").Format "Jan 2" }}', 'Sep 26'],
  ['{{ time.Hour 2 }}', '2h0m0s'],
  ['{{ (time.ParseDuration "1d").Hours }}', '24'],
  ['{{ time.RFC3339 }}', '2006-01-02T15:04:05Z07:00'],
  ['{{ kind .map }} {{ kind 1.5 }} {{ isKind "number" 1 }}', 'map float64 true'],
  ['{{ quote "a" }} {{ squote "a\'b" }} {{ shellQuote "a b" }}', `"a" 'a''b' 'a b'`],
  ['{{ uuid.IsValid "2a42e576-c308-4db9-8525-0513af307586" }}', 'true'],
  ['{{ len (random.Alpha 12) }}', '12'],
  ['{{ coll.Keys .map }}', '[a b nested]'],
];

describe.each([['our functions', functions]])('Go templates: %s', (_group, cases) => {
  it.each(cases)('%j prints %j', async (template, output) => {
    expect(await engine.render({ template }, data)).toBe(output.trim());
  });
});

describe('text with several delimiters', () => {
  it.each([
    ['no placeholders', 'no placeholders'],
    ['https://$(name).example.com/{{ .map.b }}', 'https://ada.example.com/2'],
    ['{{name}} {{ .name }} $(.name)', 'ada ada ada'],
    ['  $(name)  ', '  ada  '],
    ['$(.name | toUpper)', 'ADA'],
    ['$(printf "%s" (toUpper .name))', 'ADA'],
    ['$(absent)', '<no value>'],
    ['cost: $5 (five)', 'cost: $5 (five)'],
  ])('%j becomes %j', async (source, output) => {
    expect(await engine.renderText(source, data)).toBe(output);
  });

  it('uses the delimiters that are given', async () => {
    expect(await engine.renderText('<% name %> {{ name }}', data, { delimiters: [['<%', '%>']] })).toBe('ada {{ name }}');
  });

  it('does not evaluate placeholders that come from a value', async () => {
    expect(await engine.renderText('$(name)', { name: '{{ 1 }}$(x)' })).toBe('{{ 1 }}$(x)');
  });
});
