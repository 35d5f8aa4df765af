import { CreateTokenSchema } from '@quarterdeck/contract/identity';
import { describe, expect, it } from 'vitest';
import { DEFAULT_LIFETIME, lifetimeOptions, nameProblem, toCreateToken } from './token-form.ts';

describe('a new access token', () => {
  it('needs a name of at most a hundred characters', () => {
    expect([nameProblem(' '), nameProblem('x'.repeat(101)), nameProblem('deploy')]).toEqual([
      'This field is required',
      'At most 100 characters',
      undefined,
    ]);
  });

  it('lives for ever only when an administrator says so', () => {
    const values = (isAdministrator: boolean) => lifetimeOptions(isAdministrator).map(({ value }) => value);
    expect(values(false)).toContain(DEFAULT_LIFETIME);
    expect(values(false)).not.toContain('never');
    expect(values(true)).toContain('never');
  });

  it('is asked for as the server reads it', () => {
    expect(toCreateToken(' deploy ', '30d')).toEqual({ name: 'deploy', expiresIn: '30d' });
    expect(toCreateToken('deploy', 'never')).toEqual({ name: 'deploy', expires_at: null });
    for (const { value } of lifetimeOptions(true))
      expect(CreateTokenSchema.safeParse(toCreateToken('x', value)).success).toBe(true);
  });
});
