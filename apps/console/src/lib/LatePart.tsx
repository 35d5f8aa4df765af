import { ErrorBoundary, type ErrorBoundaryProps } from '@quarterdeck/ui';
import { type ReactNode, Suspense } from 'react';
import { renewPage } from './renew-page.ts';

export interface LatePartProps extends Pick<ErrorBoundaryProps, 'frame'> {
  /** Stands in while the code is on its way. */
  fallback?: ReactNode;
  children: ReactNode;
}

/** A part of a screen whose code loads when it is drawn. When that fails, the part says so and the screen around it stays. */
export function LatePart({ fallback = null, children, ...boundary }: LatePartProps) {
  return (
    <ErrorBoundary {...boundary} onError={renewPage}>
      <Suspense fallback={fallback}>{children}</Suspense>
    </ErrorBoundary>
  );
}
