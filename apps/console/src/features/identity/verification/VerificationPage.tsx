import { Link } from '@quarterdeck/ui';
import { destinationOf, HOME } from '../addresses.ts';
import { FlowForm } from '../flow/FlowForm.tsx';
import { groupsOf, nodesOf } from '../flow/node-model.ts';
import { useFlow } from '../flow/use-flow.ts';
import { useLinkToken } from '../flow/use-link-token.ts';
import { BarePage } from '../layout/BarePage.tsx';
import { FlowStates } from '../layout/FlowStates.tsx';
import { leaveFor } from '../leave.ts';

/** /verification: shows by a code, or a link with its token, that an address belongs to the account. Source: spec 3 §2.13. */
export function VerificationPage() {
  const page = useFlow('verification', { onDone: (_, flow) => leaveFor(destinationOf(flow.return_to, location.origin)) });
  useLinkToken(page);
  const end = (
    <p className="id-end">
      <Link className="qd-link" href={HOME}>
        Go back
      </Link>
    </p>
  );
  return (
    <BarePage title="Verify your account">
      <FlowStates page={page} fields={1} end={end}>
        {({ flow, revision, isRefused }) => (
          <>
            {flow.state === 'choose_method' && (
              <p className="id-lead">Enter the email address of your account. A code to verify it with will be sent to it.</p>
            )}
            <FlowForm
              label="Verify your account"
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
