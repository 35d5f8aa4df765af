import { describe, expect, it } from 'vitest';
import { isWanted, outcomeOf, readCases } from './cases.ts';
import { EXCLUSIONS, exclusionOf } from './not-supported.ts';

/** Tests of the data in its pinned version that pass. */
const PASSED = 1_590;

describe('CEL conformance data', () => {
  const passed: string[] = [];
  const failed: string[] = [];
  const excluded = new Map<string, number>();
  for (const test of readCases()) {
    const outcome = test.hasMessage ? 'message' : outcomeOf(test);
    if (!test.hasMessage && isWanted(test, outcome)) {
      passed.push(test.path);
      continue;
    }
    const reason = exclusionOf(test);
    if (reason === undefined) failed.push(`${test.path}: ${test.expression} gives ${outcome}, wanted ${test.wanted}`);
    else excluded.set(reason, (excluded.get(reason) ?? 0) + 1);
  }

  it('all tests of supported features pass', () => {
    const reasons = [...excluded].map(([reason, count]) => `  ${String(count).padStart(4)}  ${reason}`);
    const total = [...excluded.values()].reduce((sum, count) => sum + count, 0);
    console.log(`CEL conformance: ${passed.length} passed, ${total} not supported by design\n${reasons.join('\n')}`);
    expect(failed).toEqual([]);
  });

  it('no test that passes today may stop passing under cover of a reason', () => {
    expect(passed.length).toBeGreaterThanOrEqual(PASSED);
  });

  it('every reason excludes some test', () => {
    expect(EXCLUSIONS.map(({ reason }) => reason).filter((reason) => !excluded.has(reason))).toEqual([]);
  });
});
