import type { ReactNode } from 'react';
import { classNames } from '../class-name.ts';
import { useControlAttributes } from './field-context.ts';

export interface SwitchProps {
  checked: boolean;
  onChange(checked: boolean): void;
  /** Text of the switch; leave out only inside a FormField. */
  children?: ReactNode;
  /** Switch first, text right after it; otherwise the switch sits at the right edge. */
  inline?: boolean;
  disabled?: boolean;
  'aria-label'?: string;
}

/** Turns something on or off at once. */
export function Switch({ checked, onChange, children, inline, disabled, 'aria-label': ariaLabel }: SwitchProps) {
  const control = useControlAttributes();
  return (
    <button
      {...control}
      type="button"
      role="switch"
      aria-checked={checked}
      aria-label={ariaLabel}
      disabled={disabled}
      className={classNames('qd-switch', (inline || children === undefined) && 'qd-switch-inline')}
      onClick={() => onChange(!checked)}
    >
      {children}
      <i aria-hidden />
    </button>
  );
}
