import { describe, expect, it } from 'vitest';
import { changeList, locate, readCanaryDocument, setValue, withMetadata } from './canary-document.ts';

const resource = `# owned by the web team
apiVersion: canaries.flanksource.com/v1
kind: Canary
metadata:
  name: shop
  labels:
    team: web
spec:
  schedule: "@every 30s" # often
  futureKey: {a: 1}
  http:
    # the front page
    - name: home
      url: https://shop.test/
      responseCodes: [200]
    - name: cart
      url: https://shop.test/cart
`;

describe('readCanaryDocument', () => {
  it('reads metadata and spec of a resource', () => {
    const read = readCanaryDocument(resource);
    expect(read).toMatchObject({ problems: [], name: 'shop', namespace: '', labels: { team: 'web' }, specPath: ['spec'] });
    expect(read.spec).toMatchObject({ schedule: '@every 30s', futureKey: { a: 1 } });
  });

  it('reads a plain spec without metadata', () => {
    expect(readCanaryDocument('schedule: "@hourly"\nhttp: []\n')).toMatchObject({
      name: '',
      specPath: [],
      spec: { schedule: '@hourly', http: [] },
    });
  });

  it('reads keys in any case', () => {
    expect(readCanaryDocument('Kind: Canary\nMetadata: {Name: a}\nSpec: {Schedule: x}')).toMatchObject({
      name: 'a',
      spec: { Schedule: 'x' },
    });
  });

  it('merges what `<<` takes from other objects', () => {
    const text = 'http:\n  - &base {name: a, url: http://x/}\n  - {<<: *base, name: b}\n';
    expect(readCanaryDocument(text).spec).toEqual({
      http: [
        { name: 'a', url: 'http://x/' },
        { name: 'b', url: 'http://x/' },
      ],
    });
  });

  it('names line and column of what is not YAML', () => {
    const { problems } = readCanaryDocument('spec:\n  http:\n   - name: [a\n');
    expect(problems[0]).toMatchObject({ line: expect.any(Number), column: expect.any(Number) });
    expect(problems[0]?.line).toBeGreaterThanOrEqual(3);
  });

  it('refuses a text that is no map and several documents', () => {
    expect(readCanaryDocument('- a\n- b').problems).toHaveLength(1);
    expect(readCanaryDocument('a: 1\n---\nb: 2\n').problems.length).toBeGreaterThan(0);
  });

  it('takes an empty text as an empty definition', () => {
    expect(readCanaryDocument('')).toMatchObject({ problems: [], name: '', spec: {} });
  });
});

describe('setValue', () => {
  it('changes only the value: comments, order and unknown keys stay', () => {
    const changed = setValue(resource, ['spec', 'http', 1, 'url'], 'https://shop.test/basket');
    expect(changed).toContain('# owned by the web team');
    expect(changed).toContain('schedule: "@every 30s" # often');
    expect(changed).toContain('# the front page');
    expect(changed).toContain('futureKey: {');
    expect(readCanaryDocument(changed).spec).toEqual({
      schedule: '@every 30s',
      futureKey: { a: 1 },
      http: [
        { name: 'home', url: 'https://shop.test/', responseCodes: [200] },
        { name: 'cart', url: 'https://shop.test/basket' },
      ],
    });
  });

  it('finds the key the text already has, whatever its case', () => {
    expect(setValue('spec:\n  http:\n    - URL: a\n', ['spec', 'http', 0, 'url'], 'b')).toBe('spec:\n  http:\n    - URL: b\n');
  });

  it('opens maps and lists on the way, also through a key without a value', () => {
    expect(readCanaryDocument(setValue('spec:\n  http:\n', ['spec', 'http', 0, 'test', 'expr'], 'true')).spec).toEqual({
      http: [{ test: { expr: 'true' } }],
    });
    expect(readCanaryDocument(setValue('', ['metadata', 'name'], 'a')).name).toBe('a');
  });

  it('removes a value and the maps it empties, but not the check itself', () => {
    const text = 'spec:\n  http:\n    - filter:\n        since:\n          a: 1\n';
    expect(setValue(text, ['spec', 'http', 0, 'filter', 'since', 'a'], undefined, 3)).toBe('spec:\n  http:\n    - {}\n');
  });

  it('removes an entry of a list, and the list with its last entry', () => {
    const text = 'spec:\n  http:\n    - env:\n        - name: a\n        - name: b # kept\n';
    const once = setValue(text, ['spec', 'http', 0, 'env', 0], undefined, 3);
    expect(once).toBe('spec:\n  http:\n    - env:\n        - name: b # kept\n');
    expect(setValue(once, ['spec', 'http', 0, 'env', 0], undefined, 3)).toBe('spec:\n  http:\n    - {}\n');
  });

  it('keeps lists at the indentation of their key where the text has them so', () => {
    const text = 'spec:\n  http:\n  - name: a\n';
    expect(setValue(text, ['spec', 'http', 0, 'name'], 'b')).toBe('spec:\n  http:\n  - name: b\n');
  });
});

describe('changeList', () => {
  it('moves items together with their comments', () => {
    const changed = changeList(resource, ['spec', 'http'], (items) => [...items].reverse());
    expect(changed.indexOf('name: cart')).toBeLessThan(changed.indexOf('name: home'));
    expect(changed).toContain('# the front page');
  });

  it('removes the list when nothing is left in it', () => {
    expect(readCanaryDocument(changeList(resource, ['spec', 'http'], () => [])).spec).not.toHaveProperty('http');
  });
});

describe('withMetadata', () => {
  it('wraps a plain spec so that it can carry a name', () => {
    const wrapped = withMetadata('# note\nschedule: "@hourly"\n');
    expect(wrapped).toContain('# note');
    expect(readCanaryDocument(wrapped)).toMatchObject({ specPath: ['spec'], spec: { schedule: '@hourly' } });
  });

  it('leaves a resource alone', () => {
    expect(withMetadata(resource)).toBe(resource);
  });
});

describe('locate', () => {
  it('gives the line of a value', () => {
    expect(locate(resource, ['spec', 'http', 1, 'url'])?.line).toBe(17);
  });

  it('gives the line of the nearest parent when the value is missing', () => {
    expect(locate(resource, ['spec', 'http', 1, 'thresholdMillis'])?.line).toBe(16);
  });
});
