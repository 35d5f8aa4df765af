import { KEPT_SECRET } from '@quarterdeck/contract/connections';
import type { ConnectionField, ConnectionKind } from '@quarterdeck/integrations/connections';
import { FormField, Input } from '@quarterdeck/ui';
import { ConnectionReferenceField } from '../form/ConnectionReferenceField.tsx';
import { useSettingsForm } from '../form/form-context.ts';
import { FieldFrame, SelectControl, SwitchControl, TextControl } from '../form/ScalarField.tsx';
import { CredentialField } from './CredentialField.tsx';
import { type ConnectionDraft, type FormValue, halfLineKeys, isFieldShown } from './connection-form.ts';

/** Fields that name another connection. */
const REFERENCE_PLACEHOLDER = 'connection://';

interface OneFieldProps {
  field: ConnectionField;
  value: FormValue;
  saved: FormValue;
}

/** What helps with a text: what is not shown of it, and where the login of an address comes from. */
function withHelp(field: ConnectionField, value: FormValue): ConnectionField {
  if (String(value ?? '').includes(KEPT_SECRET)) return { ...field, help: '*** stands for what is saved and not shown.' };
  if (field.column !== 'url' || field.help !== undefined) return field;
  return field.placeholder?.includes('$(') === true
    ? { ...field, help: '$(username) and $(password) stand for the fields below.' }
    : field;
}

/** A number, kept as it is typed so that what is no number can be told. */
function NumberField({ field, value }: OneFieldProps) {
  const { setAt, touch, isReadOnly } = useSettingsForm();
  const path = [field.key];
  return (
    <FieldFrame field={field} path={path}>
      <Input
        inputMode="numeric"
        value={String(value ?? '')}
        placeholder={field.default === undefined ? field.placeholder : String(field.default)}
        disabled={isReadOnly}
        autoComplete="off"
        onChange={(event) => setAt(path, event.target.value === '' ? undefined : event.target.value)}
        onBlur={() => touch(path)}
      />
    </FieldFrame>
  );
}

function OneField(props: OneFieldProps) {
  const { field, value } = props;
  if (field.envVar === true || field.control === 'secret') return <CredentialField {...props} />;
  const shared = { field: withHelp(field, value), path: [field.key], value };
  switch (field.control) {
    case 'number':
      return <NumberField {...props} />;
    case 'select':
      return <SelectControl {...shared} />;
    case 'switch':
      return <SwitchControl {...shared} />;
    default:
      return field.placeholder?.startsWith(REFERENCE_PLACEHOLDER) === true ? (
        <ConnectionReferenceField {...shared} />
      ) : (
        <TextControl {...shared} />
      );
  }
}

/** Name and namespace; both stay as they are once the connection is saved. */
function IdentityFields({ draft, isSaved }: { draft: ConnectionDraft; isSaved: boolean }) {
  const { setAt, touch, problemAt, isReadOnly } = useSettingsForm();
  const line = (key: 'name' | 'namespace', label: string) => (
    <FormField label={label} note={isSaved ? undefined : 'required'} error={problemAt([key])}>
      <Input
        value={draft[key]}
        disabled={isReadOnly || isSaved}
        // A new connection begins with its name.
        autoFocus={key === 'name' && !isSaved}
        spellCheck={false}
        autoComplete="off"
        onChange={(event) => setAt([key], event.target.value)}
        onBlur={() => touch([key])}
      />
    </FormField>
  );
  return (
    <div className="qs-fields qs-two">
      {line('name', 'Name')}
      {line('namespace', 'Namespace')}
    </div>
  );
}

export interface ConnectionFieldsProps {
  kind: ConnectionKind;
  draft: ConnectionDraft;
  /** What the form began with. */
  start: ConnectionDraft;
  isSaved: boolean;
}

/** The fields of a connection: those that all have, then those of its kind. */
export function ConnectionFields({ kind, draft, start, isSaved }: ConnectionFieldsProps) {
  const shown = kind.fields.filter((field) => isFieldShown(kind, field, draft.values));
  const halves = halfLineKeys(shown);
  return (
    <>
      <IdentityFields draft={draft} isSaved={isSaved} />
      <div className="qs-fields qs-stack">
        {shown.map((field) => (
          <div key={field.key} className={halves.has(field.key) ? 'is-short' : undefined}>
            <OneField field={field} value={draft.values[field.key]} saved={start.values[field.key]} />
          </div>
        ))}
      </div>
    </>
  );
}
