import { Age } from '@quarterdeck/ui';
import { Fingerprint, KeyRound } from 'lucide-react';
import type { FlowFormParts } from '../flow/FlowForm.tsx';
import { type InputNode, labelOf } from '../flow/node-model.ts';
import { ConfirmedButton } from './ConfirmedButton.tsx';

export interface KeyRowProps {
  node: InputNode;
  loss: { title: string; text: string };
  parts: FlowFormParts;
}

/** A key of the account, with the way to remove it. */
export function KeyRow({ node, loss, parts }: KeyRowProps) {
  const { display_name: name, added_at: addedAt } = node.meta.label?.context ?? {};
  const title = typeof name === 'string' && name !== '' ? name : 'Unnamed key';
  const Icon = node.group === 'passkey' ? Fingerprint : KeyRound;
  return (
    <div className="id-row">
      <Icon aria-hidden />
      <div className="id-row-text">
        <p>{title}</p>
        <p className="id-hint">
          {node.group === 'passkey' ? 'Passkey' : 'Security key'}
          {typeof addedAt === 'string' && (
            <>
              , added <Age time={addedAt} style="phrase" />
            </>
          )}
        </p>
      </div>
      <ConfirmedButton
        label="Remove"
        isQuiet
        name={labelOf(node)}
        isBusy={parts.isBusy}
        title={loss.title}
        onConfirm={() => parts.click(node)}
      >
        {`“${title}”: ${loss.text}`}
      </ConfirmedButton>
    </div>
  );
}
