import { Callout } from '@quarterdeck/ui';
import { failureText } from './error-view.ts';

/** Why what a form or a button asked for was not done, beside it. */
export function FailureNote({ error }: { error: Error }) {
  return (
    <div role="alert">
      <Callout tone="unhealthy">{failureText(error)}</Callout>
    </div>
  );
}
