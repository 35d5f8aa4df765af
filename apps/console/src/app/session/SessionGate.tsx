import { lazyPart } from '@quarterdeck/ui';
import { useQuery } from '@tanstack/react-query';
import { type ReactNode, Suspense } from 'react';
import { authConfigOptions } from '../../lib/auth-config.ts';
import { SessionFailure } from './SessionFailure.tsx';
import { ShellSkeleton } from './ShellSkeleton.tsx';
import { SignedInGate } from './SignedInGate.tsx';

const HostedGate = lazyPart(async () => (await import('../hosted/HostedGate.tsx')).HostedGate);

/** Lets whoever is signed in through to the console, and shows everybody else what is missing. */
export function SessionGate({ children }: { children: ReactNode }) {
  const { data: config, isPending } = useQuery(authConfigOptions);
  if (isPending) return <ShellSkeleton />;
  if (config?.clerk !== undefined) {
    return (
      <Suspense fallback={<ShellSkeleton />}>
        <HostedGate settings={config.clerk}>{children}</HostedGate>
      </Suspense>
    );
  }
  return (
    <SignedInGate mode={config?.mode} failed={(error, retry) => <SessionFailure error={error} onRetry={retry} />}>
      {children}
    </SignedInGate>
  );
}
