import { client } from '../../lib/client.ts';
import type { HostedSession } from '../../lib/hosted.ts';
import { leavePage } from '../../lib/leaving.ts';
import { signInAddress } from '../../lib/sign-in-address.ts';

/** Ends the session and leaves for the sign-in, which leads back to this page. Source: console-calls §1.2. */
export async function signOut(hosted: HostedSession | undefined): Promise<void> {
  if (hosted !== undefined) return hosted.signOut();
  await leavePage(async () => {
    await client.identity.signOut();
    const returnTo = location.pathname + location.search;
    location.assign(signInAddress({ mode: 'local', returnTo, isSecondFactorMissing: false }));
  });
}
