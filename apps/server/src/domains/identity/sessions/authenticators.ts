import { AccessRefusal } from '../../../http/access-refusal.ts';
import type { Authenticator } from '../../../http/caller.ts';

/**
 * Asks one after the other; the first that finds something of its own decides.
 * @param byHeader know who sends an `Authorization` header. One that none of them knows is refused, whatever cookie comes with it.
 * @param otherwise knows who sends none
 */
export function createAuthenticators(byHeader: readonly Authenticator[], otherwise: Authenticator): Authenticator {
  return {
    async authenticate(request) {
      if (request.headers.authorization === undefined) return otherwise.authenticate(request);
      for (const authenticator of byHeader) {
        const caller = await authenticator.authenticate(request);
        if (caller !== undefined) return caller;
      }
      throw new AccessRefusal(401, 'Authorization Error');
    },
  };
}
