import { type ReactNode, useId } from 'react';
import { useControlAttributes } from './field-context.ts';

export interface CheckboxProps {
  checked: boolean;
  onChange(checked: boolean): void;
  children?: ReactNode;
  /** Second line. */
  description?: ReactNode;
  /** Some but not all. */
  indeterminate?: boolean;
  disabled?: boolean;
  tabIndex?: number;
  'aria-label'?: string;
}

/** A check box with its text. */
export function Checkbox({
  checked,
  onChange,
  children,
  description,
  indeterminate = false,
  disabled,
  tabIndex,
  'aria-label': ariaLabel,
}: CheckboxProps) {
  const control = useControlAttributes();
  return (
    <label className="qd-check">
      <input
        {...control}
        ref={(element) => {
          if (element) element.indeterminate = indeterminate;
        }}
        type="checkbox"
        checked={checked}
        disabled={disabled}
        tabIndex={tabIndex}
        aria-label={ariaLabel}
        onChange={(event) => onChange(event.target.checked)}
      />
      {children !== undefined && (
        <span>
          {children}
          {description !== undefined && <small>{description}</small>}
        </span>
      )}
    </label>
  );
}

export interface RadioGroupProps<Value extends string> {
  label: string;
  value: Value;
  options: readonly { value: Value; label: string; description?: string; disabled?: boolean }[];
  onChange(value: NoInfer<Value>): void;
}

/** One of a few, all visible. */
export function RadioGroup<Value extends string>({ label, value, options, onChange }: RadioGroupProps<Value>) {
  const name = useId();
  return (
    <div role="radiogroup" aria-label={label} style={{ display: 'grid', gap: 6 }}>
      {options.map((option) => (
        <label key={option.value} className="qd-check">
          <input
            type="radio"
            name={name}
            checked={option.value === value}
            disabled={option.disabled}
            onChange={() => onChange(option.value)}
          />
          <span>
            {option.label}
            {option.description && <small>{option.description}</small>}
          </span>
        </label>
      ))}
    </div>
  );
}
