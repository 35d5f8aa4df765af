import { type KeyboardEvent, useRef } from 'react';
import { classNames } from '../class-name.ts';
import { type IconProp, renderIcon } from '../icons/icon.tsx';

export interface Segment<Value extends string> {
  value: Value;
  label: string;
  icon?: IconProp;
  /** Show only the icon; the label stays as the accessible name. */
  iconOnly?: boolean;
}

export interface SegmentedControlProps<Value extends string> {
  /** Accessible name of the group. */
  label: string;
  value: Value;
  options: readonly Segment<Value>[];
  onChange(value: NoInfer<Value>): void;
  size?: 's' | 'm';
}

const steps: Record<string, number> = { ArrowRight: 1, ArrowDown: 1, ArrowLeft: -1, ArrowUp: -1 };

/** One choice of a few, as a radio group. Arrow keys move and choose. */
export function SegmentedControl<Value extends string>({ label, value, options, onChange, size }: SegmentedControlProps<Value>) {
  const root = useRef<HTMLDivElement>(null);
  const onKeyDown = (event: KeyboardEvent) => {
    const step = steps[event.key];
    if (!step) return;
    event.preventDefault();
    const at = options.findIndex((option) => option.value === value);
    const next = (at + step + options.length) % options.length;
    const option = options[next];
    if (!option) return;
    onChange(option.value);
    root.current?.querySelectorAll('button')[next]?.focus();
  };
  return (
    <div
      ref={root}
      className={classNames('qd-seg', size === 's' && 'qd-seg-s')}
      role="radiogroup"
      aria-label={label}
      onKeyDown={onKeyDown}
    >
      {options.map((option) => (
        // biome-ignore lint/a11y/useSemanticElements: a radio input cannot hold the icon
        <button
          key={option.value}
          type="button"
          role="radio"
          aria-checked={option.value === value}
          aria-label={option.iconOnly ? option.label : undefined}
          title={option.iconOnly ? option.label : undefined}
          tabIndex={option.value === value ? 0 : -1}
          onClick={() => onChange(option.value)}
        >
          {renderIcon(option.icon)}
          {!option.iconOnly && option.label}
        </button>
      ))}
    </div>
  );
}
