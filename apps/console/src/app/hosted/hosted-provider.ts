import type { ComponentType, ReactNode } from 'react';

export interface HostedSettings {
  readonly publishableKey: string;
  readonly signInUrl: string;
}

export interface HostedOrganisation {
  readonly name: string;
  /** What the provider keeps about it for everybody to read: `direct`, `backend_url`. */
  readonly publicMetadata: unknown;
}

/** What the provider knows about whoever is looking. */
export interface HostedStatus {
  readonly isLoaded: boolean;
  readonly isSignedIn: boolean;
  /** The organisation that is chosen. */
  readonly organisation: HostedOrganisation | undefined;
  /** A token for calls, which lives for about a minute. */
  getToken(): Promise<string | undefined>;
  openProfile(): void;
  /** Ends the session and goes to the sign-in. */
  signOut(): Promise<void>;
}

/** All that the console needs of a provider that signs people in and keeps their organisations; its library stays behind it. */
export interface HostedProvider {
  /** Around everything that uses the others. */
  readonly Root: ComponentType<{ settings: HostedSettings; children: ReactNode }>;
  useStatus(): HostedStatus;
  readonly SignIn: ComponentType<{ returnTo: string }>;
  /** Lets the person choose or create an organisation, then goes to `/organizations/orgs-switched`. */
  readonly PickOrganisation: ComponentType;
  /** The same as a small menu. */
  readonly SwitchOrganisation: ComponentType;
}

/** Where the provider goes after another organisation was chosen. */
export const ORGANISATION_SWITCHED = '/organizations/orgs-switched';
