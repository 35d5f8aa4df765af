import { describe, expect, it } from 'vitest';
import { runFuzz } from './testing/fuzz-run.ts';

describe('random expressions', () => {
  it('give a value or an ExpressionError that names a place inside of the expression', () => {
    const tally = runFuzz({ seed: 7, evaluations: 6_000, deadline: () => false });
    expect(tally.faults).toEqual([]);
    expect(tally.evaluations).toBeGreaterThanOrEqual(6_000);
    // Both outcomes have to be common, or the expressions are no good.
    expect(tally.values).toBeGreaterThan(600);
    expect([...tally.errors.keys()].sort()).toEqual(expect.arrayContaining(['EXPRESSION_FAILED', 'EXPRESSION_INVALID']));
  });
});
