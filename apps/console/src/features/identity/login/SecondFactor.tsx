import { TOTP_DIGITS } from '@quarterdeck/contract/identity';
import { Button, Callout } from '@quarterdeck/ui';
import { KeyRound, type LucideIcon, ScrollText, Smartphone } from 'lucide-react';
import { useState } from 'react';
import { CodeField } from '../flow/CodeField.tsx';
import { FlowForm } from '../flow/FlowForm.tsx';
import { isInput, keyOf, labelOf, nodesOf, problemOf } from '../flow/node-model.ts';
import { isTrigger } from '../webauthn/ask-key.ts';
import type { LoginFormProps } from './FirstFactor.tsx';
import { type SecondFactor as Factor, secondFactorsOf } from './login-ways.ts';

const WAYS: Readonly<Record<Factor, { label: string; lead: string; icon: LucideIcon }>> = {
  totp: { label: 'Authenticator app', lead: 'Enter the code that your authenticator app shows now.', icon: Smartphone },
  webauthn: { label: 'Security key', lead: 'Have your security key at hand, then follow the browser.', icon: KeyRound },
  passkey: { label: 'Passkey', lead: 'Use the passkey of this device, or of one nearby.', icon: KeyRound },
  code: { label: 'Code by email', lead: 'Enter the code that was sent to you.', icon: Smartphone },
  lookup_secret: {
    label: 'Backup recovery code',
    lead: 'Enter one of your backup recovery codes. Each works once.',
    icon: ScrollText,
  },
};

/** The second factor: one way at a time, with the others a press away. */
export function SecondFactor({ page, flow, revision, isRefused }: LoginFormProps) {
  const offered = secondFactorsOf(flow);
  const [chosen, setChosen] = useState<Factor>();
  const way = offered.find((known) => known === chosen) ?? offered.find((known) => known === flow.active) ?? offered[0];
  if (way === undefined) {
    return (
      <Callout tone="warning">
        No second factor of this account can be used here. Sign out, and ask an administrator to reset your account.
      </Callout>
    );
  }
  const nodes = nodesOf(flow, [way]);
  const others = offered.filter((known) => known !== way);
  return (
    <>
      <p className="id-lead">{WAYS[way].lead}</p>
      <FlowForm
        key={way}
        label={WAYS[way].label}
        nodes={nodes}
        revision={revision}
        isBusy={page.isBusy}
        isRefused={isRefused}
        takesFocus
        onSubmit={(body) => void page.submit(body)}
      >
        {(parts) =>
          nodes.map((node) => {
            if (isInput(node) && node.attributes.name === 'totp_code') {
              const error = parts.problemOf(node) ?? problemOf(node);
              return (
                <CodeField
                  key={keyOf(node)}
                  label={labelOf(node)}
                  name="totp_code"
                  digits={TOTP_DIGITS}
                  error={error}
                  sendsItself
                />
              );
            }
            if (!isInput(node) || !isTrigger(node)) return parts.view(node);
            return (
              <Button
                key={keyOf(node)}
                variant="primary"
                size="l"
                fullWidth
                icon={KeyRound}
                loading={parts.isBusy}
                onClick={() => parts.trigger(node)}
              >
                {labelOf(node)}
              </Button>
            );
          })
        }
      </FlowForm>
      {others.length > 0 && (
        <section className="id-ways" aria-label="Use another way">
          <div className="id-or">Use another way</div>
          {others.map((other) => (
            <Button key={other} size="l" fullWidth icon={WAYS[other].icon} onClick={() => setChosen(other)}>
              {WAYS[other].label}
            </Button>
          ))}
        </section>
      )}
    </>
  );
}
