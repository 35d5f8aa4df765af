import type { DataRequest } from '../index.ts';
import { createHeaders } from './random-headers.ts';
import { id } from './schema.ts';

/** A small generator with a seed, so that a failure comes again. */
export function createRandom(seed: number): () => number {
  let state = seed;
  return () => {
    state = (Math.imul(state ^ (state >>> 15), 0x2c1b3c6d) + 0x6d2b79f5) | 0;
    const mixed = Math.imul(state ^ (state >>> 13), 0x297a2d39);
    return ((mixed ^ (mixed >>> 16)) >>> 0) / 4_294_967_296;
  };
}

/** Columns and embeds of each relation, and a few that it has not. */
const RELATIONS = {
  people: ['id name email team_id initial nope', 'silences agents made nope'],
  checks: [
    'id name type labels status created_at deleted_at',
    'canaries agents agent_id checks_canary_id_fkey components configs check_statuses silences',
  ],
  configs: ['id name type labels tags cost created_at changes', 'config_relationships checks silences config_id'],
  config_items: ['id name labels tags cost size ctid', 'checks check_config_relationships'],
  agents: ['id name properties created_by', 'created_by canaries checks people'],
  canaries: ['id name spec created_at agent_id', 'checks agents agent_id checks_per_canary'],
  silences: ['id filter during origin check_id', 'check_id config_id created_by checks configs'],
  documents: ['id body words bytes', 'people'],
  connections: ['id name url password', 'nope'],
  components: ['id name icon parent_id', 'components parent_id checks'],
} as const;
type RelationName = keyof typeof RELATIONS;
const RELATION_NAMES = Object.keys(RELATIONS).filter((name): name is RelationName => name in RELATIONS);
const OPERATORS =
  'eq neq gt gte lt lte like ilike match imatch in is fts plfts cs cd ov sl sr nxr nxl adj isdistinct like(any) eq(all) fts(english) not.eq in(x) eq(any foo'.split(
    ' ',
  );
const METHODS = ['HEAD', 'POST', 'POST', 'PATCH', 'DELETE', 'PUT', 'OPTIONS', 'TRACE'];
/** Functions and arguments that fit them. */
const ROUTINES = [
  ['related_configs', `config_id=${id('d1')}&max_depth=3`],
  ['add_numbers', 'a=1&b=2'],
  ['lookup_configs', 'kind=Kubernetes::Pod'],
  ['letters', ''],
  ['echo', ''],
  ['total', 'of=1&of=2'],
  ['pair', 'a=4'],
] as const;
const VALUES = [
  '1',
  'null',
  '(1,2)',
  '(")',
  '( "a" , b )',
  '("a"b,"c)',
  '("a,b")',
  '()',
  '{1,2}',
  '[1,2]',
  'now()',
  '*a*',
  id('1'),
  'healthy',
  '',
  '{"a":1}',
  "'",
  '\\',
  '%',
  '(',
  '{',
  'x:*&',
  '99999999999999999999',
  'é',
  '\u0000',
  '2024-01-01',
];
const NOISE = [
  '(',
  ')',
  ',',
  '.',
  '"',
  "'",
  '\\',
  '->',
  '->>',
  '::',
  '!',
  '*',
  '&',
  '=',
  ':',
  '%',
  '%00',
  '%ff',
  '+',
  ' ',
  ';',
  '--',
  '$1',
  '\n',
  '😀',
  '{',
  '}',
  '\u0000',
];

/** Requests of every kind for the schema of the tests, right and wrong ones, and with pieces put in and taken out. */
export function createInputs(random: () => number): () => DataRequest & { body: string } {
  const pick = <T>(list: readonly [T, ...T[]] | readonly T[]): T => {
    const found = list[Math.floor(random() * list.length)];
    if (found === undefined) throw new Error('nothing to pick from');
    return found;
  };
  const chance = (share: number) => random() < share;
  const sent = createHeaders(pick, chance);
  let relation: RelationName = 'people';
  const name = () => pick(RELATIONS[chance(0.97) ? relation : pick(RELATION_NAMES)][0].split(' '));
  const embed = () => pick(RELATIONS[chance(0.97) ? relation : pick(RELATION_NAMES)][1].split(' '));
  const column = () => (chance(0.15) ? `${name()}->>${pick(['team', '0', '-1', 'a.b/c'])}` : name());
  const plain = () =>
    pick(['eq.1', 'neq.x', 'is.null', 'not.is.null', 'in.(a,b)', 'like.*a*', 'ilike.A', 'in.()', 'gt.5', `eq.${id('1')}`]);
  const operation = () => (chance(0.6) ? plain() : anyOperation());
  const anyOperation = () => `${chance(0.15) ? 'not.' : ''}${pick(OPERATORS)}.${pick(VALUES)}`;
  const select = (depth: number): string => {
    const item = () => {
      if (depth > 0 && chance(0.3)) {
        const hint = chance(0.3) ? `!${pick(['inner', 'inner', 'left', 'checks_canary_id_fkey', 'id', 'nope'])}` : '';
        const name = embed();
        const outer = relation;
        relation =
          RELATION_NAMES.find((each) => each === name) ??
          (name === 'created_by'
            ? 'people'
            : name === 'config_id'
              ? 'config_items'
              : name === 'parent_id'
                ? 'components'
                : 'checks');
        const inner = select(depth - 1);
        relation = outer;
        return `${chance(0.2) ? 'x:' : chance(0.1) ? '...' : ''}${name}${hint}(${inner})`;
      }
      return chance(0.2)
        ? '*'
        : `${chance(0.1) ? 'k:' : ''}${column()}${chance(0.1) ? `::${pick(['text', 'int', 'jsonb', 'nope', 'uuid'])}` : ''}`;
    };
    return Array.from({ length: 1 + Math.floor(random() * 3) }, item).join(',');
  };
  const logic = (depth: number): string => {
    const item = () =>
      depth > 0 && chance(0.3) ? `${pick(['and', 'or', 'not.and'])}${logic(depth - 1)}` : `${column()}.${operation()}`;
    return `(${Array.from({ length: 1 + Math.floor(random() * 2) }, item).join(',')})`;
  };
  const path = () => (chance(0.05) ? `${chance(0.2) ? 'x' : embed()}.${chance(0.1) ? `${embed()}.` : ''}` : '');
  const parameter = () => {
    switch (Math.floor(random() * 9)) {
      case 0:
        return `select=${select(2)}`;
      case 1:
        return `${path()}order=${chance(0.1) ? `${embed()}(${column()})` : column()}${pick(['', '.asc', '.desc', '.nullslast', '.desc.nullsfirst', '.up'])}`;
      case 2:
        return `${path()}${pick(['limit', 'offset'])}=${pick(['0', '1', '5', '-1', 'x', '1e3', ''])}`;
      case 3:
        return `${path()}${pick(['or', 'and', 'not.or'])}=${logic(2)}`;
      case 4:
        return `${path()}${column()}.filter=${pick(['a', '!a', 'a*,*b', '*', 'now-1d', '>now/d', '', '!', ','])}`;
      case 5:
        return `${pick(['columns', 'on_conflict'])}=${pick(['id', 'id,name', '"name"', 'nope', '', 'id,,', name()])}`;
      default:
        return `${path()}${chance(0.05) ? '"' : ''}${column()}=${operation()}`;
    }
  };
  const mutate = (text: string) => {
    let changed = text;
    for (let i = Math.floor(random() * 4); i > 0; i -= 1) {
      const at = Math.floor(random() * (changed.length + 1));
      changed = chance(0.3)
        ? changed.slice(0, at) + changed.slice(at + 1)
        : changed.slice(0, at) + pick(NOISE) + changed.slice(at);
    }
    return changed;
  };
  return () => {
    relation = pick(RELATION_NAMES);
    const query = Array.from({ length: 1 + Math.floor(random() * 3) }, parameter).join(chance(0.05) ? '&&' : '&');
    const isCall = chance(0.12);
    const [routine, args] = pick(ROUTINES);
    const target = isCall ? `rpc/${routine}` : relation;
    const method = chance(isCall ? 0.5 : 0.8) ? 'GET' : pick(isCall ? ['POST', 'POST', 'HEAD', 'PUT'] : METHODS);
    const called = isCall && chance(0.8) ? [...args.split('&'), ...query.split('&').slice(1)].join('&') : query;
    const { headers, body } = sent();
    return {
      method,
      path: chance(0.03) ? mutate(target) : target,
      query: chance(0.6) ? mutate(called) : called,
      headers,
      body,
    };
  };
}
