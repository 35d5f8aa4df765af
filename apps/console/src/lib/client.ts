import { createClient, type Destination } from '@quarterdeck/client';
import { tellSignInNeeded } from './sign-in-needed.ts';

let destination: (() => Promise<Destination | undefined>) | undefined;

/** Lets a hosted provider say where calls go and what they carry. */
export function setDestination(next: () => Promise<Destination | undefined>): void {
  destination = next;
}

/** The one client of the console; every call goes to the page's own origin, unless a hosted provider says otherwise. */
export const client = createClient({
  destination: async () => destination?.(),
  onSignInNeeded: tellSignInNeeded,
});
