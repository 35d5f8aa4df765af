import { LoaderCircle, Search } from 'lucide-react';
import { type KeyboardEvent, type ReactNode, Suspense, useEffect, useId, useMemo, useRef, useState } from 'react';
import { type IconProp, renderIcon } from '../icons/icon.tsx';
import { Kbd } from '../keyboard/Kbd.tsx';
import { useNavigateTo } from '../link/Link.tsx';
import { DialogLayer } from '../overlay/lazy-layers.ts';
import { markMatches } from './mark.ts';

/** Something the palette can open or run. Ids are unique in the palette. */
export interface PaletteItem {
  id: string;
  label: string;
  /** Quiet text after the label: type, namespace. */
  detail?: string;
  icon?: IconProp;
  /** Right edge: state and value. */
  end?: ReactNode;
  shortcut?: string;
  href?: string;
  onSelect?: () => void;
  disabled?: boolean;
}

export interface PaletteGroup {
  label: string;
  items: readonly PaletteItem[];
}

export interface PaletteProps {
  open: boolean;
  onClose(): void;
  query: string;
  onQueryChange(query: string): void;
  /** Groups for the query, best first; the caller filters. With an empty query: actions and recent items. */
  groups: readonly PaletteGroup[];
  /** A search is under way; the groups so far stay usable. */
  searching?: boolean;
  /** The search failed: a sentence. */
  error?: string;
  /** What is open now; actions apply to it. */
  context?: ReactNode;
  placeholder?: string;
  /** Its input has the focus, so keys reach it from now on. */
  onFocus?(): void;
}

function Marked({ text, query }: { text: string; query: string }) {
  return markMatches(text, query).map(({ text: part, isMatch }, index) =>
    isMatch ? (
      // biome-ignore lint/suspicious/noArrayIndexKey: a part is its place
      <mark key={index} className="qd-mark">
        {part}
      </mark>
    ) : (
      part
    ),
  );
}

/** The command palette: go to, search everything, run an action on what is open. */
export function Palette(props: PaletteProps) {
  if (!props.open) return null;
  return (
    <Suspense fallback={null}>
      <DialogLayer
        bare
        title="Command palette"
        className="qd-palette"
        placeClassName="qd-dialog-place-palette"
        onClose={props.onClose}
      >
        <PaletteBody {...props} />
      </DialogLayer>
    </Suspense>
  );
}

function PaletteBody({
  onClose,
  query,
  onQueryChange,
  groups,
  searching,
  error,
  context,
  placeholder = 'Search or run',
  onFocus,
}: PaletteProps) {
  const id = useId();
  const navigate = useNavigateTo();
  const list = useRef<HTMLDivElement>(null);
  const [activeId, setActiveId] = useState<string>();
  const flat = useMemo(() => groups.flatMap(({ items }) => items).filter(({ disabled }) => !disabled), [groups]);
  const found = flat.findIndex((item) => item.id === activeId);
  const active = Math.max(0, found);
  const activeItem = flat[active];

  useEffect(() => {
    if (activeItem) list.current?.querySelector(`[data-id="${CSS.escape(activeItem.id)}"]`)?.scrollIntoView({ block: 'nearest' });
  }, [activeItem]);

  const choose = (item: PaletteItem | undefined, newTab: boolean) => {
    if (!item || item.disabled) return;
    if (item.href !== undefined && newTab) {
      window.open(item.href, '_blank', 'noopener');
      return;
    }
    onClose();
    item.onSelect?.();
    if (item.href !== undefined) navigate(item.href);
  };
  const onKeyDown = (event: KeyboardEvent) => {
    const moves: Record<string, number> = {
      ArrowDown: active + 1,
      ArrowUp: active - 1,
      PageDown: active + 8,
      PageUp: active - 8,
    };
    const to = moves[event.key];
    if (to !== undefined && flat.length > 0) {
      event.preventDefault();
      const isStep = event.key.startsWith('Arrow');
      const at = isStep ? (to + flat.length) % flat.length : Math.max(0, Math.min(flat.length - 1, to));
      setActiveId(flat[at]?.id);
    } else if (event.key === 'Enter') {
      event.preventDefault();
      choose(activeItem, event.ctrlKey || event.metaKey);
    }
  };
  return (
    <>
      <div className="qd-palette-in">
        {searching ? <LoaderCircle className="qd-spin" aria-hidden /> : <Search aria-hidden />}
        <input
          role="combobox"
          aria-expanded
          aria-controls={`${id}-list`}
          aria-activedescendant={activeItem ? `${id}-${activeItem.id}` : undefined}
          aria-autocomplete="list"
          aria-label={placeholder}
          placeholder={placeholder}
          value={query}
          autoComplete="off"
          spellCheck={false}
          onChange={(event) => {
            setActiveId(undefined);
            onQueryChange(event.target.value);
          }}
          onKeyDown={onKeyDown}
          onFocus={onFocus}
        />
        {context}
      </div>
      <div ref={list} className="qd-palette-list" id={`${id}-list`} role="listbox" aria-label="Results" aria-busy={searching}>
        {groups.map((group) => (
          <PaletteGroupView
            key={group.label}
            group={group}
            query={query}
            idPrefix={id}
            activeId={activeItem?.id}
            onActive={setActiveId}
            onChoose={choose}
          />
        ))}
      </div>
      <div role="status">
        {error ? (
          <div className="qd-list-none">{error}</div>
        ) : (
          flat.length === 0 && <div className="qd-list-none">{searching ? 'Searching…' : 'Nothing found'}</div>
        )}
      </div>
      <div className="qd-palette-foot" aria-hidden>
        <span>
          <Kbd keys="ArrowUp" />
          <Kbd keys="ArrowDown" />
          move
        </span>
        <span>
          <Kbd keys="Enter" />
          open
        </span>
        <span>
          <Kbd keys="Mod+Enter" />
          new tab
        </span>
        <span className="qd-push">
          <Kbd keys="Escape" />
          close
        </span>
      </div>
    </>
  );
}

interface PaletteGroupViewProps {
  group: PaletteGroup;
  query: string;
  idPrefix: string;
  activeId: string | undefined;
  onActive(id: string): void;
  onChoose(item: PaletteItem, newTab: boolean): void;
}

function PaletteGroupView({ group, query, idPrefix, activeId, onActive, onChoose }: PaletteGroupViewProps) {
  if (group.items.length === 0) return null;
  return (
    // biome-ignore lint/a11y/useSemanticElements: a group of options inside a list box
    <div role="group" aria-label={group.label}>
      <div className="qd-menu-label" aria-hidden>
        {group.label}
      </div>
      {group.items.map((item) => (
        // biome-ignore lint/a11y/useKeyWithClickEvents: the input handles the keys
        // biome-ignore lint/a11y/useFocusableInteractive: the input keeps the focus and points at the active option
        <div
          key={item.id}
          id={`${idPrefix}-${item.id}`}
          data-id={item.id}
          className="qd-opt"
          role="option"
          aria-selected={item.id === activeId}
          aria-disabled={item.disabled || undefined}
          onPointerMove={() => {
            if (!item.disabled && item.id !== activeId) onActive(item.id);
          }}
          onMouseDown={(event) => event.preventDefault()}
          onClick={(event) => onChoose(item, event.ctrlKey || event.metaKey)}
        >
          {renderIcon(item.icon)}
          <span>
            <Marked text={item.label} query={query} />
          </span>
          {item.detail && (
            <span className="qd-sub qd-trunc">
              <Marked text={item.detail} query={query} />
            </span>
          )}
          {(item.end !== undefined || item.shortcut || item.id === activeId) && (
            <span className="is-end">
              {item.end}
              {item.shortcut ? (
                <Kbd keys={item.shortcut} />
              ) : (
                item.id === activeId && item.end === undefined && <Kbd keys="Enter" />
              )}
            </span>
          )}
        </div>
      ))}
    </div>
  );
}
