import { describe, expect, it } from 'vitest';
import { diffLines, foldEqual } from './diff.ts';

const shape = (before: string, after: string) =>
  diffLines(before, after).map(({ kind, text }) => `${kind === 'same' ? ' ' : kind === 'add' ? '+' : '-'}${text}`);

describe('the difference of two texts', () => {
  it('keeps equal lines and shows removed before added ones', () => {
    expect(shape('a\nb\nc\n', 'a\nx\nc\nd\n')).toEqual([' a', '-b', '+x', ' c', '+d']);
  });

  it('of equal texts has no change', () => {
    expect(shape('a\nb', 'a\nb').every((line) => line.startsWith(' '))).toBe(true);
  });

  it('of nothing and something is all added', () => {
    expect(shape('', 'a\nb')).toEqual(['+a', '+b']);
    expect(shape('a', '')).toEqual(['-a']);
    expect(shape('', '')).toEqual([]);
  });

  it('numbers the lines of both sides', () => {
    expect(diffLines('a\nb', 'b\nc')).toEqual([
      { kind: 'del', text: 'a', before: 1 },
      { kind: 'same', text: 'b', before: 2, after: 1 },
      { kind: 'add', text: 'c', after: 2 },
    ]);
  });

  it('points at the changed stretch of a changed line', () => {
    const [before, after] = diffLines('  image: 4.17.2', '  image: 4.18.0');
    expect(before?.changed && before.text.slice(...before.changed)).toBe('7.2');
    expect(after?.changed && after.text.slice(...after.changed)).toBe('8.0');
  });

  it('always rebuilds both texts', () => {
    let seed = 5;
    const next = () => {
      seed = (seed * 1103515245 + 12345) % 2147483648;
      return seed;
    };
    for (let round = 0; round < 200; round += 1) {
      const make = () => Array.from({ length: next() % 12 }, () => 'abc'.charAt(next() % 3)).join('\n');
      const before = make();
      const after = make();
      const lines = diffLines(before, after);
      const side = (skip: string) => lines.filter(({ kind }) => kind !== skip).map(({ text }) => text);
      expect(side('add')).toEqual(before === '' ? [] : before.split('\n'));
      expect(side('del')).toEqual(after === '' ? [] : after.split('\n'));
    }
  });
});

describe('folding', () => {
  it('leaves out equal lines far from a change', () => {
    const lines = diffLines('1\n2\n3\n4\n5\n6', '1\n2\n3\n4\n5\nx');
    expect(foldEqual(lines, 1).map((part) => (part.kind === 'gap' ? `…${part.count}` : part.text))).toEqual([
      '…4',
      '5',
      '6',
      'x',
    ]);
  });
});
