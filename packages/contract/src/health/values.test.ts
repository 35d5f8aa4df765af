import { describe, expect, it } from 'vitest';
import { packResult, RESULT_STATES, severityOf, unpackResult } from './values.ts';

describe('severity', () => {
  it.each([
    ['critical', 'critical'],
    ['Blocker', 'blocker'],
    ['1', 'medium'],
    [2, 'high'],
    ['3', 'blocker'],
    [4, 'critical'],
    ['nonsense', 'low'],
    [undefined, 'low'],
    [null, 'low'],
  ] as const)('reads %j as %s', (value, expected) => {
    expect(severityOf(value)).toBe(expected);
  });
});

describe('packed results', () => {
  it.each(RESULT_STATES)('keep the duration and the state %s', (state) => {
    expect(unpackResult(packResult(1234, state))).toEqual({ durationMs: 1234, state });
  });

  it('never hold a negative duration', () => {
    expect(unpackResult(packResult(-5, 'healthy'))).toEqual({ durationMs: 0, state: 'healthy' });
  });
});
