import { Input, OwnName, Select } from '@quarterdeck/ui';
import { type EnvVarForm, type EnvVarSource, readEnvVar, writeEnvVar } from '../../form/env-var-form.ts';
import { useSettingsForm } from '../../form/form-context.ts';
import { FieldFrame, type FieldProps } from '../../form/ScalarField.tsx';
import { useDraft } from '../../form/use-draft.ts';

const SOURCES: readonly { value: EnvVarSource; label: string }[] = [
  { value: 'value', label: 'Value' },
  { value: 'secretKeyRef', label: 'Secret' },
  { value: 'configMapKeyRef', label: 'Config map' },
  { value: 'helmRef', label: 'Helm release' },
  { value: 'serviceAccount', label: 'Service account' },
];

/** A value given here or taken from a store. A secret value is hidden while it is typed. */
export function EnvVarField({ field, path, value }: FieldProps) {
  const { setAt, touch, isReadOnly } = useSettingsForm();
  const [form, setDraft] = useDraft<EnvVarForm>(value, readEnvVar, writeEnvVar);
  const change = (next: EnvVarForm) => {
    setDraft(next);
    setAt(path, writeEnvVar(next));
  };
  const isSecret = field.control === 'secret';
  const isReference = form.source !== 'value' && form.source !== 'serviceAccount';
  return (
    <FieldFrame field={field} path={path}>
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
        <Input
          aria-label={form.source === 'value' ? field.label : `${field.label}: name`}
          type={isSecret && form.source === 'value' ? 'password' : 'text'}
          autoComplete={isSecret ? 'new-password' : 'off'}
          value={form.text}
          placeholder={form.source === 'value' ? field.placeholder : 'Name'}
          disabled={isReadOnly}
          onChange={(event) => change({ ...form, text: event.target.value })}
          onBlur={() => touch(path)}
        />
        {isReference && (
          <OwnName>
            <Input
              mono
              aria-label={`${field.label}: key`}
              value={form.key}
              placeholder="Key"
              disabled={isReadOnly}
              onChange={(event) => change({ ...form, key: event.target.value })}
              onBlur={() => touch(path)}
            />
          </OwnName>
        )}
      </div>
    </FieldFrame>
  );
}

/** A secret kept as bare text. */
export function SecretField({ field, path, value }: FieldProps) {
  const { setAt, touch, isReadOnly } = useSettingsForm();
  return (
    <FieldFrame field={field} path={path}>
      <Input
        type="password"
        autoComplete="new-password"
        value={typeof value === 'string' ? value : ''}
        disabled={isReadOnly}
        onChange={(event) => setAt(path, event.target.value === '' ? undefined : event.target.value)}
        onBlur={() => touch(path)}
      />
    </FieldFrame>
  );
}
