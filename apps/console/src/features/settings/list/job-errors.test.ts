import { describe, expect, it } from 'vitest';
import { jobErrors } from './job-errors.ts';

describe('the errors of a job run', () => {
  it.each([
    [{ errors: 'no route' }, ['no route']],
    [{ errors: ['one', 'two'] }, ['one', 'two']],
    [{ errors: { 'web/front': ['one', 'two'], db: 'three' } }, ['web/front: one', 'web/front: two', 'db: three']],
    [{ errors: null }, []],
    [{ scrape_summary: {} }, []],
    [null, []],
  ])('of %j are %j', (details, lines) => {
    expect(jobErrors(details)).toEqual(lines);
  });
});
