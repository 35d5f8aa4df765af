import { Button, ErrorState } from '@quarterdeck/ui';
import { type ErrorComponentProps, useRouter } from '@tanstack/react-router';
import { errorView } from '../lib/error-view.ts';

/** Shown when a screen crashes or cannot be loaded. Source: spec 1 §8, rendering crash. */
export function RouteError({ error, reset }: ErrorComponentProps) {
  const router = useRouter();
  const retry = () => {
    reset();
    void router.invalidate();
  };
  return (
    <div className="app-void">
      <ErrorState
        {...errorView('Sorry.. there was an error', error)}
        onRetry={retry}
        actions={<Button onClick={() => location.reload()}>Reload the page</Button>}
      />
    </div>
  );
}
