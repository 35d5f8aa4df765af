import { ClientError } from '@quarterdeck/client';
import { useQueryClient } from '@tanstack/react-query';
import { type ReactNode, useEffect, useMemo, useState } from 'react';
import { setDestination } from '../../lib/client.ts';
import { HostedContext } from '../../lib/hosted.ts';
import { SessionFailure } from '../session/SessionFailure.tsx';
import { ShellSkeleton } from '../session/ShellSkeleton.tsx';
import { SignedInGate } from '../session/SignedInGate.tsx';
import { HostedPage } from './HostedPage.tsx';
import type { HostedSettings, HostedStatus } from './hosted-provider.ts';
import { hostedState } from './hosted-state.ts';
import { useProvider, WithProvider } from './load-provider.tsx';
import { backendOf, type OrganisationBackend } from './organisation-backend.ts';
import { Provisioning } from './Provisioning.tsx';

export interface HostedGateProps {
  settings: HostedSettings;
  children: ReactNode;
}

/** Lets whoever the hosted provider signed in through to the console of the organisation that they chose. Source: spec 1 §4. */
export function HostedGate({ settings, children }: HostedGateProps) {
  return (
    <WithProvider settings={settings}>
      <OrganisationGate settings={settings}>{children}</OrganisationGate>
    </WithProvider>
  );
}

function OrganisationGate({ settings, children }: HostedGateProps) {
  const provider = useProvider();
  const status = provider.useStatus();
  const isSignedOut = status.isLoaded && !status.isSignedIn;
  useEffect(() => {
    if (!isSignedOut) return;
    const returnTo = new URLSearchParams({ return_to: location.pathname + location.search });
    location.replace(`${settings.signInUrl}?${returnTo}`);
  }, [isSignedOut, settings.signInUrl]);
  if (!status.isLoaded || isSignedOut) return <ShellSkeleton />;
  if (status.organisation === undefined) {
    return (
      <HostedPage title="Choose an organisation" text="Checks, catalog and incidents belong to an organisation.">
        <provider.PickOrganisation />
      </HostedPage>
    );
  }
  const backend = backendOf(status.organisation.publicMetadata);
  if (backend === undefined) return <Provisioning switcher={<provider.SwitchOrganisation />} onRetry={() => location.reload()} />;
  return (
    <WithDestination backend={backend} status={status}>
      <HostedConsole status={status}>{children}</HostedConsole>
    </WithDestination>
  );
}

/** Sends the calls of the console to the organisation, with its token, before anything below is drawn. */
function WithDestination({
  backend,
  status,
  children,
}: {
  backend: OrganisationBackend;
  status: HostedStatus;
  children: ReactNode;
}) {
  const queries = useQueryClient();
  const [isReady, setReady] = useState(false);
  const { getToken } = status;
  useEffect(() => {
    setDestination(async () => ({ baseUrl: backend.baseUrl, token: await getToken() }));
    // What was asked for before the token was there failed for that reason alone.
    queries.removeQueries({ predicate: ({ state }) => state.status === 'error' });
    hostedState.isReady = true;
    setReady(true);
  }, [backend.baseUrl, getToken, queries]);
  return isReady ? children : <ShellSkeleton />;
}

function isProvisioning(error: Error): boolean {
  return error instanceof ClientError && (error.status >= 500 || error.status === 404);
}

function HostedConsole({ status, children }: { status: HostedStatus; children: ReactNode }) {
  const { SwitchOrganisation } = useProvider();
  const { openProfile, signOut } = status;
  const session = useMemo(
    () => ({ organisations: <SwitchOrganisation />, openProfile, signOut }),
    [SwitchOrganisation, openProfile, signOut],
  );
  return (
    <HostedContext value={session}>
      <SignedInGate
        mode="clerk"
        failed={(error, retry) =>
          isProvisioning(error) ? (
            <Provisioning switcher={<SwitchOrganisation />} onRetry={retry} />
          ) : (
            <SessionFailure error={error} onRetry={retry} />
          )
        }
      >
        {children}
      </SignedInGate>
    </HostedContext>
  );
}
