import { ClientError } from '@quarterdeck/client';
import type { AuthMode } from '@quarterdeck/contract/identity';
import { lazyPart } from '@quarterdeck/ui';
import { useQuery } from '@tanstack/react-query';
import { type ReactNode, Suspense, useEffect, useMemo } from 'react';
import { disabledFeatures } from '../../lib/features.ts';
import { propertiesOptions } from '../../lib/properties.ts';
import { type Session, SessionContext, signedInOptions } from '../../lib/session.ts';
import { releasePage, useHeldPage } from './held-page.ts';
import { ShellSkeleton } from './ShellSkeleton.tsx';
import { useFollowAccess } from './use-follow-access.ts';

const SignedOutDialog = lazyPart(async () => (await import('./SignedOutDialog.tsx')).SignedOutDialog);

export interface SignedInGateProps {
  mode: AuthMode | undefined;
  /** Shown when the server could not say who is signed in or what is switched off. */
  failed(error: Error, retry: () => void): ReactNode;
  children: ReactNode;
}

function isLeavingToSignIn(error: Error): boolean {
  return error instanceof ClientError && (error.code === 'UNAUTHORIZED' || error.code === 'SECOND_FACTOR_REQUIRED');
}

/** Waits until it is known who is signed in and which features are on, and keeps both current. Source: spec 1 §4. */
export function SignedInGate({ mode, failed, children }: SignedInGateProps) {
  const signedIn = useQuery({ ...signedInOptions, refetchOnWindowFocus: 'always' });
  const properties = useQuery(propertiesOptions);
  const signInHref = useHeldPage();
  useFollowAccess(signedIn.data);
  // biome-ignore lint/correctness/useExhaustiveDependencies: every answer of the server says that somebody is signed in
  useEffect(releasePage, [signedIn.dataUpdatedAt]);
  const session = useMemo((): Session | undefined => {
    if (signedIn.data === undefined || properties.data === undefined) return undefined;
    return { ...signedIn.data, mode, disabledFeatures: disabledFeatures(properties.data) };
  }, [signedIn.data, properties.data, mode]);

  if (session !== undefined) {
    return (
      <SessionContext value={session}>
        {children}
        {signInHref !== undefined && (
          <Suspense fallback={null}>
            <SignedOutDialog signInHref={signInHref} onGoOn={signedIn.refetch} />
          </Suspense>
        )}
      </SessionContext>
    );
  }
  const error = signedIn.error ?? properties.error;
  if (error === null || isLeavingToSignIn(error)) return <ShellSkeleton />;
  return failed(error, () => {
    if (signedIn.isError) void signedIn.refetch();
    if (properties.isError) void properties.refetch();
  });
}
