import type { FieldDescription } from '@quarterdeck/integrations/spec';
import { FormField, Input, NumberInput, Select, Switch, Textarea } from '@quarterdeck/ui';
import type { ReactNode } from 'react';
import { type Path, useSettingsForm } from './form-context.ts';

export interface FieldProps {
  field: FieldDescription;
  /** Place of the field's own value. */
  path: Path;
  value: unknown;
}

export function FieldFrame({ field, path, children }: { field: FieldDescription; path: Path; children: ReactNode }) {
  const { problemAt } = useSettingsForm();
  return (
    <FormField label={field.label} help={field.help} error={problemAt(path)} note={field.required ? 'required' : undefined}>
      {children}
    </FormField>
  );
}

function shownText(value: unknown): string {
  if (value === undefined || value === null) return '';
  return typeof value === 'object' ? JSON.stringify(value) : String(value);
}

function placeholderOf(field: FieldDescription): string | undefined {
  if (field.placeholder !== undefined) return field.placeholder;
  return field.default === undefined ? undefined : shownText(field.default);
}

/** A line of text: also durations and sizes, which are texts with a unit. */
export function TextControl({ field, path, value }: FieldProps) {
  const { setAt, touch, isReadOnly } = useSettingsForm();
  return (
    <FieldFrame field={field} path={path}>
      <Input
        value={shownText(value)}
        placeholder={placeholderOf(field)}
        mono={field.control !== 'text' || field.key === 'url'}
        disabled={isReadOnly}
        spellCheck={false}
        autoComplete="off"
        onChange={(event) => setAt(path, event.target.value === '' ? undefined : event.target.value)}
        onBlur={() => touch(path)}
      />
    </FieldFrame>
  );
}

export function NumberControl({ field, path, value }: FieldProps) {
  const { setAt, touch, isReadOnly } = useSettingsForm();
  return (
    <FieldFrame field={field} path={path}>
      <NumberInput
        value={typeof value === 'number' ? value : null}
        unit={field.unit}
        placeholder={placeholderOf(field)}
        disabled={isReadOnly}
        onChange={(next) => setAt(path, next ?? undefined)}
        onBlur={() => touch(path)}
      />
    </FieldFrame>
  );
}

/** Several lines of code or an expression; grows with its text. */
export function CodeControl({ field, path, value }: FieldProps) {
  const { setAt, touch, isReadOnly } = useSettingsForm();
  return (
    <FieldFrame field={field} path={path}>
      <Textarea
        mono
        rows={field.control === 'expression' ? 1 : 3}
        className={field.control === 'expression' ? 'qs-grow qs-grow-1' : 'qs-grow'}
        value={shownText(value)}
        placeholder={placeholderOf(field)}
        disabled={isReadOnly}
        spellCheck={false}
        onChange={(event) => setAt(path, event.target.value === '' ? undefined : event.target.value)}
        onBlur={() => touch(path)}
      />
    </FieldFrame>
  );
}

const NOT_SET = '';

/** Whether one of the options is what an empty value means; choosing it leaves the value out. */
function standardOption(field: FieldDescription): string | undefined {
  const standard = field.default === undefined ? undefined : shownText(field.default);
  return field.options?.some(({ value }) => value === standard) ? standard : undefined;
}

export function SelectControl({ field, path, value }: FieldProps) {
  const { setAt, touch, isReadOnly } = useSettingsForm();
  const standard = standardOption(field);
  const given = shownText(value) || (standard ?? NOT_SET);
  const known = field.options ?? [];
  const isOpen = !field.required && standard === undefined;
  const hint = placeholderOf(field);
  const options = [
    ...(isOpen ? [{ value: NOT_SET, label: hint === undefined ? 'Not set' : `${hint} (default)` }] : []),
    ...known.map((option) => (option.value === standard ? { ...option, label: `${option.label} (default)` } : option)),
    ...(given === NOT_SET || known.some((option) => option.value === given) ? [] : [{ value: given, label: given }]),
  ];
  return (
    <FieldFrame field={field} path={path}>
      <Select
        value={given}
        options={options}
        disabled={isReadOnly}
        onChange={(next) => {
          setAt(path, next === NOT_SET || next === standard ? undefined : next);
          touch(path);
        }}
      />
    </FieldFrame>
  );
}

/** On or off. A value that equals the default is left out of the text. */
export function SwitchControl({ field, path, value }: FieldProps) {
  const { setAt, isReadOnly, problemAt } = useSettingsForm();
  const standard = field.default === true;
  const problem = problemAt(path);
  return (
    <div className="qd-field qs-switch">
      <Switch
        inline
        checked={typeof value === 'boolean' ? value : standard}
        disabled={isReadOnly}
        onChange={(next) => setAt(path, next === standard ? undefined : next)}
      >
        {field.label}
      </Switch>
      {problem === undefined ? (
        field.help && <span className="qd-hint">{field.help}</span>
      ) : (
        <span className="qd-error">{problem}</span>
      )}
    </div>
  );
}
