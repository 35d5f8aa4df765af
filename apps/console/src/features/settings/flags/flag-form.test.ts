import { describe, expect, it } from 'vitest';
import { flagProblem, matchesFlag, readOnlyReason } from './flag-form.ts';

describe('a feature flag', () => {
  it.each([
    ['', 'true'],
    ['logs.disable', ''],
    ['logs.disable', '  '],
  ])('needs both name and value: "%s" is "%s"', (name, value) => {
    expect(flagProblem({ name, value })).toBe('please provide all details');
  });

  it('with name and value is complete', () => {
    expect(flagProblem({ name: 'logs.disable', value: 'false' })).toBeUndefined();
  });

  it('of a file on the server cannot be edited', () => {
    expect([readOnlyReason({ source: 'local' }), readOnlyReason({ source: 'db' })]).toEqual([
      'Cannot edit local feature flags',
      undefined,
    ]);
  });

  it('is found by name, value, description and source', () => {
    const flag = {
      name: 'logs.disable',
      value: 'TRUE',
      source: 'db',
      type: '',
      description: 'No logs',
      createdBy: null,
      createdAt: null,
      updatedAt: null,
    } as const;
    const texts = ['LOGS.', 'true', 'no logs', 'db', '', 'health'];
    expect(texts.map((text) => matchesFlag(flag, text))).toEqual([true, true, true, true, true, false]);
  });
});
