import { afterAll, describe, expect, it } from 'vitest';
import { createExpressionEngine, Duration, ExpressionError } from '../index.ts';

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

const text: Case[] = [
  ['plain text', 'plain text'],
  ['', ''],
  ['  surrounded  ', 'surrounded'],
  ['{{ .name }}', 'ada'],
  ['a{{ .name }}b', 'aadab'],
  ['{{- .name -}}', 'ada'],
  ['x  {{- .name }}  y', 'xada  y'],
  ['x  {{ .name -}}  \n\t y', 'x  aday'],
  ['{{23 -}} < {{- 45}}', '23<45'],
  ['a{{/* comment */}}b', 'ab'],
  ['a  {{- /* comment */ -}}  b', 'ab'],
  ['{{/* several\nlines */}}z', 'z'],
  ['{{ "{{" }}', '{{'],
  ['{{\n.name\n}}', 'ada'],
  ['}}', '}}'],
  ['{ {{ .name }} }', '{ ada }'],
];

const literals: Case[] = [
  ['{{ 1 }}', '1'],
  ['{{ -7 }}', '-7'],
  ['{{ 1.5 }}', '1.5'],
  ['{{ 0x1F }}', '31'],
  ['{{ 0b101 }}', '5'],
  ['{{ 0o17 }}', '15'],
  ['{{ 1_000 }}', '1000'],
  ['{{ 1e3 }}', '1000'],
  ['{{ 1e6 }}', '1e+06'],
  [`{{ 'a' }}`, '97'],
  [`{{ '\\n' }}`, '10'],
  ['{{ true }}', 'true'],
  ['{{ "a\\tb" }}', 'a\tb'],
  ['{{ "\\u00e9\\x41" }}', 'éA'],
  ['{{ `raw\\n` }}', 'raw\\n'],
];

const values: Case[] = [
  ['{{ .count }}', '3'],
  ['{{ .int }}', '42'],
  ['{{ .big }}', '1.234567e+06'],
  ['{{ .ratio }}', '0.5'],
  ['{{ .yes }}', 'true'],
  ['{{ .nothing }}', '<no value>'],
  ['{{ .missing }}', '<no value>'],
  ['{{ .missing.deeper }}', '<no value>'],
  ['{{ .map.nested.deep }}', 'x'],
  ['{{ .map.nested }}', 'map[deep:x]'],
  ['{{ .map }}', 'map[a:1 b:2 nested:map[deep:x]]'],
  ['{{ .list }}', '[a b c]'],
  ['{{ .matrix }}', '[[1 2] [3 4]]'],
  ['{{ .none }}', '[]'],
  ['{{ .emptyMap }}', 'map[]'],
  ['{{ .took }}', '1h30m0s'],
  ['{{ .at }}', '2023-09-26 08:05:03.25 +0000 UTC'],
  ['{{ .bytes }}', '[104 105]'],
  ['{{ $.name }}', 'ada'],
  ['{{ (.map).b }}', '2'],
  ['{{ (index .rows 0).id }}', 'one'],
  ['{{ .took.Minutes }}', '90'],
  ['{{ .took.Hours }}', '1.5'],
  ['{{ .at.Format "2006-01-02 15:04" }}', '2023-09-26 08:05'],
  ['{{ .at.Year }}', '2023'],
  ['{{ .at.Unix }}', '1695715503'],
];

const conditions: Case[] = [
  ['{{ if .yes }}y{{ end }}', 'y'],
  ['{{ if .no }}y{{ else }}n{{ end }}', 'n'],
  ['{{ if .zero }}y{{ else }}n{{ end }}', 'n'],
  ['{{ if .count }}y{{ end }}', 'y'],
  ['{{ if .empty }}y{{ else }}n{{ end }}', 'n'],
  ['{{ if .none }}y{{ else }}n{{ end }}', 'n'],
  ['{{ if .list }}y{{ end }}', 'y'],
  ['{{ if .emptyMap }}y{{ else }}n{{ end }}', 'n'],
  ['{{ if .nothing }}y{{ else }}n{{ end }}', 'n'],
  ['{{ if .missing }}y{{ else }}n{{ end }}', 'n'],
  ['{{ if eq .count 1 }}one{{ else if eq .count 3 }}three{{ else }}many{{ end }}', 'three'],
  ['{{ if .no }}a{{ else if .zero }}b{{ else if .no }}c{{ else }}d{{ end }}', 'd'],
  ['{{ if and .yes .count }}y{{ end }}', 'y'],
  ['{{ if or .no .empty }}y{{ else }}n{{ end }}', 'n'],
  ['{{ if not .no }}y{{ end }}', 'y'],
  ['{{ if $x := .count }}{{ $x }}{{ end }}', '3'],
  ['{{ with .map }}{{ .a }}{{ end }}', '1'],
  ['{{ with .missing }}y{{ else }}n{{ end }}', 'n'],
  ['{{ with $m := .map }}{{ $m.b }}{{ .b }}{{ end }}', '22'],
  ['{{ with .no }}a{{ else with .name }}{{ . }}{{ end }}', 'ada'],
  ['{{ with .map }}{{ $.name }}{{ end }}', 'ada'],
];

const loops: Case[] = [
  ['{{ range .list }}{{ . }},{{ end }}', 'a,b,c,'],
  ['{{ range $v := .list }}{{ $v }}{{ end }}', 'abc'],
  ['{{ range $i, $v := .list }}{{ $i }}{{ $v }}{{ end }}', '0a1b2c'],
  ['{{ range $k, $v := .map }}{{ $k }};{{ end }}', 'a;b;nested;'],
  ['{{ range .none }}x{{ else }}empty{{ end }}', 'empty'],
  ['{{ range .missing }}x{{ else }}empty{{ end }}', 'empty'],
  ['{{ range .rows }}{{ .id }}:{{ .ok }} {{ end }}', 'one:true two:false'],
  ['{{ range .matrix }}{{ range . }}{{ . }}{{ end }};{{ end }}', '12;34;'],
  ['{{ range .list }}{{ if eq . "b" }}{{ break }}{{ end }}{{ . }}{{ end }}', 'a'],
  ['{{ range .list }}{{ if eq . "b" }}{{ continue }}{{ end }}{{ . }}{{ end }}', 'ac'],
  ['{{ range 3 }}{{ . }}{{ end }}', '012'],
  ['{{ range $i := 2 }}{{ $i }}{{ end }}', '01'],
  ['{{ range .list }}{{ $.name }}{{ end }}', 'adaadaada'],
  ['{{ range $i, $_ := .rows }}{{ if $i }}, {{ end }}{{ .id }}{{ end }}', 'one, two'],
];

const variables: Case[] = [
  ['{{ $x := 1 }}{{ $x }}', '1'],
  ['{{ $x := 1 }}{{ $x = 2 }}{{ $x }}', '2'],
  ['{{ $x := 1 }}{{ if .yes }}{{ $x = 5 }}{{ end }}{{ $x }}', '5'],
  ['{{ $x := 1 }}{{ if .yes }}{{ $x := 5 }}{{ end }}{{ $x }}', '1'],
  ['{{ $s := "" }}{{ range .list }}{{ $s = printf "%s%s" . $s }}{{ end }}{{ $s }}', 'cba'],
  ['{{ $m := .map }}{{ $m.nested.deep }}', 'x'],
  ['{{ $x := 1 | printf "%d!" }}{{ $x }}', '1!'],
];

const definitions: Case[] = [
  ['{{ define "t" }}[{{ . }}]{{ end }}{{ template "t" .name }}', '[ada]'],
  ['{{ template "t" .map }}{{ define "t" }}{{ .a }}{{ end }}', '1'],
  ['{{ block "b" .name }}<{{ . }}>{{ end }}', '<ada>'],
  ['{{ define "t" }}{{ . }}{{ end }}{{ template "t" }}', '<no value>'],
  ['{{ define "f" }}{{ if . }}{{ len . }}{{ template "f" (slice . 1) }}{{ end }}{{ end }}{{ template "f" .list }}', '321'],
  ['{{ define "t" }}{{ $ }}{{ end }}{{ range .list }}{{ template "t" . }}{{ end }}', 'abc'],
];

const pipelines: Case[] = [
  ['{{ .name | toUpper }}', 'ADA'],
  ['{{ .name | printf "%s-%s" "x" }}', 'x-ada'],
  ['{{ "a" | printf "%s%s" "b" | toUpper }}', 'BA'],
  ['{{ (toUpper .name) | quote }}', '"ADA"'],
  ['{{ printf "%d" (len .list) }}', '3'],
  ['{{ .list | len }}', '3'],
  ['{{ not (eq .count 3) }}', 'false'],
  ['{{ eq (len .list) 3 | not }}', 'false'],
];

const comparisons: Case[] = [
  ['{{ eq 1 1 }}', 'true'],
  ['{{ eq 1 2 3 1 }}', 'true'],
  ['{{ eq "a" "b" }}', 'false'],
  ['{{ eq .int 42 }}', 'true'],
  ['{{ eq .count 3 }}', 'true'],
  ['{{ eq .count 3.0 }}', 'true'],
  ['{{ ne "a" "b" }}', 'true'],
  ['{{ lt 1 2 }}', 'true'],
  ['{{ le 2 2 }}', 'true'],
  ['{{ gt "b" "a" }}', 'true'],
  ['{{ ge 1.5 2 }}', 'false'],
  ['{{ gt .took 60 }}', 'true'],
  ['{{ eq .missing nil }}', 'true'],
  ['{{ ne .name nil }}', 'true'],
  ['{{ and 1 0 2 }}', '0'],
  ['{{ or 0 "" "x" }}', 'x'],
  ['{{ and .no (index .none 5) }}', 'false'],
  ['{{ or .yes (index .none 5) }}', 'true'],
];

const builtins: Case[] = [
  ['{{ len .name }}', '3'],
  ['{{ len "é" }}', '2'],
  ['{{ len .map }}', '3'],
  ['{{ index .list 1 }}', 'b'],
  ['{{ index .map "nested" "deep" }}', 'x'],
  ['{{ index .matrix 1 0 }}', '3'],
  ['{{ index .map "absent" }}', '<no value>'],
  ['{{ slice .name 1 3 }}', 'da'],
  ['{{ slice .list 1 }}', '[b c]'],
  ['{{ slice "x" "y" }}', '[x y]'],
  ['{{ print 1 2 "a" "b" 3 }}', '1 2ab3'],
  ['{{ print "a" 1 2 "b" }}', 'a1 2b'],
  ['{{ println "a" 1 }}', 'a 1'],
  ['{{ html .html }}', '&lt;a href=&#34;x&#34;&gt;&amp;&#39;&lt;/a&gt;'],
  [`{{ js "it's" }}`, "it\\'s"],
  ['{{ urlquery "a b&c" }}', 'a+b%26c'],
];

const formats: Case[] = [
  ['{{ printf "%s|%d|%v" "a" 1 true }}', 'a|1|true'],
  ['{{ printf "%q" "a\\"b" }}', '"a\\"b"'],
  ['{{ printf "%5d|%-5d|%05d" 42 42 42 }}', '42|42   |00042'],
  ['{{ printf "%.2f" 3.14159 }}', '3.14'],
  ['{{ printf "%8.3f|" 3.14159 }}', '3.142|'],
  ['{{ printf "%e" 1234.5678 }}', '1.234568e+03'],
  ['{{ printf "%g" 100000.0 }}', '100000'],
  ['{{ printf "%g" 1000000.0 }}', '1e+06'],
  ['{{ printf "%x %X %o %b" 255 255 8 5 }}', 'ff FF 10 101'],
  ['{{ printf "%#x" 255 }}', '0xff'],
  ['{{ printf "%x" "hi" }}', '6869'],
  ['{{ printf "%c%c" 72 105 }}', 'Hi'],
  ['{{ printf "%U" 233 }}', 'U+00E9'],
  ['{{ printf "%t" true }}', 'true'],
  ['{{ printf "%+d" 5 }}', '+5'],
  ['{{ printf "%T %T %T" 1 "a" 1.5 }}', 'int string float64'],
  ['{{ printf "%v" .list }}', '[a b c]'],
  ['{{ printf "%s" .list }}', '[a b c]'],
  ['{{ printf "%q" .list }}', '["a" "b" "c"]'],
  ['{{ printf "%d" "x" }}', '%!d(string=x)'],
  ['{{ printf "%d" }}', '%!d(MISSING)'],
  ['{{ printf "a" 1 }}', 'a%!(EXTRA int=1)'],
  ['{{ printf "100%%" }}', '100%'],
  ['{{ printf "%*d" 5 42 }}', '42'],
  ['{{ printf "%s" .took }}', '1h30m0s'],
  ['{{ printf "%v" .missing }}', '<nil>'],
  ['{{ printf "%-6s|" "ab" }}', 'ab    |'],
  ['{{ printf "%.2s" "abcdef" }}', 'ab'],
];

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

const headers: Case[] = [
  ['# gotemplate: left-delim=$[[ right-delim=]]\nHello, $[[.name]]. $(x) {{y}}', 'Hello, ada. $(x) {{y}}'],
  ['# note\n# gotemplate: left-delim=<< right-delim=>>\n<< .name >>', '# note\nada'],
  ['# just a comment {{ .name }}', '# just a comment ada'],
];

describe.each([
  ['text, trimming and comments', text],
  ['literals', literals],
  ['values', values],
  ['conditions', conditions],
  ['loops', loops],
  ['variables', variables],
  ['definitions', definitions],
  ['pipelines', pipelines],
  ['comparisons', comparisons],
  ['built-in functions', builtins],
  ['printf', formats],
  ['our functions', functions],
  ['headers', headers],
])('Go templates: %s', (_group, cases) => {
  it.each(cases)('%j prints %j', async (template, output) => {
    expect(await engine.render({ template }, data)).toBe(output.trim());
  });
});

describe('Go templates: errors', () => {
  it.each([
    ['{{ .name', 'EXPRESSION_INVALID', 'unclosed action', 1, 1],
    ['{{ if .yes }}', 'EXPRESSION_INVALID', 'unexpected end of the template in if', undefined, undefined],
    ['{{ end }}', 'EXPRESSION_INVALID', 'unexpected {{end}}', undefined, undefined],
    ['a\n{{ .name | nosuch }}', 'EXPRESSION_INVALID', 'function "nosuch" not defined', 2, 12],
    ['{{ $x }}', 'EXPRESSION_INVALID', 'undefined variable "$x"', 1, 4],
    ['{{ break }}', 'EXPRESSION_INVALID', '{{break}} outside {{range}}', 1, 4],
    ['{{ "open }}', 'EXPRESSION_INVALID', 'unterminated quoted string', 1, 4],
    ['{{ template "nosuch" }}', 'EXPRESSION_INVALID', 'template "nosuch" not defined', 1, 4],
    ['{{ 1 | 2 }}', 'EXPRESSION_INVALID', 'non executable command', 1, 8],
    ['{{ () }}', 'EXPRESSION_INVALID', 'missing value', 1, 5],
    ['x\ny {{ index .list 9 }}', 'EXPRESSION_FAILED', 'index out of range: 9', 2, 6],
    ['{{ .nothing.a }}', 'EXPRESSION_FAILED', 'nil pointer evaluating interface {}.a', 1, 4],
    ['{{ .name.a }}', 'EXPRESSION_FAILED', "can't evaluate field a in type string", 1, 4],
    ['{{ eq .name 1 }}', 'EXPRESSION_FAILED', 'incompatible types for comparison', 1, 4],
    ['{{ range .name }}{{ end }}', 'EXPRESSION_FAILED', "range can't iterate over ada", 1, 10],
    ['{{ fail "stop" }}', 'EXPRESSION_FAILED', 'stop', 1, 4],
    ['# gotemplate: bogus=1\nx', 'EXPRESSION_INVALID', 'unexpected "bogus=1"', 1, 1],
  ])('%j fails with %s and names the place', async (template, code, message, line, column) => {
    const error = await engine.render({ template }, data).catch((caught: unknown) => caught);
    expect(error).toBeInstanceOf(ExpressionError);
    expect(error).toMatchObject({ code, expression: template });
    expect(String(error)).toContain(message);
    if (line !== undefined) expect(error).toMatchObject({ line, column });
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
