import { describe, expect, it } from 'vitest';
import { draftOf, EMPTY_USER, fullName, toInvite, userProblems } from './user-form.ts';

const GOOD = { firstName: 'Ada', lastName: 'Byron', email: 'ada@example.com', role: 'editor', active: true } as const;
const SAVED = {
  id: 'a',
  firstName: 'Ada',
  lastName: 'Byron',
  email: 'ada@example.com',
  isActive: false,
  createdAt: '',
  lastSignInAt: null,
};

describe('the form of a user', () => {
  it('says of every empty field what is missing', () => {
    expect(userProblems(EMPTY_USER)).toEqual({
      firstName: 'Please provide valid first name',
      lastName: 'Please provide valid last name',
      email: 'Please provide valid email',
      role: 'Please select any role',
    });
  });

  it.each(['ada', 'ada@', '@example.com', 'ada@example', 'a da@example.com'])('refuses the address %s', (email) => {
    expect(userProblems({ ...GOOD, email })).toEqual({ email: 'Entered value does not match email format' });
  });

  it('takes blanks for nothing', () => {
    expect(userProblems({ ...GOOD, firstName: '  ' })).toEqual({ firstName: 'Please provide valid first name' });
  });

  it.each(['a'.repeat(101), 'A\u0000da'])('refuses a name that cannot be kept', (lastName) => {
    expect(userProblems({ ...GOOD, lastName })).toEqual({ lastName: 'Please provide valid last name' });
  });

  it('sends what was entered without blanks around it, and nothing while something is wrong', () => {
    expect(toInvite({ ...GOOD, email: ' ada@example.com ' })).toEqual({
      firstName: 'Ada',
      lastName: 'Byron',
      email: 'ada@example.com',
      role: 'editor',
    });
    expect(toInvite(EMPTY_USER)).toBeUndefined();
  });

  it.each([
    [['viewer', 'admin'], 'admin'],
    [['responder'], 'responder'],
    [[], 'viewer'],
  ])('chooses the strongest of the roles %j', (roles, role) => {
    expect(draftOf({ ...SAVED, roles })).toEqual({ ...GOOD, role, active: false });
  });
});

it('somebody without a name goes by the address', () => {
  expect(fullName({ firstName: '', lastName: '', email: 'ada@example.com' })).toBe('ada@example.com');
});
