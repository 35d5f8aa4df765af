import { Check, Search } from 'lucide-react';
import { type KeyboardEvent, type ReactNode, type RefObject, useEffect, useId, useMemo, useRef, useState } from 'react';
import { classNames } from '../class-name.ts';
import { renderIcon } from '../icons/icon.tsx';
import { matchOptions, type Option, stepOption } from './listbox-rules.ts';

export interface ListboxProps<Value extends string> {
  label: string;
  options: readonly Option<Value>[];
  selected: ReadonlySet<string>;
  onPick(value: Value): void;
  multiple?: boolean;
  /** Shows a search field above the list. */
  search?: string;
  footer?: ReactNode;
  /** Receives the first focus of the layer. */
  focusRef?: RefObject<HTMLElement | null>;
  noMatch?: string;
}

/** Where a key moves to; Home and End belong to the search field when there is one. */
function target(key: string, shown: readonly Option[], active: number, hasEnds: boolean): number | undefined {
  if (key === 'ArrowDown') return stepOption(shown, active, 1);
  if (key === 'ArrowUp') return stepOption(shown, active, -1);
  if (key === 'Home' && hasEnds) return stepOption(shown, -1, 1);
  if (key === 'End' && hasEnds) return stepOption(shown, shown.length, -1);
  return undefined;
}

/** The list inside every picker: focus stays on the list or its search field, `aria-activedescendant` marks the active option. */
export function Listbox<Value extends string>(props: ListboxProps<Value>) {
  const { label, options, selected, onPick, multiple = false, search, footer, focusRef, noMatch = 'No match' } = props;
  const id = useId();
  const [query, setQuery] = useState('');
  const shown = useMemo(() => matchOptions(options, query), [options, query]);
  const [active, setActive] = useState(() =>
    Math.max(
      0,
      options.findIndex((option) => selected.has(option.value)),
    ),
  );
  const list = useRef<HTMLDivElement>(null);
  const typed = useRef({ text: '', at: 0 });
  const activeOption = shown[active];

  useEffect(() => {
    list.current?.querySelector(`[data-index="${active}"]`)?.scrollIntoView({ block: 'nearest' });
  }, [active]);

  const typeAhead = (key: string) => {
    const now = performance.now();
    typed.current = { text: now - typed.current.at < 700 ? typed.current.text + key.toLowerCase() : key.toLowerCase(), at: now };
    const found = shown.findIndex((option) => !option.disabled && option.label.toLowerCase().startsWith(typed.current.text));
    if (found >= 0) setActive(found);
  };
  const onKeyDown = (event: KeyboardEvent) => {
    const hasSearch = search !== undefined;
    const to = target(event.key, shown, active, !hasSearch);
    if (to !== undefined) {
      event.preventDefault();
      setActive(to);
    } else if (event.key === 'Enter' || (event.key === ' ' && !hasSearch)) {
      event.preventDefault();
      if (activeOption && !activeOption.disabled) onPick(activeOption.value);
    } else if (!hasSearch && event.key.length === 1 && !event.ctrlKey && !event.metaKey && !event.altKey) {
      typeAhead(event.key);
    }
  };
  const listProps = {
    'aria-activedescendant': activeOption ? `${id}-${active}` : undefined,
    onKeyDown,
  };
  return (
    <>
      {search !== undefined && (
        <div className="qd-list-search">
          <Search aria-hidden />
          <input
            ref={(element) => {
              if (focusRef) focusRef.current = element;
            }}
            role="combobox"
            aria-expanded
            aria-controls={`${id}-list`}
            aria-label={search}
            placeholder={search}
            value={query}
            onChange={(event) => {
              setQuery(event.target.value);
              setActive(0);
            }}
            {...listProps}
          />
        </div>
      )}
      <div
        ref={(element) => {
          list.current = element;
          if (focusRef && search === undefined) focusRef.current = element;
        }}
        id={`${id}-list`}
        className="qd-list"
        role="listbox"
        aria-label={label}
        aria-multiselectable={multiple || undefined}
        tabIndex={search === undefined ? 0 : -1}
        {...(search === undefined ? listProps : {})}
      >
        {shown.map((option, index) => (
          <ListOption
            key={option.value}
            id={`${id}-${index}`}
            index={index}
            option={option}
            heading={option.group !== undefined && option.group !== shown[index - 1]?.group ? option.group : undefined}
            isActive={index === active}
            isSelected={selected.has(option.value)}
            multiple={multiple}
            onActive={() => setActive(index)}
            onPick={() => onPick(option.value)}
          />
        ))}
        {shown.length === 0 && <div className="qd-list-none">{noMatch}</div>}
      </div>
      {footer !== undefined && <div className="qd-list-foot">{footer}</div>}
    </>
  );
}

interface ListOptionProps {
  id: string;
  index: number;
  option: Option;
  heading: string | undefined;
  isActive: boolean;
  isSelected: boolean;
  multiple: boolean;
  onActive(): void;
  onPick(): void;
}

function ListOption({ id, index, option, heading, isActive, isSelected, multiple, onActive, onPick }: ListOptionProps) {
  return (
    <>
      {heading !== undefined && (
        <div className="qd-menu-label" role="presentation">
          {heading}
        </div>
      )}
      {/* biome-ignore lint/a11y/useKeyWithClickEvents: the list handles the keys */}
      {/* biome-ignore lint/a11y/useFocusableInteractive: the list keeps the focus and points at the active option */}
      <div
        id={id}
        data-index={index}
        role="option"
        aria-selected={isSelected}
        aria-disabled={option.disabled || undefined}
        className={classNames('qd-menu-item', isActive && 'is-active')}
        onPointerMove={isActive || option.disabled ? undefined : onActive}
        onClick={option.disabled ? undefined : onPick}
      >
        {multiple && (
          <span className={classNames('qd-menu-box', isSelected && 'is-on')}>{isSelected && <Check aria-hidden />}</span>
        )}
        {renderIcon(option.icon)}
        <span className="is-text">
          {option.label}
          {option.description && <small>{option.description}</small>}
        </span>
        <span className="is-end">
          {option.end}
          {!multiple && isSelected && <Check size={14} aria-hidden />}
        </span>
      </div>
    </>
  );
}
