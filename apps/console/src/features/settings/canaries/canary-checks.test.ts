import { findCheckKind } from '@quarterdeck/integrations/spec';
import { describe, expect, it } from 'vitest';
import { addCheck, checkEntries, moveCheck, removeCheck, unknownLists } from './canary-checks.ts';
import { readCanaryDocument } from './canary-document.ts';
import { canaryText, canaryWrite, newCanaryText } from './canary-text.ts';

function kindOf(key: string) {
  const kind = findCheckKind(key);
  if (kind === undefined) throw new Error(`no kind ${key}`);
  return kind;
}

const text = `metadata: {name: a}
spec:
  tcp:
    - name: one
      endpoint: a:1
    - name: two # second
      endpoint: a:2
  helm:
    - name: chart
`;
const document = readCanaryDocument(text);
const names = (changed: string) => checkEntries(readCanaryDocument(changed)).map(({ value }) => value.name);

describe('checkEntries', () => {
  it('lists the checks with their place and leaves out kinds it does not know', () => {
    expect(checkEntries(document).map(({ kind, index, path }) => [kind.key, index, path])).toEqual([
      ['tcp', 0, ['spec', 'tcp', 0]],
      ['tcp', 1, ['spec', 'tcp', 1]],
    ]);
    expect(unknownLists(document)).toEqual(['helm']);
  });
});

describe('addCheck', () => {
  it('adds the example of the kind under a name that is free', () => {
    const once = readCanaryDocument(addCheck(document, kindOf('http')));
    const twice = addCheck(once, kindOf('http'));
    expect(names(twice)).toEqual(['one', 'two', 'website', 'website-2']);
  });
});

describe('removeCheck and moveCheck', () => {
  it('removes one check and keeps the comments of the others', () => {
    const [first] = checkEntries(document);
    if (first === undefined) throw new Error('no check');
    const changed = removeCheck(document, first);
    expect(names(changed)).toEqual(['two']);
    expect(changed).toContain('# second');
  });

  it('moves a check inside its kind and stops at the ends', () => {
    const [first, second] = checkEntries(document);
    if (first === undefined || second === undefined) throw new Error('no check');
    expect(names(moveCheck(document, first, 1))).toEqual(['two', 'one']);
    expect(names(moveCheck(document, second, 1))).toEqual(['one', 'two']);
  });
});

describe('canary text', () => {
  it('starts a definition with the example of the kind and no name', () => {
    const fresh = readCanaryDocument(newCanaryText(kindOf('http')));
    expect([fresh.name, fresh.namespace, fresh.spec.schedule]).toEqual(['', 'default', '@every 1m']);
    expect(checkEntries(fresh)).toHaveLength(1);
  });

  it('gives back what was saved, unknown keys included', () => {
    const row = {
      name: 'a',
      namespace: 'shop',
      labels: { team: 'web' },
      annotations: null,
      spec: { future: { x: [1] }, tcp: [{ name: 'b' }] },
    };
    expect(canaryWrite(canaryText(row))).toEqual({ ...row, annotations: {} });
  });

  it('writes the keys in the order of the form, unknown ones last', () => {
    const spec = { http: [{ zeta: 1, url: 'u', name: 'n' }], schedule: '@hourly' };
    const text = canaryText({ name: 'a', namespace: 'b', labels: null, annotations: null, spec });
    const places = ['schedule:', 'http:', 'name: n', 'url:', 'zeta:'].map((key) => text.indexOf(key));
    expect(places).toEqual(places.toSorted((a, b) => a - b));
    expect(places).not.toContain(-1);
  });

  it('saves into namespace default when the text names none', () => {
    expect(canaryWrite('metadata: {name: a}\nspec: {}').namespace).toBe('default');
  });
});
