import { createContext, type ReactNode, use, useContext } from 'react';
import type { HostedProvider, HostedSettings } from './hosted-provider.ts';

let loading: Promise<HostedProvider> | undefined;

/** The provider's library comes only to those who sign in with it. */
function loadProvider(): Promise<HostedProvider> {
  loading ??= import('./clerk/clerk-provider.tsx').then(({ clerkProvider }) => clerkProvider);
  return loading;
}

const ProviderContext = createContext<HostedProvider | undefined>(undefined);

/** The provider that is loaded; only inside WithProvider. */
export function useProvider(): HostedProvider {
  const provider = useContext(ProviderContext);
  if (provider === undefined) throw new Error('There is no hosted provider here');
  return provider;
}

/** Loads the provider, suspending meanwhile, and puts it around its children. */
export function WithProvider({ settings, children }: { settings: HostedSettings; children: ReactNode }) {
  const provider = use(loadProvider());
  return (
    <provider.Root settings={settings}>
      <ProviderContext value={provider}>{children}</ProviderContext>
    </provider.Root>
  );
}
