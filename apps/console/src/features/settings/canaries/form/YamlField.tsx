import { FormField, Textarea } from '@quarterdeck/ui';
import { useState } from 'react';
import { parse, stringify } from 'yaml';
import { useSettingsForm } from '../../form/form-context.ts';
import type { FieldProps } from '../../form/ScalarField.tsx';

function read(text: string): { value: unknown } | { problem: string } {
  try {
    return { value: text.trim() === '' ? undefined : parse(text) };
  } catch (error) {
    return { problem: error instanceof Error ? (error.message.split('\n')[0] ?? 'Not YAML') : 'Not YAML' };
  }
}

function asText(value: unknown): string {
  return value === undefined || value === null ? '' : stringify(value, { lineWidth: 0 });
}

/** Any value as YAML text. A text that is not YAML stays in the field with its problem and is not stored. */
export function YamlField({ field, path, value }: FieldProps) {
  const { setAt, touch, problemAt, isReadOnly } = useSettingsForm();
  const [draft, setDraft] = useState<string>();
  const result = draft === undefined ? undefined : read(draft);
  const problem = result !== undefined && 'problem' in result ? result.problem : problemAt(path);
  return (
    <FormField label={field.label} help={field.help} error={problem} note={field.required ? 'required' : 'YAML'}>
      <Textarea
        mono
        rows={2}
        className="qs-grow"
        value={draft ?? asText(value)}
        disabled={isReadOnly}
        spellCheck={false}
        onChange={(event) => {
          setDraft(event.target.value);
          const next = read(event.target.value);
          if ('value' in next) setAt(path, next.value);
        }}
        onBlur={() => {
          if (result !== undefined && 'value' in result) setDraft(undefined);
          touch(path);
        }}
      />
    </FormField>
  );
}
