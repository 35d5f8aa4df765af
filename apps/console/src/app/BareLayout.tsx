import { lazyPart } from '@quarterdeck/ui';
import { useQuery } from '@tanstack/react-query';
import { Navigate, Outlet } from '@tanstack/react-router';
import { Suspense } from 'react';
import { authConfigOptions } from '../lib/auth-config.ts';
import { usePagePath } from '../lib/page-path.ts';

const HostedSignIn = lazyPart(async () => (await import('./hosted/HostedSignIn.tsx')).default);

const HostedCorner = lazyPart(async () => (await import('./hosted/HostedCorner.tsx')).default);

/** Pages that a hosted provider brings itself. */
const SIGN_IN = /^\/(login|registration)(\/|$)/;
/** The account of whoever is signed in, where the server keeps accounts and asks for them. */
const OWN_ACCOUNT = /^\/profile-settings(\/|$)/;
const ERROR = /^\/error(\/|$)/;

/** Pages without the frame of the console: for whoever is not signed in, or not completely. They bring their own. */
export function BareLayout() {
  const pathname = usePagePath();
  const { data: config, isPending } = useQuery(authConfigOptions);
  if (OWN_ACCOUNT.test(pathname)) {
    if (isPending) return null;
    const hasAccount = config?.mode !== 'none' && config?.clerk === undefined;
    return hasAccount ? <Outlet /> : <Navigate to="/" replace />;
  }
  if (!SIGN_IN.test(pathname)) {
    return (
      <>
        {ERROR.test(pathname) && config?.clerk !== undefined && (
          <Suspense fallback={null}>
            <HostedCorner settings={config.clerk} />
          </Suspense>
        )}
        <Outlet />
      </>
    );
  }
  if (isPending) return null;
  return config?.clerk === undefined ? <Outlet /> : <HostedSignIn settings={config.clerk} />;
}
