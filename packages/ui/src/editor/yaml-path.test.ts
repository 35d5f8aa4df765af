import { describe, expect, it } from 'vitest';
import { yamlPositionAt } from './yaml-path.ts';

const at = (text: string) => {
  const { path, kind, prefix } = yamlPositionAt(text);
  return `${path.join('.')} ${kind} ${prefix}`;
};

describe('the place of the cursor in YAML', () => {
  it.each([
    ['', ' key '],
    ['spec:\n  ', 'spec key '],
    ['spec:\n  int', 'spec key int'],
    ['spec:\n  interval: 3', 'spec.interval value 3'],
    ['spec:\n  http:\n    - ', 'spec.http.0 key '],
    ['spec:\n  http:\n    - name: a\n      ur', 'spec.http.0 key ur'],
    ['spec:\n  http:\n    - name: a\n    - name: b\n      url: h', 'spec.http.1.url value h'],
    ['spec:\n  http:\n  - name: a\n  - name: b\n    test:\n      ex', 'spec.http.1.test key ex'],
    ['spec:\n  http:\n  - name: a\n  tcp', 'spec key tcp'],
    ['metadata:\n  name: x\nspe', ' key spe'],
    ['a:\n  script: |\n    key: no\n      deep: no\n  b', 'a key b'],
    ['a: 1\n---\nki', ' key ki'],
    ['# c: d\n"quoted key":\n  x: ', 'quoted key.x value '],
    ['matrix:\n- - a: 1\n  - b', 'matrix.0.1 key b'],
  ])('%j is %s', (text, expected) => {
    expect(at(text)).toBe(expected);
  });
});
