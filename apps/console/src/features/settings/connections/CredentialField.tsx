import type { ConnectionField } from '@quarterdeck/integrations/connections';
import { Button, Input, Select, Textarea } from '@quarterdeck/ui';
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
  const shown =
    canKeep && field.control === 'secret' ? { ...field, help: `${field.help ?? ''} Empty removes the saved one.`.trim() } : field;
  return (
    <FieldFrame field={shown} path={path}>
      <div className="qs-env">
        <Select
          aria-label={`${field.label} from`}
          value={form.source}
          options={SOURCES}
          disabled={isReadOnly}
          onChange={(source) => change({ source, text: '', key: '' })}
        />
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
          <CredentialInputs field={field} form={form} onChange={change} startsFocused={canKeep && form.source === 'value'} />
        )}
      </div>
      {canKeep && (
        <span>
          <Button size="s" variant="ghost" onClick={() => setAt(path, saved)} aria-label={`Keep the saved ${field.label}`}>
            Keep the saved one
          </Button>
        </span>
      )}
    </FieldFrame>
  );
}

interface CredentialInputsProps {
  field: ConnectionField;
  form: EnvVarForm;
  startsFocused: boolean;
  onChange(form: EnvVarForm): void;
}

function CredentialInputs({ field, form, startsFocused, onChange }: CredentialInputsProps) {
  const { touch, isReadOnly } = useSettingsForm();
  const onBlur = () => touch([field.key]);
  if (form.source === 'value') {
    const shared = {
      'aria-label': field.label,
      value: form.text,
      placeholder: field.placeholder,
      disabled: isReadOnly,
      spellCheck: false,
      // The button that was pressed to come here is gone.
      autoFocus: startsFocused,
      onBlur,
    };
    // A certificate or key has several lines.
    if (field.column === 'certificate') {
      return (
        <Textarea
          {...shared}
          mono
          rows={4}
          className="qs-grow"
          onChange={(event) => onChange({ ...form, text: event.target.value })}
        />
      );
    }
    const isSecret = field.control === 'secret';
    return (
      <Input
        {...shared}
        type={isSecret ? 'password' : 'text'}
        autoComplete={isSecret ? 'new-password' : 'off'}
        onChange={(event) => onChange({ ...form, text: event.target.value })}
      />
    );
  }
  return (
    <>
      <Input
        aria-label={`${field.label}: name`}
        value={form.text}
        placeholder="Name"
        autoComplete="off"
        spellCheck={false}
        disabled={isReadOnly}
        onChange={(event) => onChange({ ...form, text: event.target.value })}
        onBlur={onBlur}
      />
      <Input
        mono
        aria-label={`${field.label}: key`}
        value={form.key}
        placeholder="Key"
        autoComplete="off"
        spellCheck={false}
        disabled={isReadOnly}
        onChange={(event) => onChange({ ...form, key: event.target.value })}
        onBlur={onBlur}
      />
    </>
  );
}
