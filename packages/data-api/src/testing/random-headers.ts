import { id } from './schema.ts';

/** Draws from a list. */
export type Pick = <T>(list: readonly T[]) => T;

const PREFERENCES = [
  'count=exact',
  'count=planned',
  'count=estimated',
  'count=none',
  'return=representation',
  'return=headers-only',
  'return=minimal',
  'resolution=merge-duplicates',
  'resolution=ignore-duplicates',
  'missing=default',
  'params=single-object',
  'params=multiple-objects',
  'tx=rollback',
  'tx=x',
  ';=,',
];

const ACCEPTED = [
  'text/csv',
  'application/vnd.pgrst.object+json',
  'text/plain',
  'text/xml',
  'application/octet-stream',
  'application/openapi+json',
  'x',
  '*/*',
  'text/html,application/xml;q=0.9,*/*;q=0.8',
  '*/*;q=0',
  ',;',
];

const OTHERS: readonly (readonly [string, string])[] = [
  ['range', '0-1'],
  ['range', '5-'],
  ['range', '9-1'],
  ['range', 'items=0-99999999999999999999'],
  ['range-unit', 'bytes'],
  ['accept-profile', 'public'],
  ['accept-profile', 'secret"; --'],
  ['content-profile', 'public'],
  ['content-profile', ''],
  ['cookie', 'a=b; ;=c'],
];

const BODIES: readonly (readonly [string, string])[] = [
  ['', ''],
  ['', '{}'],
  ['', '[]'],
  ['', '[{},{}]'],
  ['', '{"name":"x"}'],
  ['', `[{"id":"${id('77')}","name":"y"}]`],
  ['', `[{"id":"${id('77')}","name":"y"},{"name":"z"}]`],
  ['', '{"a":1,"b":2}'],
  ['', '[{"a":1,"b":2},{"a":"x","b":null}]'],
  ['', '[1]'],
  ['', '{"id":{"a":1}}'],
  ['', '{"name":1,"name":[2]}'],
  ['', '{"__proto__":null}'],
  ['', 'null'],
  ['', '} {'],
  ['', '{"name":"\\u0000"}'],
  ['', `${'['.repeat(5000)}${']'.repeat(5000)}`],
  ['application/json; charset=utf-8', '{"kind":"Kubernetes::Pod"}'],
  ['text/csv', 'id,name\n1,NULL\n2,"a ""b"""'],
  ['text/csv', 'a,b\n1'],
  ['text/csv', '"'],
  ['application/x-www-form-urlencoded', 'a=1&b=%32&a=3'],
  ['application/x-www-form-urlencoded', '&=%'],
  ['text/plain', "it's $1"],
  ['text/xml', '<a b="1"/>'],
  ['application/octet-stream', '\u0001\u0002'],
  ['application/pdf', 'x'],
];

/** Headers and body of a random request. Most reads have none of what only some of them look at. */
export function createHeaders(
  pick: Pick,
  chance: (share: number) => boolean,
): () => { headers: Record<string, string>; body: string } {
  return () => {
    const [type, body] = pick(BODIES);
    const preferences = chance(0.3) ? [] : chance(0.3) ? [pick(PREFERENCES), pick(PREFERENCES)] : [pick(PREFERENCES)];
    return {
      headers: {
        ...(type === '' ? {} : { 'content-type': type }),
        ...(preferences.length === 0 ? {} : { prefer: preferences.join(', ') }),
        ...(chance(0.1) ? { accept: pick(ACCEPTED) } : {}),
        ...(chance(0.15) ? Object.fromEntries([pick(OTHERS)]) : {}),
      },
      body,
    };
  };
}
