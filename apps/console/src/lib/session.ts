import { type Role, type SignedInPerson, strongestRole } from '@quarterdeck/contract/access';
import type { AuthMode } from '@quarterdeck/contract/identity';
import { queryOptions } from '@tanstack/react-query';
import { createContext, useContext } from 'react';
import { client } from './client.ts';

/** Who is signed in. */
export interface SignedIn {
  readonly person: SignedInPerson;
  /** The strongest of the person's roles: what counts. */
  readonly role: Role;
}

/** Who looks at the console, and how they came in. */
export interface Session extends SignedIn {
  /** Undefined when the server did not say. */
  readonly mode: AuthMode | undefined;
  /** Features that are switched off, by the names of their switches without the ending. */
  readonly disabledFeatures: ReadonlySet<string>;
}

/** Roles are never taken from the cache: whoever needs them asks the session gate, which asks the server whenever they may have changed. */
export const signedInOptions = queryOptions({
  queryKey: ['session'],
  queryFn: async ({ signal }): Promise<SignedIn> => {
    const { user, roles } = await client.auth.whoami(signal);
    return { person: user, role: strongestRole(roles) };
  },
  staleTime: 0,
  gcTime: Infinity,
  meta: { quiet: true },
});

export const SessionContext = createContext<Session | undefined>(undefined);

/** The session of this tab; only inside the frame of the console. */
export function useSession(): Session {
  const session = useContext(SessionContext);
  if (session === undefined) throw new Error('There is no session outside the frame of the console');
  return session;
}
