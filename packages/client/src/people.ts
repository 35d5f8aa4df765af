import type { Role } from '@quarterdeck/contract/access';
import type { IdentitiesRow, PeopleRolesRow } from '@quarterdeck/contract/data';
import type { Transport } from './transport.ts';

/** Somebody who can sign in. */
export interface User {
  readonly id: string;
  readonly firstName: string;
  readonly lastName: string;
  readonly email: string;
  readonly roles: readonly string[];
  readonly isActive: boolean;
  readonly createdAt: string;
  /** null before the first sign-in. */
  readonly lastSignInAt: string | null;
}

export interface UserInvite {
  readonly firstName: string;
  readonly lastName: string;
  readonly email: string;
  readonly role: Role;
}

/** How somebody invited gets in, for those who invited to pass on. */
export interface Invitation {
  readonly link: string;
  readonly code?: string | undefined;
}

export interface UserUpdate extends UserInvite {
  readonly id: string;
  readonly active: boolean;
}

export interface PeopleClient {
  /** Everybody who can sign in, with roles. Source: console-calls §1.1. */
  users(signal?: AbortSignal): Promise<User[]>;
  /** Rejects with what the server said when there is an account with this address already. */
  invite(user: UserInvite): Promise<Invitation>;
  /** The role replaces all roles. */
  update(user: UserUpdate): Promise<void>;
  remove(id: string): Promise<void>;
}

type Identity = Pick<IdentitiesRow, 'id' | 'traits' | 'state' | 'created_at'>;
interface Person {
  readonly id: string;
  readonly last_login: string | null;
}

function toUser({ id, traits, state, created_at }: Identity, roles: readonly string[], person: Person | undefined): User {
  return {
    id,
    firstName: traits.name?.first ?? '',
    lastName: traits.name?.last ?? '',
    email: traits.email ?? '',
    roles,
    isActive: state === 'active',
    createdAt: created_at,
    lastSignInAt: person?.last_login ?? null,
  };
}

export function createPeopleClient({ call }: Transport): PeopleClient {
  async function rows<Row>(relation: string, query: Record<string, string>, signal: AbortSignal | undefined): Promise<Row[]> {
    return (await call<Row[]>(`/api/db/${relation}`, { query: new URLSearchParams(query), signal })).body;
  }
  return {
    async users(signal) {
      const [identities, roles, people] = await Promise.all([
        rows<Identity>('identities', { select: 'id,traits,state,created_at', order: 'created_at.desc' }, signal),
        rows<PeopleRolesRow>('people_roles', { select: 'id,roles' }, signal),
        rows<Person>('people', { select: 'id,last_login', deleted_at: 'is.null', last_login: 'not.is.null' }, signal),
      ]);
      const rolesOf = new Map(roles.map(({ id, roles: names }) => [id, names]));
      const personOf = new Map(people.map((person) => [person.id, person]));
      return identities.map((identity) => toUser(identity, rolesOf.get(identity.id) ?? [], personOf.get(identity.id)));
    },
    async invite(user) {
      return (await call<Invitation>('/api/auth/invite_user', { method: 'POST', body: user })).body;
    },
    async update(user) {
      await call<unknown>('/api/people/update', { method: 'POST', body: user });
    },
    async remove(id) {
      await call<unknown>(`/api/people/${encodeURIComponent(id)}`, { method: 'DELETE' });
    },
  };
}
