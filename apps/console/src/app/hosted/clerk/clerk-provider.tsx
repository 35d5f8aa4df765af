import {
  ClerkProvider,
  SignIn as ClerkSignIn,
  OrganizationList,
  OrganizationSwitcher,
  useAuth,
  useClerk,
  useOrganization,
} from '@clerk/clerk-react';
import { type ReactNode, useCallback } from 'react';
import { type HostedProvider, type HostedSettings, type HostedStatus, ORGANISATION_SWITCHED } from '../hosted-provider.ts';

/** The template of the tokens that backends accept. Source: console-calls §0.2. */
const TOKEN_TEMPLATE = 'Backend';

function useStatus(): HostedStatus {
  const { isLoaded: isAuthLoaded, isSignedIn, getToken: readToken } = useAuth();
  const { isLoaded: isOrganisationLoaded, organization } = useOrganization();
  const clerk = useClerk();
  const getToken = useCallback(async () => (await readToken({ template: TOKEN_TEMPLATE })) ?? undefined, [readToken]);
  const openProfile = useCallback(() => clerk.openUserProfile(), [clerk]);
  const signOut = useCallback(() => clerk.signOut(), [clerk]);
  return {
    isLoaded: isAuthLoaded && isOrganisationLoaded,
    isSignedIn: isSignedIn === true,
    organisation: organization == null ? undefined : { name: organization.name, publicMetadata: organization.publicMetadata },
    getToken,
    openProfile,
    signOut,
  };
}

function SignIn({ returnTo }: { returnTo: string }) {
  return <ClerkSignIn routing="hash" forceRedirectUrl={returnTo} />;
}

function PickOrganisation() {
  return (
    <OrganizationList
      hidePersonal
      afterSelectOrganizationUrl={ORGANISATION_SWITCHED}
      afterCreateOrganizationUrl={ORGANISATION_SWITCHED}
    />
  );
}

function SwitchOrganisation() {
  return (
    <OrganizationSwitcher
      hidePersonal
      afterSelectOrganizationUrl={ORGANISATION_SWITCHED}
      afterCreateOrganizationUrl={ORGANISATION_SWITCHED}
    />
  );
}

function Root({ settings: { publishableKey, signInUrl }, children }: { settings: HostedSettings; children: ReactNode }) {
  return (
    <ClerkProvider
      publishableKey={publishableKey}
      signInUrl={signInUrl}
      afterSignOutUrl={signInUrl}
      routerPush={(to) => location.assign(to)}
      routerReplace={(to) => location.replace(to)}
    >
      {children}
    </ClerkProvider>
  );
}

/** Clerk. This file and its library are loaded only where people sign in with it. */
export const clerkProvider: HostedProvider = { Root, useStatus, SignIn, PickOrganisation, SwitchOrganisation };
