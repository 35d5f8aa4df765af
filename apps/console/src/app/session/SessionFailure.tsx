import { Button, ErrorState } from '@quarterdeck/ui';
import { errorView } from '../../lib/error-view.ts';

/** Shown in place of the console when the server cannot say who is signed in. Source: spec 1 §4. */
export function SessionFailure({ error, onRetry }: { error: Error; onRetry(): void }) {
  return (
    <main className="app-page">
      <ErrorState
        {...errorView('The console could not be opened', error)}
        onRetry={onRetry}
        actions={
          <Button variant="ghost" onClick={() => location.assign('/login')}>
            Sign in again
          </Button>
        }
      />
    </main>
  );
}
