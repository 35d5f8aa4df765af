import { type KeyboardEvent, type Ref, useState } from 'react';
import { classNames } from '../class-name.ts';
import { useControlAttributes } from './field-context.ts';

export interface NumberInputProps {
  value: number | null;
  /** Called with the number, or null when the field is empty. Text that is no number is not passed on. */
  onChange(value: number | null): void;
  min?: number;
  max?: number;
  step?: number;
  /** Unit shown at the end of the field: `ms`, `s`. */
  unit?: string;
  placeholder?: string;
  disabled?: boolean;
  'aria-label'?: string;
  name?: string;
  onBlur?: () => void;
  ref?: Ref<HTMLInputElement>;
}

function clamp(value: number, min = Number.NEGATIVE_INFINITY, max = Number.POSITIVE_INFINITY) {
  return Math.min(max, Math.max(min, value));
}

/** A number field. Arrow keys step; the value is kept inside `min` and `max` when the field is left. */
export function NumberInput(props: NumberInputProps) {
  const { value, onChange, min, max, step = 1, unit, placeholder, disabled, name, onBlur, ref } = props;
  const control = useControlAttributes();
  const [draft, setDraft] = useState<string>();
  const commit = (text: string) => {
    setDraft(text);
    const parsed = Number(text.replace(',', '.'));
    if (text.trim() === '') onChange(null);
    else if (Number.isFinite(parsed)) onChange(parsed);
  };
  const onKeyDown = (event: KeyboardEvent) => {
    const direction = event.key === 'ArrowUp' ? 1 : event.key === 'ArrowDown' ? -1 : 0;
    if (direction === 0) return;
    event.preventDefault();
    const next = (value ?? 0) + direction * step * (event.shiftKey ? 10 : 1);
    setDraft(undefined);
    onChange(clamp(Number(next.toFixed(10)), min, max));
  };
  const input = (
    <input
      {...control}
      ref={ref}
      name={name}
      inputMode="decimal"
      autoComplete="off"
      role="spinbutton"
      aria-valuenow={value ?? undefined}
      aria-valuemin={min}
      aria-valuemax={max}
      aria-label={props['aria-label']}
      className={classNames(unit === undefined && 'qd-input', 'qd-tnum')}
      value={draft ?? (value === null ? '' : String(value))}
      placeholder={placeholder}
      disabled={disabled}
      onChange={(event) => commit(event.target.value)}
      onKeyDown={onKeyDown}
      onBlur={() => {
        setDraft(undefined);
        if (value !== null && clamp(value, min, max) !== value) onChange(clamp(value, min, max));
        onBlur?.();
      }}
    />
  );
  if (unit === undefined) return input;
  return (
    <span className="qd-input-group">
      {input}
      <span className="qd-small" style={{ paddingRight: 6 }}>
        {unit}
      </span>
    </span>
  );
}
