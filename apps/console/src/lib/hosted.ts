import { createContext, type ReactNode, useContext } from 'react';

/** The session of a hosted provider, as far as the frame of the console needs it. */
export interface HostedSession {
  /** Lets the person choose another organisation. */
  readonly organisations: ReactNode;
  openProfile(): void;
  signOut(): Promise<void>;
}

export const HostedContext = createContext<HostedSession | undefined>(undefined);

/** The hosted session; undefined on a server with its own sign-in. */
export function useHosted(): HostedSession | undefined {
  return useContext(HostedContext);
}
