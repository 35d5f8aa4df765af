import { Link } from '@quarterdeck/ui';
import { useSearchParams } from '../../../lib/search-params.ts';
import { destinationOf, loginHref } from '../addresses.ts';
import { FlowForm } from '../flow/FlowForm.tsx';
import { groupsOf, nodesOf } from '../flow/node-model.ts';
import { useFlow } from '../flow/use-flow.ts';
import { useLinkToken } from '../flow/use-link-token.ts';
import { BarePage } from '../layout/BarePage.tsx';
import { FlowStates } from '../layout/FlowStates.tsx';
import { leaveFor } from '../leave.ts';

/** /recovery: a code by mail, or a link with its token. Source: spec 3 §2.13. */
export function RecoveryPage() {
  const [params] = useSearchParams();
  const page = useFlow('recovery', { onDone: (_, flow) => leaveFor(destinationOf(flow.return_to, location.origin)) });
  useLinkToken(page);
  const end = (
    <p className="id-end">
      <Link className="qd-link" href={loginHref({ returnTo: params.return_to })}>
        Back to sign in
      </Link>
    </p>
  );
  return (
    <BarePage title="Recover account">
      <FlowStates page={page} fields={1} end={end}>
        {({ flow, revision, isRefused }) => (
          <>
            {flow.state === 'choose_method' && (
              <p className="id-lead">Enter the email address of your account. A code to sign in with will be sent to it.</p>
            )}
            <FlowForm
              label="Recover account"
              nodes={nodesOf(flow, groupsOf(flow))}
              revision={revision}
              isBusy={page.isBusy}
              isRefused={isRefused}
              takesFocus
              onSubmit={(body) => void page.submit(body)}
            />
          </>
        )}
      </FlowStates>
    </BarePage>
  );
}
