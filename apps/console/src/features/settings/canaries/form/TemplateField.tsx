import type { FieldDescription } from '@quarterdeck/integrations/spec';
import { FormField, SegmentedControl, Textarea } from '@quarterdeck/ui';
import { useState } from 'react';
import { useSettingsForm } from '../../form/form-context.ts';
import { lookUp, type Values } from '../../form/look-up.ts';
import type { FieldProps } from '../../form/ScalarField.tsx';
import { isBlank } from '../form-rules.ts';

const LANGUAGES = ['expr', 'template', 'javascript', 'jsonPath'];

/** Whether the group is one expression in a choice of languages. */
export function isTemplateGroup(field: FieldDescription): boolean {
  const fields = field.fields ?? [];
  return field.control === 'group' && fields.length > 1 && fields.every(({ key }) => LANGUAGES.includes(key));
}

/** One expression, written in one of the languages that the field offers. */
export function TemplateField({ field, path, value }: FieldProps) {
  const { setAt, touch, problemAt, isReadOnly } = useSettingsForm();
  const values: Values = typeof value === 'object' && value !== null ? { ...value } : {};
  const languages = field.fields ?? [];
  const used = languages.find(({ key }) => !isBlank(lookUp(values, key)))?.key;
  const [chosen, setChosen] = useState<string>();
  const language = chosen ?? used ?? languages[0]?.key ?? 'expr';
  const current = lookUp(values, language);
  const text = typeof current === 'string' ? current : '';
  const change = (key: string, next: string) => {
    if (key !== language && used !== undefined) setAt([...path, used], undefined);
    setAt([...path, key], next === '' ? undefined : next);
  };
  return (
    <FormField
      label={field.label}
      help={field.help}
      error={problemAt([...path, language]) ?? problemAt(path)}
      note={
        <SegmentedControl
          size="s"
          label={`Language of ${field.label.toLowerCase()}`}
          value={language}
          options={languages.map(({ key, label }) => ({ value: key, label }))}
          onChange={(next) => {
            setChosen(next);
            if (!isReadOnly && text !== '') change(next, text);
          }}
        />
      }
    >
      <Textarea
        mono
        rows={1}
        className="qs-grow qs-grow-1"
        value={text}
        placeholder={languages.find(({ key }) => key === language)?.placeholder}
        disabled={isReadOnly}
        spellCheck={false}
        onChange={(event) => change(language, event.target.value)}
        onBlur={() => touch([...path, language])}
      />
    </FormField>
  );
}
