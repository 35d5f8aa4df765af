import { describe, expect, it } from 'vitest';
import { obstacleOf, type ScreenRules } from './screen-rules.ts';

const USERS: ScreenRules = {
  access: { resource: 'identities', right: 'read' },
  feature: 'settings.users',
  needsOwnAccounts: true,
};
const NOTHING_OFF = new Set<string>();

describe('a screen', () => {
  it('is shown to whoever is allowed what it needs', () => {
    expect(obstacleOf(USERS, { role: 'admin', mode: 'local', disabledFeatures: NOTHING_OFF })).toBeUndefined();
  });

  it('is denied to everybody else, naming what is missing', () => {
    expect(obstacleOf(USERS, { role: 'editor', mode: 'local', disabledFeatures: NOTHING_OFF })).toEqual({
      kind: 'denied',
      permission: { resource: 'identities', right: 'read' },
    });
  });

  it('is off for everybody, administrators too, while its feature is switched off', () => {
    const disabledFeatures = new Set(['settings.users']);
    expect(obstacleOf(USERS, { role: 'admin', mode: 'local', disabledFeatures })).toEqual({
      kind: 'off',
      switchName: 'settings.users.disable',
    });
  });

  it('of accounts is not there when a hosted provider keeps them', () => {
    expect(obstacleOf(USERS, { role: 'admin', mode: 'clerk', disabledFeatures: NOTHING_OFF })).toEqual({ kind: 'hosted' });
  });

  it('without rules is shown to everybody', () => {
    expect(obstacleOf({}, { role: 'viewer', mode: undefined, disabledFeatures: NOTHING_OFF })).toBeUndefined();
  });
});
