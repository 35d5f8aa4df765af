import { Link } from '@quarterdeck/ui';
import { useEffect, useEffectEvent, useState } from 'react';
import { useSearchParams } from '../../../lib/search-params.ts';
import { destinationOf, loginHref } from '../addresses.ts';
import { FlowForm } from '../flow/FlowForm.tsx';
import { findInput, groupsOf, nodesOf } from '../flow/node-model.ts';
import { type FlowPage, useFlow } from '../flow/use-flow.ts';
import { BarePage } from '../layout/BarePage.tsx';
import { FlowStates } from '../layout/FlowStates.tsx';
import { leaveFor } from '../leave.ts';

/** A link of a mail or an invitation carries its token: it is sent at once. */
function useLinkToken({ view, submit }: FlowPage): void {
  const [{ token }, changeParams] = useSearchParams();
  const [isSent, setSent] = useState(false);
  const flow = view.status === 'ready' ? view.flow : undefined;
  const send = useEffectEvent(() => {
    changeParams({ token: undefined }, { replace: true });
    const csrf = flow === undefined ? undefined : findInput(flow.ui.nodes, 'csrf_token')?.attributes.value;
    void submit({ method: 'link', token, csrf_token: csrf });
  });
  useEffect(() => {
    if (flow === undefined || token === undefined || isSent) return;
    setSent(true);
    send();
  }, [flow, token, isSent]);
}

/** /recovery: a code by mail, or a link with its token. Source: spec 3 §2.13. */
export function RecoveryPage() {
  const [params] = useSearchParams();
  const page = useFlow('recovery', { onDone: (_, flow) => leaveFor(destinationOf(flow.return_to, location.origin)) });
  useLinkToken(page);
  const end = (
    <p className="id-end">
      <Link className="id-link" href={loginHref({ returnTo: params.return_to })}>
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
