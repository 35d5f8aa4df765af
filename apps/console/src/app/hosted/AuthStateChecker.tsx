import { Button } from '@quarterdeck/ui';
import { useEffect, useState } from 'react';
import { HostedPage } from './HostedPage.tsx';
import type { HostedSettings } from './hosted-provider.ts';
import { useProvider, WithProvider } from './load-provider.tsx';
import { returnToOf } from './return-to.ts';

/** A second check within this time means that signing in does not help. */
const AGAIN_MS = 10_000;
const CHECKED_KEY = 'authCheckedAt';

/** Notes when the check ran last. @returns whether that was only a moment ago */
function wasJustChecked(nowMs: number): boolean {
  const lastMs = Number(sessionStorage.getItem(CHECKED_KEY) ?? 0);
  sessionStorage.setItem(CHECKED_KEY, String(nowMs));
  return nowMs - lastMs < AGAIN_MS;
}

/** Finds out why the server did not let somebody in whom a hosted provider may have signed in, and goes on from there. */
export default function AuthStateChecker({ settings }: { settings: HostedSettings }) {
  return (
    <WithProvider settings={settings}>
      <Checker settings={settings} />
    </WithProvider>
  );
}

function Checker({ settings }: { settings: HostedSettings }) {
  const { isLoaded, isSignedIn, signOut } = useProvider().useStatus();
  const [isStuck, setStuck] = useState(false);
  useEffect(() => {
    if (!isLoaded) return;
    const returnTo = returnToOf(location.search, location.origin);
    if (!isSignedIn) location.replace(`${settings.signInUrl}?${new URLSearchParams({ return_to: returnTo })}`);
    else if (wasJustChecked(Date.now())) setStuck(true);
    else location.replace(returnTo);
  }, [isLoaded, isSignedIn, settings.signInUrl]);
  if (!isStuck) return <HostedPage title="Checking your session" />;
  return (
    <HostedPage title="You are not let in" text="You are signed in, but the server of your organisation does not accept it.">
      <div className="hosted-actions">
        <Button onClick={() => location.replace(returnToOf(location.search, location.origin))}>Try again</Button>
        <Button variant="ghost" onClick={() => void signOut()}>
          Sign out
        </Button>
      </div>
    </HostedPage>
  );
}
