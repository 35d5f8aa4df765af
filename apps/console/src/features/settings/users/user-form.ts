import type { User, UserInvite } from '@quarterdeck/client';
import { INVITED_ROLES, ROLES, type Role, strongestRole } from '@quarterdeck/contract/access';
import { isPersonName } from '@quarterdeck/contract/identity';

/** What the form of a user holds; nothing is chosen for a new one. */
export interface UserDraft {
  readonly firstName: string;
  readonly lastName: string;
  readonly email: string;
  readonly role: Role | null;
  readonly active: boolean;
}

export type UserField = 'firstName' | 'lastName' | 'email' | 'role';
export type UserProblems = Readonly<Partial<Record<UserField, string>>>;

export const EMPTY_USER: UserDraft = { firstName: '', lastName: '', email: '', role: null, active: true };

const EMAIL_SHAPE = /^\S+@\S+\.\S+$/;

/** What is wrong with a form, by field. Source: spec 3 §5. */
export function userProblems({ firstName, lastName, email, role }: UserDraft): UserProblems {
  return {
    ...(!isPersonName(firstName) && { firstName: 'Please provide valid first name' }),
    ...(!isPersonName(lastName) && { lastName: 'Please provide valid last name' }),
    ...(email.trim() === ''
      ? { email: 'Please provide valid email' }
      : !EMAIL_SHAPE.test(email.trim()) && { email: 'Entered value does not match email format' }),
    ...(role === null && { role: 'Please select any role' }),
  };
}

/** A saved user in the form; somebody without a role is a viewer. */
export function draftOf({ firstName, lastName, email, roles, isActive }: User): UserDraft {
  return { firstName, lastName, email, role: strongestRole(roles), active: isActive };
}

/** What is sent; undefined while something is wrong. */
export function toInvite(draft: UserDraft): UserInvite | undefined {
  const { firstName, lastName, email, role } = draft;
  if (role === null || Object.keys(userProblems(draft)).length > 0) return undefined;
  return { firstName: firstName.trim(), lastName: lastName.trim(), email: email.trim(), role };
}

const ROLE_WORDS: Readonly<Record<Role, string>> = {
  admin: 'Everything, also users, roles and connections',
  editor: 'Everything but users, roles and connections',
  commander: 'Reads, runs checks, works on incidents',
  responder: 'Reads, runs checks, works on incidents',
  viewer: 'Reads only',
};

const option = (role: Role) => ({ value: role, label: role, description: ROLE_WORDS[role] });

/** Roles of an invitation, and of somebody who is there. Source: spec 3 §6. */
export const INVITED_OPTIONS = INVITED_ROLES.map(option);
export const ROLE_OPTIONS = ROLES.map(option);

/** The full name, or the address of somebody without one. */
export function fullName({ firstName, lastName, email }: Pick<User, 'firstName' | 'lastName' | 'email'>): string {
  return `${firstName} ${lastName}`.trim() || email;
}
