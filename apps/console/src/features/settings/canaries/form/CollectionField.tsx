import type { FieldDescription } from '@quarterdeck/integrations/spec';
import { FieldList, Input, KeyValueEditor, type KeyValuePair, NumberInput } from '@quarterdeck/ui';
import type { ReactNode } from 'react';
import { type Path, useSettingsForm } from '../../form/form-context.ts';
import type { FieldProps } from '../../form/ScalarField.tsx';
import { useDraft } from '../../form/use-draft.ts';

/** A field made of several controls: named as a group of them. */
export function FieldSet({ field, path, children }: { field: FieldDescription; path: Path; children: ReactNode }) {
  const { problemAt } = useSettingsForm();
  const problem = problemAt(path);
  return (
    <fieldset className="qd-field">
      <legend className="qd-label">{field.label}</legend>
      {children}
      {problem === undefined ? (
        field.help && <span className="qd-hint">{field.help}</span>
      ) : (
        <span className="qd-error">{problem}</span>
      )}
    </fieldset>
  );
}

function readPairs(stored: unknown): readonly KeyValuePair[] {
  if (typeof stored !== 'object' || stored === null) return [];
  return Object.entries(stored).map(([key, value]) => ({
    key,
    value: typeof value === 'string' ? value : JSON.stringify(value),
  }));
}

function pairsMeaning(pairs: readonly KeyValuePair[]): Record<string, string> | undefined {
  const given = pairs.filter(({ key }) => key.trim() !== '');
  return given.length === 0 ? undefined : Object.fromEntries(given.map(({ key, value }) => [key.trim(), value]));
}

/** A map of texts. Lines without a key wait here until they have one. */
export function MapField({ field, path, value }: FieldProps) {
  const { setAt, isReadOnly } = useSettingsForm();
  const [pairs, setPairs] = useDraft(value, readPairs, pairsMeaning);
  return (
    <FieldSet field={field} path={path}>
      <KeyValueEditor
        pairs={pairs}
        disabled={isReadOnly}
        addLabel={`Add ${field.label.toLowerCase().replace(/s$/, '')}`}
        onChange={(next) => {
          setPairs(next);
          setAt(path, pairsMeaning(next));
        }}
      />
    </FieldSet>
  );
}

type Line = string | number | null;

function readLines(stored: unknown): readonly Line[] {
  if (stored === undefined || stored === null) return [];
  const list: readonly unknown[] = Array.isArray(stored) ? stored : [stored];
  return list.map((item) => (typeof item === 'number' || typeof item === 'string' ? item : JSON.stringify(item)));
}

function linesMeaning(lines: readonly Line[]): readonly Line[] | undefined {
  const given = lines.filter((line) => line !== null && line !== '');
  return given.length === 0 ? undefined : given;
}

/** A list of texts or numbers. */
export function LinesField({ field, path, value }: FieldProps) {
  const { setAt, isReadOnly } = useSettingsForm();
  const [lines, setLines] = useDraft(value, readLines, linesMeaning);
  return (
    <FieldSet field={field} path={path}>
      <FieldList<Line>
        items={lines}
        disabled={isReadOnly}
        addLabel="Add"
        newItem={() => (field.items === 'number' ? null : '')}
        onChange={(next) => {
          setLines(next);
          setAt(path, linesMeaning(next));
        }}
        renderItem={(line, change, index) =>
          field.items === 'number' ? (
            <NumberInput
              aria-label={`${field.label} ${index + 1}`}
              value={typeof line === 'number' ? line : null}
              disabled={isReadOnly}
              onChange={change}
            />
          ) : (
            <Input
              mono
              aria-label={`${field.label} ${index + 1}`}
              value={String(line ?? '')}
              disabled={isReadOnly}
              onChange={(event) => change(event.target.value)}
            />
          )
        }
      />
    </FieldSet>
  );
}
