/** Deterministic random numbers (mulberry32), so that a seed shows a failure again. */
export function createRandom(seed: number): () => number {
  let state = seed >>> 0;
  return () => {
    state = (state + 0x6d2b79f5) >>> 0;
    let mixed = Math.imul(state ^ (state >>> 15), state | 1);
    mixed ^= mixed + Math.imul(mixed ^ (mixed >>> 7), mixed | 61);
    return ((mixed ^ (mixed >>> 14)) >>> 0) / 4_294_967_296;
  };
}

/** Variables that random expressions may use. */
export const FUZZ_VARIABLES = {
  code: 200n,
  count: 3,
  ratio: 0.5,
  name: 'ada',
  none: null,
  list: [1, 'a', null, [2, 3]],
  rows: [
    { id: 1, name: 'a', labels: { team: 'x' } },
    { id: 2, name: 'b', labels: {} },
  ],
  map: { a: 1, b: { c: 'd' }, 'x-y': true },
};

const CEL_PIECES = [
  ...['code', 'count', 'ratio', 'name', 'none', 'list', 'rows', 'map', 'absent', 'r', 'type', 'int', 'optional', 'math'],
  ...['1', '-1', '0', '9223372036854775807', '-9223372036854775808', '3u', '1.5', '.5', '1e308', '0x1F', 'true', 'false', 'null'],
  ...["'a'", '"b"', "'''c'''", "b'\\xff'", "br'\\d'", "r'\\d+'", "'\\u00e9'", "''", '// comment\n', '`x-y`', "b'é'"],
  ...['+', '-', '*', '/', '%', '==', '!=', '<', '<=', '>', '>=', '&&', '||', '!', ' in ', '?', ':', ',', '.', '.?', '[?'],
  ...['(', ')', '[', ']', '{', '}', '\n', ' ', '[?', '{?'],
  ...['size(', 'has(', 'string(', 'int(', 'double(', 'uint(', 'timestamp(', 'duration(', 'dyn(', 'optional.of(', 'cel.bind(v, '],
  ...['.size()', '.map(r, ', '.filter(r, ', '.all(r, ', '.exists(r, ', '.exists_one(r, ', '.optMap(v, ', '.orValue(', '.keys()'],
  ...['.join(', '.format(', '.matches(', '.substring(', '.split(', '.toJSON()', '.JSON()', '.sortBy(', '.flatten()', '.sum()'],
  ...[
    'math.greatest(',
    'math.Seq(',
    'math.bitShiftLeft(',
    'regexp.FindAll(',
    "duration('1h')",
    "timestamp('2020-01-01T00:00:00Z')",
  ],
  ...['toYAML(', 'TOML(', 'CSV(', 'Dict(', 'sets.contains(', 'base64.decode(', '.repeat(', '.wordWrap(', 'HumanSize('],
];

const TEMPLATE_PIECES = [
  ...['{{', '}}', '{{-', '-}}', '{{ ', ' }}', '{{- ', ' -}}', 'text', '\n', ' ', '$(', ')', '/*', '*/'],
  ...[
    '.',
    '$',
    '.name',
    '.list',
    '.rows',
    '.map',
    '.none',
    '.absent',
    '$.map.b',
    '$x',
    '$y',
    'nil',
    'true',
    '1',
    '-7',
    '1.5',
    '1e9',
  ],
  ...['"a"', '`raw`', "'c'", '"\\x41"', '0x1F', '(', ')', '|', ':=', '=', ','],
  ...['if ', 'else ', 'end', 'range ', 'with ', 'define "t"', 'template "t" ', 'block "b" ', 'break', 'continue', 'else if '],
  ...[
    'and ',
    'or ',
    'not ',
    'eq ',
    'lt ',
    'len ',
    'index ',
    'slice ',
    'print ',
    'printf "%5.2f|%v|%[2]q" ',
    'html ',
    'js ',
    'call ',
  ],
  ...[
    'dict ',
    'toJSON ',
    'seq ',
    'add ',
    'strings.Repeat ',
    'regexp.Replace ',
    'join ',
    'sort ',
    'urlquery ',
    'time.Now',
    'range 9 ',
  ],
  ...[
    '{{ range .rows }}',
    '{{ end }}',
    '{{ if .name }}',
    '{{ else }}',
    '{{ with .map }}',
    '{{ $x := 1 }}',
    '{{ template "t" . }}',
  ],
  ...['# gotemplate: left-delim=<< right-delim=>>\n', '<<', '>>', '# note\n'],
];

export interface RandomExpressions {
  cel(): string;
  template(): string;
}

/** Texts made of pieces of the languages, most of them nearly right. */
export function createRandomExpressions(random: () => number): RandomExpressions {
  const pick = (pieces: readonly string[]): string => pieces[Math.floor(random() * pieces.length)] ?? '';
  const text = (pieces: readonly string[]): string => {
    const length = 1 + Math.floor(random() ** 2 * 40);
    return Array.from({ length }, () => pick(pieces)).join('');
  };
  return {
    cel: () => (random() < 0.5 ? celTree(random, 4) : mutated(random, celTree(random, 3), CEL_PIECES)),
    template: () => {
      const kind = random();
      if (kind < 0.5) return text(TEMPLATE_PIECES);
      const tree = templateTree(random, 3);
      return kind < 0.75 ? tree : mutated(random, tree, TEMPLATE_PIECES);
    },
  };
}

/** A text with a few pieces put in or characters taken out. */
function mutated(random: () => number, text: string, pieces: readonly string[]): string {
  let out = text;
  for (let changes = 1 + Math.floor(random() * 4); changes > 0; changes--) {
    const at = Math.floor(random() * (out.length + 1));
    const removed = Math.floor(random() * 4);
    const piece = random() < 0.7 ? (pieces[Math.floor(random() * pieces.length)] ?? '') : '';
    out = out.slice(0, at) + piece + out.slice(at + removed);
  }
  return out;
}

function celTree(random: () => number, depth: number): string {
  const inner = (): string => celTree(random, depth - 1);
  if (depth === 0 || random() < 0.15) return CEL_PIECES[Math.floor(random() * 35)] ?? '1';
  const forms: readonly (() => string)[] = [
    () => `(${inner()} + ${inner()})`,
    () => `(${inner()} == ${inner()})`,
    () => `(${inner()} < ${inner()})`,
    () => `(${inner()} && ${inner()})`,
    () => `(${inner()} || ${inner()})`,
    () => `(${inner()} ? ${inner()} : ${inner()})`,
    () => `(${inner()} in ${inner()})`,
    () => `[${inner()}, ${inner()}]`,
    () => `[?${inner()}, ${inner()}]`,
    () => `{'a': ${inner()}, ?${inner()}: ${inner()}}`,
    () => `{${inner()}: ${inner()}}`,
    () => `rows.map(r, ${inner()})`,
    () => `list.filter(r, ${inner()})`,
    () => `${inner()}.exists(r, ${inner()})`,
    () => `${inner()}[${inner()}]`,
    () => `${inner()}.?a.orValue(${inner()})`,
    () => `optional.of(${inner()}).optMap(v, ${inner()})`,
    () => `has(${inner()}.a)`,
    () => `string(${inner()})`,
    () => `${inner()}.size()`,
    () => `'%s %d'.format([${inner()}, ${inner()}])`,
    () => `cel.bind(v, ${inner()}, ${inner()})`,
    () => `math.greatest(${inner()}, ${inner()})`,
    () => `math.Seq(${inner()})`,
    () => `-${inner()}`,
    () => `!${inner()}`,
  ];
  return forms[Math.floor(random() * forms.length)]?.() ?? '1';
}

function templateTree(random: () => number, depth: number): string {
  const body = (): string => templateTree(random, depth - 1);
  const value = (): string =>
    ['.name', '.list', '.map', '.', '$', '(len .list)', '(index .list 0)', '1', '"a"'][Math.floor(random() * 9)] ?? '.';
  if (depth === 0) return `{{ ${value()} }}`;
  const forms: readonly (() => string)[] = [
    () => `{{ if ${value()} }}${body()}{{ else }}${body()}{{ end }}`,
    () => `{{ range ${value()} }}${body()}{{ end }}`,
    () => `{{ range $i, $v := ${value()} }}{{ $i }}${body()}{{ break }}{{ end }}`,
    () => `{{ with ${value()} }}${body()}{{ else with ${value()} }}${body()}{{ end }}`,
    () => `{{ $x := ${value()} }}${body()}{{ $x = ${value()} }}`,
    () => `{{ define "t" }}${body()}{{ end }}{{ template "t" ${value()} }}`,
    () => `{{- printf "%v %d" ${value()} ${value()} | toJSON -}} ${body()}`,
    () => `${body()} ${body()}`,
  ];
  return forms[Math.floor(random() * forms.length)]?.() ?? '';
}
