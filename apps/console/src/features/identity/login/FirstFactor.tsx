import type { Flow, NodeGroup } from '@quarterdeck/contract/identity';
import { Avatar, Button, Link } from '@quarterdeck/ui';
import { Fingerprint, KeyRound } from 'lucide-react';
import { useSearchParams } from '../../../lib/search-params.ts';
import { recoveryHref } from '../addresses.ts';
import { FlowForm } from '../flow/FlowForm.tsx';
import { isField, isInput, keyOf, labelOf, nodesOf, problemOf } from '../flow/node-model.ts';
import { PasswordField } from '../flow/PasswordField.tsx';
import type { FlowPage } from '../flow/use-flow.ts';
import { isTrigger } from '../webauthn/ask-key.ts';
import { accountOf, otherGroups, passwordForm } from './login-ways.ts';

export interface LoginFormProps {
  page: FlowPage;
  flow: Flow;
  revision: number;
  isRefused: boolean;
}

/** Email and password, and below them the other ways to sign in or to confirm. */
export function FirstFactor({ page, flow, revision, isRefused }: LoginFormProps) {
  const [params] = useSearchParams();
  const { nodes, isOffered } = passwordForm(flow);
  const account = accountOf(flow);
  const others = otherGroups(flow);
  const send = (body: Record<string, unknown>) => void page.submit(body);
  return (
    <>
      {account !== undefined && (
        <p className="id-who">
          <Avatar name={account} size="s" />
          {account}
        </p>
      )}
      {isOffered && (
        <FlowForm
          label="Sign in"
          nodes={nodes}
          revision={revision}
          isBusy={page.isBusy}
          isRefused={isRefused}
          takesFocus
          onSubmit={send}
        >
          {(parts) =>
            nodes.map((node) =>
              isInput(node) && node.attributes.type === 'password' ? (
                <PasswordField
                  key={keyOf(node)}
                  label={labelOf(node)}
                  name={node.attributes.name}
                  autoComplete="current-password"
                  error={parts.problemOf(node) ?? problemOf(node)}
                  note={
                    <Link className="qd-link" href={recoveryHref(params.return_to)}>
                      Reset password
                    </Link>
                  }
                />
              ) : (
                parts.view(node)
              ),
            )
          }
        </FlowForm>
      )}
      {isOffered && others.length > 0 && <div className="id-or">or</div>}
      {others.map((group) => (
        <OtherWay key={group} group={group} flow={flow} page={page} revision={revision} isRefused={isRefused} />
      ))}
    </>
  );
}

function iconOf(group: NodeGroup) {
  return group === 'passkey' ? Fingerprint : KeyRound;
}

/** Buttons of providers and keys in one look; groups that need more are drawn as they come. */
function OtherWay({ group, flow, page, revision, isRefused }: LoginFormProps & { group: NodeGroup }) {
  const nodes = nodesOf(flow, [group]).filter(
    (node) => node.group === group || (isInput(node) && node.attributes.type === 'hidden'),
  );
  const buttons = nodes.filter(isInput).filter((node) => isTrigger(node) || node.attributes.type === 'submit');
  const hasFields = nodes.some(isField);
  return (
    <FlowForm
      label={`Sign in with ${group}`}
      nodes={nodes}
      revision={revision}
      isBusy={page.isBusy}
      isRefused={isRefused}
      onSubmit={(body) => void page.submit('provider' in body ? { method: 'oidc', ...body } : body)}
    >
      {(parts) =>
        hasFields
          ? nodes.map(parts.view)
          : buttons.map((node) => (
              <Button
                key={keyOf(node)}
                size="l"
                fullWidth
                icon={iconOf(group)}
                loading={parts.isBusy}
                disabled={node.attributes.disabled}
                type={isTrigger(node) ? 'button' : 'submit'}
                name={node.attributes.name}
                value={isTrigger(node) ? undefined : String(node.attributes.value ?? '')}
                onClick={isTrigger(node) ? () => parts.trigger(node) : undefined}
              >
                {labelOf(node)}
              </Button>
            ))
      }
    </FlowForm>
  );
}
