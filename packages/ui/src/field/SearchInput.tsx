import { Search, X } from 'lucide-react';
import { type CSSProperties, useEffect, useRef, useState } from 'react';
import { Kbd } from '../keyboard/Kbd.tsx';
import { useShortcut } from '../keyboard/shortcuts.ts';
import { useLatest } from '../use-latest.ts';

/** A bar breaks into two lines only when the field would be narrower. */
const leastPx = 150;

export interface SearchInputProps {
  value: string;
  onChange(value: string): void;
  /** Placeholder and accessible name. Default `Search`. */
  label?: string;
  /** Wait this long after the last key before calling onChange. Default 0: at once. */
  debounceMs?: number;
  /** The `/` key focuses this field; one per page. Default true. */
  shortcut?: boolean;
  /** Widest, in pixels; it gives way where the bar is full. */
  width?: number;
  autoFocus?: boolean;
}

/** The search field of a list. Escape clears it, then leaves it. */
export function SearchInput(props: SearchInputProps) {
  const { value, onChange, label = 'Search', debounceMs = 0, shortcut = true, width, autoFocus } = props;
  const [draft, setDraft] = useState(value);
  const sent = useRef(value);
  const timer = useRef<ReturnType<typeof setTimeout>>(undefined);
  const input = useRef<HTMLInputElement>(null);
  // By the time the typing rests, the page may know more than when the key was pressed.
  const latest = useLatest(onChange);
  useShortcut('/', () => input.current?.select(), { description: 'Search', enabled: shortcut });

  useEffect(() => () => clearTimeout(timer.current), []);
  if (value !== sent.current) {
    // The value changed from outside (back, clear all): it replaces the draft.
    sent.current = value;
    setDraft(value);
  }
  const send = (text: string) => {
    sent.current = text;
    latest.current(text);
  };
  const change = (text: string) => {
    setDraft(text);
    clearTimeout(timer.current);
    if (debounceMs === 0 || text === '') send(text);
    else timer.current = setTimeout(() => send(text), debounceMs);
  };
  const style: CSSProperties | undefined =
    width === undefined ? undefined : { flex: `1 1 ${Math.min(width, leastPx)}px`, maxWidth: `var(--search-most, ${width}px)` };
  return (
    <search className="qd-search" style={style}>
      <Search aria-hidden />
      <input
        ref={input}
        type="search"
        value={draft}
        placeholder={label}
        aria-label={label}
        // biome-ignore lint/a11y/noAutofocus: only where the caller opens a picker with a search field
        autoFocus={autoFocus}
        onChange={(event) => change(event.target.value)}
        onKeyDown={(event) => {
          if (event.key === 'Enter') {
            clearTimeout(timer.current);
            send(draft);
          }
          if (event.key !== 'Escape') return;
          event.stopPropagation();
          event.preventDefault();
          if (draft) change('');
          else input.current?.blur();
        }}
      />
      {draft ? (
        <button
          type="button"
          aria-label="Clear search"
          onClick={() => {
            change('');
            input.current?.focus();
          }}
        >
          <X aria-hidden />
        </button>
      ) : (
        shortcut && <Kbd keys="/" />
      )}
    </search>
  );
}
