import { LinkProvider, Toaster } from '@quarterdeck/ui';
import { Outlet, useRouter } from '@tanstack/react-router';
import { Suspense, useCallback } from 'react';

/** What every page has, with the frame of the console or without: links that go through the router, and toasts. */
export function AppFrame() {
  const router = useRouter();
  const navigate = useCallback((to: string) => router.history.push(to), [router]);
  const prepare = useCallback(
    (to: string) => void router.preloadRoute({ to: to.split(/[?#]/)[0] ?? to }).catch(() => undefined),
    [router],
  );
  return (
    <LinkProvider navigate={navigate} onIntent={prepare}>
      <Suspense fallback={null}>
        <Outlet />
      </Suspense>
      <Toaster />
    </LinkProvider>
  );
}
