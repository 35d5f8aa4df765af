import { describe, expect, it } from 'vitest';
import { lastPageInstead } from './use-last-page.ts';

describe('a page past the last one', () => {
  it.each([
    [9, 100, 102, 1],
    [1, 100, 100, 0],
    [3, 50, 0, 0],
  ])('of index %i with pages of %i and %i rows gives way to %i', (pageIndex, pageSize, total, last) => {
    expect(lastPageInstead(pageIndex, pageSize, total)).toBe(last);
  });

  it.each([
    [0, 100, 0],
    [1, 100, 101],
    [7, 100, undefined],
  ])('is not that of index %i with pages of %i and %s rows', (pageIndex, pageSize, total) => {
    expect(lastPageInstead(pageIndex, pageSize, total)).toBeUndefined();
  });
});
