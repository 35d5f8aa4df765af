import { describe, expect, it } from 'vitest';
import { type Choice, choiceGroups, matchChoices, stepInGrids } from './choice-search.ts';

const choice = (id: string, title: string, more: Partial<Choice> = {}): Choice => ({
  id,
  title,
  icon: id,
  description: `Uses ${id}`,
  ...more,
});

const dns = choice('dns', 'DNS', { description: 'Resolves a name' });
const folder = choice('folder', 'Folder', { description: 'Files of a name' });
const named = choice('named', 'Name server', { words: ['bind'] });
const all = [dns, folder, named];

const ids = (choices: readonly Choice[]) => choices.map(({ id }) => id);

describe('the search of a picker', () => {
  it('finds by title, description and other words, every word in any case', () => {
    expect(ids(matchChoices(all, 'FILES name'))).toEqual(['folder']);
    expect(ids(matchChoices(all, 'bind'))).toEqual(['named']);
  });

  it('puts matches at the start of the title first', () => {
    expect(ids(matchChoices(all, 'name'))).toEqual(['named', 'dns', 'folder']);
  });

  it('shows everything as it stands without a query', () => {
    expect(matchChoices(all, '  ')).toBe(all);
  });

  it('finds by group and shows what it found without headings', () => {
    const grouped = [choice('mysql', 'MySQL', { group: 'Databases' }), choice('s3', 'S3', { group: 'Storage' })];
    expect(matchChoices(grouped, 'databases').map(({ id, group }) => [id, group])).toEqual([['mysql', undefined]]);
  });
});

describe('the groups of a picker', () => {
  it('put neighbours under one heading and know where they begin', () => {
    const grouped = [choice('a', 'A', { group: 'X' }), choice('b', 'B', { group: 'X' }), choice('c', 'C', { group: 'Y' })];
    expect(choiceGroups(grouped).map(({ title, choices, start }) => [title, ids(choices), start])).toEqual([
      ['X', ['a', 'b'], 0],
      ['Y', ['c'], 2],
    ]);
  });
});

describe('arrow keys in grids below each other', () => {
  it.each([
    ['ArrowRight', 0, 1],
    ['ArrowRight', 4, 5],
    ['ArrowRight', 7, 7],
    ['ArrowLeft', 0, 0],
    ['ArrowDown', 1, 4],
    ['ArrowDown', 2, 4],
    ['ArrowDown', 4, 6],
    ['ArrowDown', 6, 6],
    ['ArrowUp', 7, 4],
    ['ArrowUp', 1, 1],
  ])('%s from %i leads to %i', (key, at, to) => {
    expect(stepInGrids(key, at, [5, 3], 3)).toBe(to);
  });

  it('leave other keys alone, and an empty grid', () => {
    expect(stepInGrids('a', 0, [5], 3)).toBeUndefined();
    expect(stepInGrids('ArrowDown', 0, [], 3)).toBeUndefined();
  });
});
