import type { ConnectionField } from '@quarterdeck/integrations/connections';
import { Button, Input, OwnName, Select, Textarea } from '@quarterdeck/ui';
import { Lock } from 'lucide-react';
import { type EnvVarForm, type EnvVarSource, readEnvVar, writeEnvVar } from '../form/env-var-form.ts';
import { useSettingsForm } from '../form/form-context.ts';
import { FieldFrame } from '../form/ScalarField.tsx';
import { useDraft } from '../form/use-draft.ts';
import { type FormValue, isKeptSecret } from './connection-form.ts';

/** What a credential may be. Source: spec 2 §3. */
const SOURCES: readonly { value: EnvVarSource; label: string }[] = [
  { value: 'value', label: 'Static' },
  { value: 'configMapKeyRef', label: 'Config Map' },
  { value: 'secretKeyRef', label: 'Secret' },
];

export interface CredentialFieldProps {
  field: ConnectionField;
  value: FormValue;
  /** The value as it is saved. */
  saved: FormValue;
}

/** A credential given here or taken from a store. One that the server keeps is not shown; it stays until it is replaced. */
export function CredentialField({ field, value, saved }: CredentialFieldProps) {
  const { setAt, isReadOnly } = useSettingsForm();
  const path = [field.key];
  const [form, setDraft] = useDraft<EnvVarForm>(value, readEnvVar, writeEnvVar);
  const change = (next: EnvVarForm) => {
    setDraft(next);
    setAt(path, writeEnvVar(next));
  };
  const isKept = isKeptSecret(value);
  const canKeep = !isKept && !isReadOnly && isKeptSecret(saved);
  const help = canKeep && field.required !== true ? 'The saved one is removed when this stays empty.' : field.help;
  const frame: ConnectionField = help === undefined ? field : { ...field, help };
  return (
    <FieldFrame field={frame} path={path}>
      <div className="qs-env">
        <OwnName>
          <Select
            fullWidth
            aria-label={`${field.label} from`}
            value={form.source}
            options={SOURCES}
            disabled={isReadOnly}
            onChange={(source) => change({ source, text: '', key: '' })}
          />
        </OwnName>
        {isKept ? (
          <span className="qk-kept">
            <Lock aria-hidden />
            <span>Saved</span>
            {!isReadOnly && (
              <Button
                size="s"
                aria-label={`Replace ${field.label}`}
                onClick={() => change({ source: 'value', text: '', key: '' })}
              >
                Replace
              </Button>
            )}
          </span>
        ) : (
          <CredentialInputs field={field} form={form} onChange={change} onKeep={canKeep ? () => setAt(path, saved) : undefined} />
        )}
      </div>
    </FieldFrame>
  );
}

interface CredentialInputsProps {
  field: ConnectionField;
  form: EnvVarForm;
  onChange(form: EnvVarForm): void;
  /** Goes back to the value that the server keeps; undefined when there is none. */
  onKeep: (() => void) | undefined;
}

function CredentialInputs(props: CredentialInputsProps) {
  const { field, form, onKeep } = props;
  if (form.source !== 'value') return <ReferenceInputs {...props} />;
  if (onKeep === undefined) return <StaticInput {...props} />;
  return (
    <span className="qk-replacing">
      <StaticInput {...props} />
      <Button variant="ghost" aria-label={`Keep the saved ${field.label}`} onClick={onKeep}>
        Keep saved
      </Button>
    </span>
  );
}

/** The value itself. A secret is hidden while it is typed; a certificate or key has several lines. */
function StaticInput({ field, form, onChange, onKeep }: CredentialInputsProps) {
  const { touch, isReadOnly } = useSettingsForm();
  const shared = {
    'aria-label': field.label,
    value: form.text,
    placeholder: field.placeholder,
    disabled: isReadOnly,
    spellCheck: false,
    // The button that was pressed to come here is gone.
    autoFocus: onKeep !== undefined,
    onBlur: () => touch([field.key]),
  };
  const change = (text: string) => onChange({ ...form, text });
  if (field.column === 'certificate') {
    return <Textarea {...shared} mono rows={4} className="qs-grow" onChange={(event) => change(event.target.value)} />;
  }
  const isSecret = field.control === 'secret';
  return (
    <Input
      {...shared}
      type={isSecret ? 'password' : 'text'}
      autoComplete={isSecret ? 'new-password' : 'off'}
      onChange={(event) => change(event.target.value)}
    />
  );
}

/** Name and key of an entry of a store. */
function ReferenceInputs({ field, form, onChange }: CredentialInputsProps) {
  const { touch, isReadOnly } = useSettingsForm();
  const shared = { autoComplete: 'off', spellCheck: false, disabled: isReadOnly, onBlur: () => touch([field.key]) };
  return (
    <>
      <Input
        {...shared}
        aria-label={`${field.label}: name`}
        value={form.text}
        placeholder="Name"
        onChange={(event) => onChange({ ...form, text: event.target.value })}
      />
      <OwnName>
        <Input
          {...shared}
          mono
          aria-label={`${field.label}: key`}
          value={form.key}
          placeholder="Key"
          onChange={(event) => onChange({ ...form, key: event.target.value })}
        />
      </OwnName>
    </>
  );
}
