import { ClientError } from '@quarterdeck/client';
import { toast } from '@quarterdeck/ui';
import { useState } from 'react';
import { client } from '../../lib/client.ts';
import { leavePage } from '../../lib/leaving.ts';
import { loginHref } from './addresses.ts';
import { leaveFor } from './leave.ts';

/** Ends the session of this browser and goes to the sign-in page. */
export function useSignOut() {
  const [isBusy, setBusy] = useState(false);
  async function signOut(returnTo?: string): Promise<void> {
    setBusy(true);
    try {
      await leavePage(async () => {
        await client.identity.signOut();
        leaveFor(loginHref({ returnTo }));
      });
    } catch (error) {
      setBusy(false);
      toast.error(error instanceof ClientError ? error.message : 'An error occurred');
    }
  }
  return { isBusy, signOut: (returnTo?: string) => void signOut(returnTo) };
}
