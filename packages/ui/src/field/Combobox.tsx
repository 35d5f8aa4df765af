import { type KeyboardEvent, Suspense, useId, useMemo, useRef, useState } from 'react';
import { classNames } from '../class-name.ts';
import { PopoverLayer, preloadLayers } from '../overlay/lazy-layers.ts';
import { matchOptions, type Option, stepOption } from '../overlay/listbox-rules.ts';
import { useControlAttributes } from './field-context.ts';

export interface ComboboxProps {
  value: string;
  onChange(value: string): void;
  options: readonly Option[];
  placeholder?: string;
  mono?: boolean;
  disabled?: boolean;
  'aria-label'?: string;
  onBlur?: () => void;
}

/** A text field that suggests values; any text is allowed. */
export function Combobox(props: ComboboxProps) {
  const { value, onChange, options, placeholder, mono, disabled, onBlur } = props;
  const control = useControlAttributes();
  const id = useId();
  const input = useRef<HTMLInputElement>(null);
  const [open, setOpen] = useState(false);
  const [typed, setTyped] = useState(false);
  const [active, setActive] = useState(-1);
  const shown = useMemo(() => matchOptions(options, typed ? value : ''), [options, typed, value]);
  const isOpen = open && shown.length > 0;
  const close = () => {
    setOpen(false);
    setTyped(false);
    setActive(-1);
  };
  const pick = (option: Option | undefined) => {
    if (!option || option.disabled) return;
    onChange(option.value);
    close();
  };
  const onKeyDown = (event: KeyboardEvent) => {
    if (event.key === 'ArrowDown' || event.key === 'ArrowUp') {
      event.preventDefault();
      const step = event.key === 'ArrowDown' ? 1 : -1;
      setActive(isOpen ? stepOption(shown, active < 0 && step < 0 ? shown.length : active, step) : stepOption(shown, -1, 1));
      setOpen(true);
    } else if (event.key === 'Enter' && isOpen && active >= 0) {
      event.preventDefault();
      pick(shown[active]);
    } else if (event.key === 'Escape' && isOpen) {
      event.stopPropagation();
      close();
    }
  };
  return (
    <>
      <input
        {...control}
        ref={input}
        role="combobox"
        aria-expanded={isOpen}
        aria-controls={isOpen ? `${id}-list` : undefined}
        aria-autocomplete="list"
        aria-activedescendant={isOpen && active >= 0 ? `${id}-${active}` : undefined}
        aria-label={props['aria-label']}
        autoComplete="off"
        className={classNames('qd-input', mono && 'qd-input-mono')}
        value={value}
        placeholder={placeholder}
        disabled={disabled}
        onFocus={preloadLayers}
        onClick={() => setOpen(true)}
        onChange={(event) => {
          setTyped(true);
          setActive(-1);
          setOpen(true);
          onChange(event.target.value);
        }}
        onKeyDown={onKeyDown}
        onBlur={() => {
          close();
          onBlur?.();
        }}
      />
      {isOpen && (
        <Suspense fallback={null}>
          <PopoverLayer anchor={input.current} onClose={close} label="Suggestions" initialFocus={false} returnFocus={false}>
            <div id={`${id}-list`} className="qd-list" role="listbox" aria-label="Suggestions">
              {shown.map((option, index) => (
                // biome-ignore lint/a11y/useKeyWithClickEvents: the input handles the keys
                // biome-ignore lint/a11y/useFocusableInteractive: the input keeps the focus and points at the active option
                <div
                  key={option.value}
                  id={`${id}-${index}`}
                  role="option"
                  aria-selected={index === active}
                  className={classNames('qd-menu-item', index === active && 'is-active')}
                  ref={(element) => {
                    if (element && index === active) element.scrollIntoView({ block: 'nearest' });
                  }}
                  onPointerMove={() => setActive(index)}
                  // Keeps the focus, and with it the list, until the click.
                  onMouseDown={(event) => event.preventDefault()}
                  onClick={() => pick(option)}
                >
                  <span className="is-text">
                    {option.label}
                    {option.description && <small>{option.description}</small>}
                  </span>
                  {option.end !== undefined && <span className="is-end">{option.end}</span>}
                </div>
              ))}
            </div>
          </PopoverLayer>
        </Suspense>
      )}
    </>
  );
}
