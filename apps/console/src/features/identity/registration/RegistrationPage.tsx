import type { FlowDone } from '@quarterdeck/contract/identity';
import { Link } from '@quarterdeck/ui';
import { useSearchParams } from '../../../lib/search-params.ts';
import { destinationOf, loginHref } from '../addresses.ts';
import { FlowForm } from '../flow/FlowForm.tsx';
import { groupsOf, nodesOf } from '../flow/node-model.ts';
import { useFlow } from '../flow/use-flow.ts';
import { BarePage } from '../layout/BarePage.tsx';
import { FlowStates } from '../layout/FlowStates.tsx';
import { leaveFor } from '../leave.ts';
import { nextAfterRegistration } from './next-after-registration.ts';

const BESIDE = ['oidc', 'passkey', 'webauthn'] as const;

/** /registration. Source: spec 3 §2.13. */
export function RegistrationPage() {
  const [params] = useSearchParams();
  const page = useFlow('registration', {
    onDone: (done: FlowDone, flow) => leaveFor(nextAfterRegistration(done) ?? destinationOf(flow.return_to, location.origin)),
  });
  const end = (
    <p className="id-end">
      <span>
        Have an account?{' '}
        <Link className="qd-link" href={loginHref({ returnTo: params.return_to })}>
          Sign in
        </Link>
      </span>
    </p>
  );
  return (
    <BarePage title="Create account">
      <FlowStates
        page={page}
        fields={4}
        end={end}
        closed="Accounts on this server are made by invitation. Ask an administrator to invite you."
      >
        {({ flow, revision, isRefused }) => {
          const besides = BESIDE.filter((group) => groupsOf(flow).includes(group));
          const main = groupsOf(flow).filter((group) => !besides.some((beside) => beside === group));
          const shared = { revision, isBusy: page.isBusy, isRefused };
          return (
            <>
              <FlowForm
                label="Create account"
                nodes={nodesOf(flow, main)}
                takesFocus
                {...shared}
                onSubmit={(body) => void page.submit(body)}
              />
              {besides.length > 0 && <div className="id-or">or</div>}
              {besides.map((group) => (
                <FlowForm
                  key={group}
                  label={`Create account with ${group}`}
                  nodes={nodesOf(flow, [group]).filter((node) => node.group === group || isHidden(node))}
                  {...shared}
                  onSubmit={(body) => void page.submit('provider' in body ? { method: 'oidc', ...body } : body)}
                />
              ))}
            </>
          );
        }}
      </FlowStates>
    </BarePage>
  );
}

function isHidden({ attributes }: Parameters<typeof groupsOf>[0]['ui']['nodes'][number]): boolean {
  return attributes.node_type === 'input' && attributes.type === 'hidden';
}
