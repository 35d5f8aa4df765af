import { Link } from '@quarterdeck/ui';
import { destinationOf } from '../addresses.ts';
import { BarePage } from '../layout/BarePage.tsx';
import { FlowStates } from '../layout/FlowStates.tsx';
import { leaveFor } from '../leave.ts';
import { FlowForm } from './FlowForm.tsx';
import { groupsOf, nodesOf } from './node-model.ts';
import { useFlow } from './use-flow.ts';
import { useLinkToken } from './use-link-token.ts';

export interface AddressFlowPageProps {
  kind: 'recovery' | 'verification';
  title: string;
  /** Above the field for the address. */
  lead: string;
  /** Where somebody goes who does not want this. */
  wayBack: { label: string; href: string };
}

/** A flow in which somebody shows to read the mail of an address: by a code, or by a link with its token. Source: spec 3 §2.13. */
export function AddressFlowPage({ kind, title, lead, wayBack }: AddressFlowPageProps) {
  const page = useFlow(kind, { onDone: (_, flow) => leaveFor(destinationOf(flow.return_to, location.origin)) });
  useLinkToken(page);
  const end = (
    <p className="id-end">
      <Link className="qd-link" href={wayBack.href}>
        {wayBack.label}
      </Link>
    </p>
  );
  return (
    <BarePage title={title}>
      <FlowStates page={page} fields={1} end={end}>
        {({ flow, revision, isRefused }) => (
          <>
            {flow.state === 'choose_method' && <p className="id-lead">{lead}</p>}
            <FlowForm
              label={title}
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
