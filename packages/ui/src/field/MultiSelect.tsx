import { ChevronDown } from 'lucide-react';
import { Suspense, useMemo, useRef } from 'react';
import { Button } from '../button/Button.tsx';
import { classNames } from '../class-name.ts';
import { Listbox } from '../overlay/Listbox.tsx';
import { PopoverLayer } from '../overlay/lazy-layers.ts';
import type { Option } from '../overlay/listbox-rules.ts';
import { useTrigger } from '../overlay/use-trigger.ts';
import { useControlAttributes } from './field-context.ts';
import type { PickerLook } from './Select.tsx';

export interface MultiSelectProps<Value extends string> extends PickerLook {
  values: readonly Value[];
  options: readonly Option<Value>[];
  onChange(values: readonly NoInfer<Value>[]): void;
  /** Text in the closed control. Default: `All`, the one label, or `3 selected`. */
  summary?: string;
  /** Shown when nothing is chosen. Default `All`. */
  placeholder?: string;
  /** Placeholder of the search field; `false` shows none. Default `Search`. */
  search?: string | false;
}

function defaultSummary(values: readonly string[], options: readonly Option[], placeholder: string) {
  if (values.length === 0) return placeholder;
  if (values.length === 1) return options.find((option) => option.value === values[0])?.label ?? values[0];
  return `${values.length} selected`;
}

/** Several of many, with search and select-all. Stays open while choosing. */
export function MultiSelect<Value extends string>(props: MultiSelectProps<Value>) {
  const {
    values,
    options,
    onChange,
    summary,
    placeholder = 'All',
    search = 'Search',
    label,
    size,
    fullWidth,
    bare,
    disabled,
  } = props;
  const control = useControlAttributes();
  const state = useTrigger('listbox');
  const focus = useRef<HTMLElement>(null);
  const selected = useMemo(() => new Set<string>(values), [values]);
  const name = props['aria-label'] ?? label ?? placeholder;
  const inField = control.id !== undefined;
  const text = summary ?? defaultSummary(values, options, placeholder);
  const toggle = (value: Value) => onChange(selected.has(value) ? values.filter((other) => other !== value) : [...values, value]);
  const choosable = options.filter((option) => !option.disabled);
  return (
    <>
      <button
        {...control}
        {...state.props}
        type="button"
        disabled={disabled}
        aria-label={inField || label !== undefined ? undefined : `${name} ${text}`}
        className={classNames(
          'qd-picker',
          size === 's' && 'qd-picker-s',
          (fullWidth ?? inField) && 'qd-picker-full',
          bare && 'qd-picker-bare',
        )}
      >
        {label !== undefined && <span className="is-key">{label} </span>}
        <span className={classNames('is-value', inField && values.length === 0 && 'is-placeholder')}>{text}</span>
        <ChevronDown aria-hidden />
      </button>
      {state.open && (
        <Suspense fallback={null}>
          <PopoverLayer anchor={state.trigger.current} onClose={() => state.setOpen(false)} label={name} initialFocus={focus}>
            <Listbox
              label={name}
              options={options}
              selected={selected}
              multiple
              search={search === false ? undefined : search}
              focusRef={focus}
              onPick={toggle}
              footer={
                <>
                  <Button
                    size="s"
                    variant="ghost"
                    disabled={selected.size === choosable.length}
                    onClick={() => onChange(choosable.map((option) => option.value))}
                  >
                    Select all
                  </Button>
                  <Button size="s" variant="ghost" disabled={values.length === 0} onClick={() => onChange([])}>
                    Clear
                  </Button>
                </>
              }
            />
          </PopoverLayer>
        </Suspense>
      )}
    </>
  );
}
