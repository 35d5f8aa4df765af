import { MAILED_CODE_DIGITS, TOTP_DIGITS, type UiNode } from '@quarterdeck/contract/identity';
import { Button, Checkbox, CopyButton, TextField } from '@quarterdeck/ui';
import { useState } from 'react';
import { CodeField } from './CodeField.tsx';
import { LookupCodes } from './LookupCodes.tsx';
import { NewPasswordField } from './NewPasswordField.tsx';
import { autocompleteOf, type InputNode, labelOf, type NodeOf, problemOf, TEXT_IDS } from './node-model.ts';
import { PasswordField } from './PasswordField.tsx';

export interface NodeViewProps {
  node: UiNode;
  /** Said instead of what the server found. */
  problem?: string | undefined;
  isBusy: boolean;
  /** The first button of a form is the primary one. */
  isPrimary?: boolean;
  /** Asks a key. */
  onTrigger?(node: InputNode): void;
  personal?: readonly string[];
}

/** Any node of any flow. Hidden values and scripts have nothing to show. */
export function NodeView(props: NodeViewProps) {
  const { node } = props;
  switch (node.attributes.node_type) {
    case 'input':
      return <InputView {...props} node={{ ...node, attributes: node.attributes }} />;
    case 'text':
      return <TextView node={{ ...node, attributes: node.attributes }} />;
    case 'img':
      return <ImageView node={{ ...node, attributes: node.attributes }} />;
    case 'a':
      return (
        <Button href={node.attributes.href} size="l" fullWidth>
          {labelOf(node)}
        </Button>
      );
    case 'script':
      return null;
  }
}

function InputView({ node, problem, isBusy, isPrimary, onTrigger, personal }: NodeViewProps & { node: InputNode }) {
  const { name, type, value, disabled } = node.attributes;
  const label = labelOf(node) || name;
  const error = problem ?? problemOf(node);
  const help = node.messages.find(({ type: kind }) => kind !== 'error')?.text;
  switch (type) {
    case 'hidden':
      return null;
    case 'submit':
      return (
        <Button
          type="submit"
          size="l"
          fullWidth
          name={name}
          value={String(value ?? '')}
          variant={isPrimary === true ? 'primary' : 'outline'}
          disabled={disabled}
          loading={isBusy}
        >
          {label}
        </Button>
      );
    case 'button':
      return (
        <Button size="l" fullWidth disabled={disabled} loading={isBusy} onClick={() => onTrigger?.(node)}>
          {label}
        </Button>
      );
    case 'checkbox':
      return <CheckboxView name={name} label={label} isChecked={value === true} isDisabled={disabled} />;
    case 'password':
      return autocompleteOf(node) === 'new-password' ? (
        <NewPasswordField label={label} name={name} error={error} {...(personal === undefined ? {} : { personal })} />
      ) : (
        <PasswordField
          label={label}
          name={name}
          autoComplete={autocompleteOf(node) ?? 'current-password'}
          error={error}
          help={help}
        />
      );
    default:
      return autocompleteOf(node) === 'one-time-code' ? (
        <CodeField
          label={label}
          name={name}
          digits={name === 'totp_code' ? TOTP_DIGITS : MAILED_CODE_DIGITS}
          error={error}
          help={help}
        />
      ) : (
        <TextField
          size="l"
          label={label}
          name={name}
          type={type}
          defaultValue={typeof value === 'boolean' ? '' : (value ?? '')}
          autoComplete={autocompleteOf(node)}
          disabled={disabled}
          error={error}
          help={help}
          pattern={node.attributes.pattern}
        />
      );
  }
}

function CheckboxView(props: { name: string; label: string; isChecked: boolean; isDisabled: boolean }) {
  const [isChecked, setChecked] = useState(props.isChecked);
  return (
    <>
      {isChecked && <input type="hidden" name={props.name} value="on" />}
      <Checkbox checked={isChecked} onChange={setChecked} disabled={props.isDisabled}>
        {props.label}
      </Checkbox>
    </>
  );
}

function TextView({ node }: { node: NodeOf<'text'> }) {
  const { text } = node.attributes;
  const label = labelOf(node);
  if (text.id === TEXT_IDS.codes) return <LookupCodes label={label} text={text} />;
  const secret = text.context?.secret;
  return (
    <div className="id-text">
      {label !== '' && <p className="id-hint">{label}</p>}
      {typeof secret === 'string' ? (
        <p className="id-secret">
          <code>{secret}</code>
          <CopyButton value={secret} label="Copy secret" />
        </p>
      ) : (
        <p>{text.text}</p>
      )}
    </div>
  );
}

/** Pictures come from the flow itself: nothing is fetched from elsewhere. */
function ImageView({ node }: { node: NodeOf<'img'> }) {
  const { src, width, height } = node.attributes;
  if (!src.startsWith('data:image/')) return null;
  return <img className="id-image" src={src} width={width} height={height} alt={labelOf(node)} />;
}
