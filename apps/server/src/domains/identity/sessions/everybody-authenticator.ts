import type { Database } from '@quarterdeck/database';
import type { Authenticator, Caller } from '../../../http/caller.ts';
import { firstAdministrator } from '../accounts/first-administrator.ts';

/** `--auth none`: every request is the first administrator's. Only for a server that this machine alone reaches. */
export function createEverybodyAuthenticator(db: Database): Authenticator {
  let caller: Promise<Caller> | undefined;
  async function read(): Promise<Caller> {
    const { id, name, email } = await firstAdministrator(db);
    return { personId: id, name, email, role: 'admin', roles: ['admin'], isAgent: false, via: 'none' };
  }
  return {
    authenticate() {
      caller ??= read().catch((error: unknown) => {
        caller = undefined;
        throw error;
      });
      return caller;
    },
  };
}
