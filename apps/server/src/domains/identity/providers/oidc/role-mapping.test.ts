import { describe, expect, it } from 'vitest';
import { readMappedAccess } from './role-mapping.ts';

describe('what a role expression answers', () => {
  it.each([
    ['a role', 'editor', ['editor'], []],
    ['a list of roles', ['responder', 'commander', 'responder'], ['responder', 'commander'], []],
    ['a role with teams', { role: 'viewer', teams: ['Ops', 'Ops'] }, ['viewer'], ['Ops']],
    ['teams alone', { teams: ['Ops'] }, [], ['Ops']],
    ['a map', new Map<string, unknown>([['role', 'admin']]), ['admin'], []],
    ['nothing', undefined, [], []],
    ['an empty text', '', [], []],
    ['a number', 7n, [], []],
  ])('is understood as %s', (_what, value, roles, teams) => {
    expect(readMappedAccess(value)).toMatchObject({ roles, teams });
  });

  it('gives no role to words that are none, and never the one of agents', () => {
    expect(readMappedAccess(['root', 'agent', 'viewer'])).toEqual({
      roles: ['viewer'],
      teams: [],
      unknownRoles: ['root', 'agent'],
    });
  });
});
