import type { FieldDescription } from '@quarterdeck/integrations/spec';
import { Button, IconButton } from '@quarterdeck/ui';
import { ChevronRight, Plus, X } from 'lucide-react';
import { ConnectionReferenceField } from '../../form/ConnectionReferenceField.tsx';
import { type Path, useSettingsForm } from '../../form/form-context.ts';
import { lookUp, type Values } from '../../form/look-up.ts';
import {
  CodeControl,
  type FieldProps,
  NumberControl,
  SelectControl,
  SwitchControl,
  TextControl,
} from '../../form/ScalarField.tsx';
import { isBlank, isShown } from '../form-rules.ts';
import { FieldSet, LinesField, MapField } from './CollectionField.tsx';
import { EnvVarField, SecretField } from './EnvVarField.tsx';
import { Fold } from './Fold.tsx';
import { isTemplateGroup, TemplateField } from './TemplateField.tsx';
import { YamlField } from './YamlField.tsx';

function asValues(value: unknown): Values {
  return typeof value === 'object' && value !== null && !Array.isArray(value) ? { ...value } : {};
}

const SHORT_CONTROLS: readonly FieldDescription['control'][] = ['number', 'duration', 'size', 'select'];
const SHORT_KEYS = ['name', 'icon', 'namespace', 'description'];

/** Fields whose values are short stand two on a line. */
function isShort(field: FieldDescription): boolean {
  return field.envVar !== true && (SHORT_CONTROLS.includes(field.control) || SHORT_KEYS.includes(field.key));
}

/** The shown fields of one map, each with its place in the text. */
export function FieldStack({ fields, path, values }: { fields: readonly FieldDescription[]; path: Path; values: Values }) {
  return (
    <div className="qs-fields qs-stack">
      {fields
        .filter((field) => isShown(field, values))
        .map((field) => (
          <div key={field.key} className={isShort(field) ? 'is-short' : undefined}>
            <CheckField field={field} path={[...path, field.key]} value={lookUp(values, field.key)} />
          </div>
        ))}
    </div>
  );
}

/** The field that names a stored connection, in every kind that can use one. Source: health-checks §4.2. */
const CONNECTION_KEY = 'connection';

/** The control of a field, chosen by what the kind says about it. */
export function CheckField(props: FieldProps) {
  const { field } = props;
  if (field.envVar === true) return <EnvVarField {...props} />;
  if (isTemplateGroup(field)) return <TemplateField {...props} />;
  if (field.key === CONNECTION_KEY && field.control === 'text') return <ConnectionReferenceField {...props} />;
  switch (field.control) {
    case 'text':
    case 'duration':
    case 'size':
      return <TextControl {...props} />;
    case 'number':
      return <NumberControl {...props} />;
    case 'secret':
      return <SecretField {...props} />;
    case 'code':
    case 'expression':
      return <CodeControl {...props} />;
    case 'select':
      return <SelectControl {...props} />;
    case 'switch':
      return <SwitchControl {...props} />;
    case 'yaml':
      return <YamlField {...props} />;
    case 'map':
      return <MapField {...props} />;
    case 'list':
      return field.fields === undefined ? <LinesField {...props} /> : <EntriesField {...props} fields={field.fields} />;
    case 'group':
      return <GroupField {...props} />;
  }
}

/** Fields that belong together; folded while none of them is set. */
function GroupField({ field, path, value }: FieldProps) {
  return (
    <Fold
      className="qc-group"
      startsOpen={!isBlank(value)}
      title={
        <>
          <ChevronRight aria-hidden />
          {field.label}
        </>
      }
    >
      <div className="qc-nested">
        {field.help && <p className="qd-hint">{field.help}</p>}
        <FieldStack fields={field.fields ?? []} path={path} values={asValues(value)} />
      </div>
    </Fold>
  );
}

/** A list whose entries are maps. */
function EntriesField({ field, path, value, fields }: FieldProps & { fields: readonly FieldDescription[] }) {
  const { setAt, isReadOnly } = useSettingsForm();
  const entries: readonly unknown[] = Array.isArray(value) ? value : [];
  const one = field.label.toLowerCase().replace(/s$/, '');
  return (
    <FieldSet field={field} path={path}>
      {entries.map((entry, index) => (
        // biome-ignore lint/suspicious/noArrayIndexKey: entries have no identity but their place
        <div key={index} className="qc-nested qc-entry">
          <FieldStack fields={fields} path={[...path, index]} values={asValues(entry)} />
          <IconButton
            icon={X}
            label={`Remove ${one} ${index + 1}`}
            tooltip={false}
            disabled={isReadOnly}
            onClick={() => setAt([...path, index], undefined)}
          />
        </div>
      ))}
      <span>
        <Button size="s" variant="ghost" icon={Plus} disabled={isReadOnly} onClick={() => setAt([...path, entries.length], {})}>
          Add {one}
        </Button>
      </span>
    </FieldSet>
  );
}
