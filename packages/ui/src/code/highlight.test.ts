import { describe, expect, it } from 'vitest';
import { type CodeLanguage, highlight } from './highlight.ts';

const kinds = (code: string, language: CodeLanguage = 'yaml') =>
  highlight(code, language).map((line) =>
    line.filter(({ kind }) => kind !== 'plain').map(({ text, kind }) => `${kind}:${text.trim()}`),
  );

describe('highlighting', () => {
  it('tells keys, values and comments of YAML apart', () => {
    expect(kinds('spec:\n  - url: https://a.b/c#d # note\n    retries: 3\n    enabled: true')).toEqual([
      ['key:spec:'],
      ['key:url:', 'string:https://a.b/c#d', 'comment:# note'],
      ['key:retries:', 'number:3'],
      ['key:enabled:', 'keyword:true'],
    ]);
  });

  it('treats a block scalar as text until the indent ends', () => {
    expect(kinds('script: |\n  key: no # no\n\n  echo\nnext: 1')).toEqual([
      ['key:script:', 'keyword:|'],
      ['string:key: no # no'],
      [],
      ['string:echo'],
      ['key:next:', 'number:1'],
    ]);
  });

  it('tells keys and values of JSON apart', () => {
    expect(kinds('{"a": [1.5e3, "b:c", null]}', 'json')).toEqual([['key:"a":', 'number:1.5e3', 'string:"b:c"', 'keyword:null']]);
  });

  it.each(['yaml', 'json', 'text'] as const)('keeps every character of %s', (language) => {
    const code = 'a: "x # y"\n- - b : {c: 1}\n  \t# c\n"é": \'it\'\'s\'\n>-\n  z';
    expect(
      highlight(code, language)
        .map((line) => line.map(({ text }) => text).join(''))
        .join('\n'),
    ).toBe(code);
  });
});
