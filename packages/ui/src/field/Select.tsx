import { ChevronDown } from 'lucide-react';
import { Suspense, useMemo, useRef } from 'react';
import { classNames } from '../class-name.ts';
import { renderIcon } from '../icons/icon.tsx';
import { Listbox } from '../overlay/Listbox.tsx';
import { PopoverLayer } from '../overlay/lazy-layers.ts';
import type { Option } from '../overlay/listbox-rules.ts';
import { useTrigger } from '../overlay/use-trigger.ts';
import { useControlAttributes } from './field-context.ts';

export interface PickerLook {
  /** Quiet text before the value: `Group By`. Also the accessible name outside a FormField. */
  label?: string;
  /** Height: 24, 28. Default `m`. */
  size?: 's' | 'm';
  /** Take the full width; the default inside a FormField. */
  fullWidth?: boolean;
  /** No border: inside bars. */
  bare?: boolean;
  disabled?: boolean;
  'aria-label'?: string;
}

export interface SelectProps<Value extends string> extends PickerLook {
  value: Value | null;
  options: readonly Option<Value>[];
  onChange(value: NoInfer<Value>): void;
  placeholder?: string;
  /** Placeholder of a search field above the options; for more than about ten of them. */
  search?: string;
}

/** One of many. */
export function Select<Value extends string>(props: SelectProps<Value>) {
  const { value, options, onChange, placeholder = 'Select', search, label, size, fullWidth, bare, disabled } = props;
  const control = useControlAttributes();
  const state = useTrigger('listbox');
  const focus = useRef<HTMLElement>(null);
  const current = options.find((option) => option.value === value);
  const selected = useMemo(() => new Set(value === null ? [] : [value]), [value]);
  const name = props['aria-label'] ?? label ?? placeholder;
  const inField = control.id !== undefined;
  return (
    <>
      <button
        {...control}
        {...state.props}
        type="button"
        disabled={disabled}
        aria-label={inField || label !== undefined ? undefined : `${name} ${current?.label ?? placeholder}`}
        className={classNames(
          'qd-picker',
          size === 's' && 'qd-picker-s',
          (fullWidth ?? inField) && 'qd-picker-full',
          bare && 'qd-picker-bare',
        )}
      >
        {label !== undefined && <span className="is-key">{label} </span>}
        {renderIcon(current?.icon)}
        <span className={classNames('is-value', !current && 'is-placeholder')}>{current?.label ?? placeholder}</span>
        <ChevronDown aria-hidden />
      </button>
      {state.open && (
        <Suspense fallback={null}>
          <PopoverLayer anchor={state.trigger.current} onClose={() => state.setOpen(false)} label={name} initialFocus={focus}>
            <Listbox
              label={name}
              options={options}
              selected={selected}
              search={search}
              focusRef={focus}
              onPick={(next) => {
                state.setOpen(false);
                onChange(next);
              }}
            />
          </PopoverLayer>
        </Suspense>
      )}
    </>
  );
}
