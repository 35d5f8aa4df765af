import type { Flow, NodeGroup, UiNode } from '@quarterdeck/contract/identity';
import { Button } from '@quarterdeck/ui';
import { Fingerprint, KeyRound, Link2, Trash2, Unlink } from 'lucide-react';
import type { ReactNode } from 'react';
import { FlowForm, type FlowFormParts } from '../flow/FlowForm.tsx';
import { type InputNode, isField, isInput, keyOf, labelOf, nodesOf } from '../flow/node-model.ts';
import type { FlowPage } from '../flow/use-flow.ts';
import { isTrigger } from '../webauthn/ask-key.ts';
import { ConfirmedButton } from './ConfirmedButton.tsx';
import { KeyRow } from './KeyRow.tsx';
import type { SettingsSectionId } from './sections.ts';
import { useFormRevision } from './use-form-revision.ts';

export interface SettingsFormProps {
  section: SettingsSectionId | 'other';
  label: string;
  groups: readonly NodeGroup[];
  flow: Flow;
  revision: number;
  /** The answer is the one to this form. */
  isSent: boolean;
  isRefused: boolean;
  takesFocus: boolean;
  /** Its button is what the page asks for now. */
  isPrimary?: boolean;
  page: FlowPage;
}

/** What is lost when a button of the settings is pressed; buttons that lose nothing are not here. */
const LOSSES: Readonly<Record<string, { title: string; text: string }>> = {
  totp_unlink: {
    title: 'Unlink authenticator app',
    text: 'Codes of the app stop working. To use an app again, you set it up anew.',
  },
  lookup_secret_disable: { title: 'Disable backup recovery codes', text: 'All codes stop working at once.' },
  webauthn_remove: { title: 'Remove security key', text: 'The key no longer signs you in. You can add it again.' },
  passkey_remove: {
    title: 'Remove passkey',
    text: 'The passkey no longer signs you in, and other devices are signed out. Delete it on your device too.',
  },
  unlink: { title: 'Unlink account', text: 'The account elsewhere no longer signs you in.' },
};

/** The form of one group of the settings. */
export function SettingsForm({
  section,
  label,
  groups,
  flow,
  revision,
  isSent,
  isRefused,
  takesFocus,
  isPrimary = false,
  page,
}: SettingsFormProps) {
  const nodes = nodesOf(flow, groups).map((node) => (section === 'password' ? asNewPassword(node) : node));
  const formRevision = useFormRevision(nodes, { revision, isSent });
  const { name, email = '' } = flow.identity?.traits ?? {};
  const personal = [name?.first, name?.last, email].filter((text) => text !== undefined);
  return (
    <FlowForm
      label={label}
      nodes={nodes}
      revision={formRevision}
      isBusy={page.isBusy}
      isRefused={isRefused}
      takesFocus={takesFocus}
      personal={personal}
      onSubmit={(body) => void page.submit(body)}
    >
      {(parts) => layout(section, nodes, parts, isPrimary)}
    </FlowForm>
  );
}

/** In a profile, `Password` alone leaves open which one. */
function asNewPassword(node: UiNode): UiNode {
  if (!isInput(node) || node.attributes.type !== 'password') return node;
  return { ...node, meta: { label: { id: 1070001, text: 'New password', type: 'info' } } };
}

function layout(section: SettingsFormProps['section'], nodes: readonly UiNode[], parts: FlowFormParts, isPrimary: boolean) {
  const draw = (node: UiNode) => drawNode(node, parts, isPrimary);
  if (section === 'profile') {
    return (
      <>
        <div className="id-pair">
          {nodes.filter((node) => isInput(node) && node.attributes.name.startsWith('traits.name.')).map(draw)}
        </div>
        {nodes.filter((node) => !(isInput(node) && node.attributes.name.startsWith('traits.name.'))).map(draw)}
      </>
    );
  }
  const image = nodes.find(({ attributes }) => attributes.node_type === 'img');
  if (section === 'totp' && image === undefined) return withButtonsInOneRow(nodes, draw, 'An authenticator app is set up.');
  if (section === 'lookup_secret' || section === 'oidc') {
    const isHidden = nodes.some((node) => isInput(node) && node.attributes.name === 'lookup_secret_reveal');
    return withButtonsInOneRow(nodes, draw, isHidden ? 'Backup recovery codes are set up.' : undefined);
  }
  if (image === undefined) return nodes.map(draw);
  return (
    <div className="id-totp">
      {draw(image)}
      <div className="id-form">
        <p>Scan the code with your authenticator app, then enter the code that it shows.</p>
        {nodes.filter((node) => node !== image).map(draw)}
      </div>
    </div>
  );
}

/** What is there, then what can be done about it; what loses something comes last. */
function withButtonsInOneRow(nodes: readonly UiNode[], draw: (node: UiNode) => ReactNode, state: string | undefined) {
  const buttons = nodes.filter((node): node is InputNode => isInput(node) && node.attributes.type === 'submit');
  const isLoss = ({ attributes }: InputNode) => LOSSES[attributes.name] !== undefined;
  return (
    <>
      {state !== undefined && <p className="id-hint">{state}</p>}
      {nodes.filter((node) => !buttons.some((button) => button === node)).map(draw)}
      {buttons.length > 0 && (
        <div className="id-actions">
          {buttons.filter((button) => !isLoss(button)).map(draw)}
          {buttons.filter(isLoss).map(draw)}
        </div>
      )}
    </>
  );
}

/** Buttons of settings are as wide as their words. */
function drawNode(node: UiNode, parts: FlowFormParts, isPrimary: boolean) {
  if (isInput(node) && isTrigger(node)) {
    return (
      <Button
        key={keyOf(node)}
        className="id-start"
        icon={node.group === 'passkey' ? Fingerprint : KeyRound}
        loading={parts.isBusy}
        onClick={() => parts.trigger(node)}
      >
        {labelOf(node)}
      </Button>
    );
  }
  if (!isInput(node) || node.attributes.type !== 'submit') return parts.view(node);
  return drawButton(node, parts, isPrimary || node.attributes.name === 'lookup_secret_confirm');
}

function drawButton(node: InputNode, parts: FlowFormParts, isPrimary: boolean) {
  const { name, value } = node.attributes;
  const loss = LOSSES[name];
  const isKey = name === 'webauthn_remove' || name === 'passkey_remove';
  if (loss !== undefined && isKey) return <KeyRow key={keyOf(node)} node={node} loss={loss} parts={parts} />;
  if (loss !== undefined) {
    return (
      <span key={keyOf(node)} className="id-start">
        <ConfirmedButton
          label={labelOf(node)}
          icon={name === 'unlink' ? Unlink : Trash2}
          isBusy={parts.isBusy}
          title={loss.title}
          onConfirm={() => parts.click(node)}
        >
          {loss.text}
        </ConfirmedButton>
      </span>
    );
  }
  return (
    <Button
      key={keyOf(node)}
      className="id-start"
      type="submit"
      name={name}
      value={String(value ?? '')}
      variant={isPrimary ? 'primary' : 'outline'}
      icon={name === 'link' ? Link2 : undefined}
      loading={parts.isBusy}
    >
      {labelOf(node)}
    </Button>
  );
}

/** Whether a group has anything to show or press. */
export function hasContent(flow: Pick<Flow, 'ui'>, groups: readonly NodeGroup[]): boolean {
  return flow.ui.nodes.some(
    (node) =>
      groups.includes(node.group) &&
      (isField(node) || isTrigger(node) || node.attributes.node_type !== 'input' || node.attributes.type === 'submit') &&
      node.attributes.node_type !== 'script',
  );
}
