import type { QueryClient } from '@tanstack/react-query';
import { authConfigOptions } from '../../lib/auth-config.ts';
import { beginLeaving, endLeaving, isPageLeft } from '../../lib/leaving.ts';
import { signInAddress } from '../../lib/sign-in-address.ts';
import { onSignInNeeded } from '../../lib/sign-in-needed.ts';
import { hasUnsaved } from '../../lib/unsaved.ts';
import { hostedState } from '../hosted/hosted-state.ts';
import { holdPage } from './held-page.ts';

/**
 * Leaves for the sign-in, once, as soon as an answer says that it is needed. Where nobody has to be signed in (`asksForSession`), the page
 * deals with it itself; so does the gate of a hosted provider until it knows who is signed in there. A page with something typed is kept.
 */
export function leaveToSignIn(queries: QueryClient, asksForSession: () => boolean): void {
  // A page that the browser shows again as it was left may be left again.
  addEventListener('pageshow', ({ persisted }) => {
    if (persisted) endLeaving();
  });
  onSignInNeeded(async ({ code }) => {
    if (!asksForSession()) return;
    const config = await queries.ensureQueryData(authConfigOptions).catch(() => undefined);
    if (config?.mode === 'clerk' && !hostedState.isReady) return;
    const returnTo = location.pathname + location.search;
    const isSecondFactorMissing = code === 'SECOND_FACTOR_REQUIRED';
    const href = signInAddress({ mode: config?.mode, returnTo, isSecondFactorMissing });
    if (hasUnsaved()) {
      holdPage(href);
      return;
    }
    if (isPageLeft()) return;
    beginLeaving();
    location.replace(href);
  });
}
