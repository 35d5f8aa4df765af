import { Button, ErrorState, PartNotLoaded } from '@quarterdeck/ui';
import { type ErrorComponentProps, useRouter } from '@tanstack/react-router';
import { useEffect } from 'react';
import { errorView } from '../lib/error-view.ts';
import { renewPage } from '../lib/renew-page.ts';

/** Shown when a screen crashes or cannot be loaded. Source: spec 1 §8, rendering crash. */
export function RouteError({ error, reset }: ErrorComponentProps) {
  const router = useRouter();
  useEffect(() => {
    void renewPage(error);
  }, [error]);
  const retry = () => {
    reset();
    void router.invalidate();
  };
  return (
    <div className="app-void">
      <ErrorState
        {...errorView('Sorry.. there was an error', error)}
        {...(error instanceof PartNotLoaded ? {} : { onRetry: retry })}
        actions={<Button onClick={() => location.reload()}>Reload the page</Button>}
      />
    </div>
  );
}
