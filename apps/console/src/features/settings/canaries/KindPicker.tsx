import { KIND_CHOICES, type KindChoice } from '@quarterdeck/integrations/spec';
import { EmptyState, TechIcon } from '@quarterdeck/ui';
import { Search } from 'lucide-react';
import { type KeyboardEvent, useEffect, useId, useRef, useState } from 'react';
import { matchKinds, stepInGrid } from './kind-search.ts';

const KINDS: readonly KindChoice[] = KIND_CHOICES.toSorted((a, b) => a.title.localeCompare(b.title));

/** Choice of a check kind by search, pointer or arrow keys. */
export function KindPicker({ onPick }: { onPick(kind: KindChoice): void }) {
  const id = useId();
  const list = useRef<HTMLDivElement>(null);
  const [query, setQuery] = useState('');
  const [active, setActive] = useState(0);
  const shown = matchKinds(KINDS, query);
  const current = shown[active];

  useEffect(() => {
    list.current?.querySelector(`[data-index="${active}"]`)?.scrollIntoView({ block: 'nearest' });
  }, [active]);

  const onKeyDown = (event: KeyboardEvent) => {
    if (event.key === 'Enter' && current !== undefined) {
      event.preventDefault();
      onPick(current);
      return;
    }
    const columns = list.current === null ? 1 : getComputedStyle(list.current).gridTemplateColumns.split(' ').length;
    const next = stepInGrid(event.key, active, shown.length, columns);
    if (next === undefined) return;
    event.preventDefault();
    setActive(next);
  };
  return (
    <div className="qc-kinds">
      <div className="qd-search qc-kind-search">
        <Search aria-hidden />
        <input
          role="combobox"
          aria-expanded
          aria-controls={`${id}-list`}
          aria-activedescendant={current === undefined ? undefined : `${id}-${active}`}
          aria-label="Search check types"
          placeholder={`Search ${KINDS.length} check types`}
          value={query}
          // biome-ignore lint/a11y/noAutofocus: the picker is opened to be typed into
          autoFocus
          onChange={(event) => {
            setQuery(event.target.value);
            setActive(0);
          }}
          onKeyDown={onKeyDown}
        />
      </div>
      {shown.length === 0 ? (
        <EmptyState title="No options found">No check type matches “{query}”.</EmptyState>
      ) : (
        <div ref={list} id={`${id}-list`} role="listbox" aria-label="Check types" className="qc-kind-grid">
          {shown.map((kind, index) => (
            // biome-ignore lint/a11y/useKeyWithClickEvents: the search field keeps the focus and handles the keys
            // biome-ignore lint/a11y/useFocusableInteractive: the search field points at the active option
            <div
              key={kind.id}
              id={`${id}-${index}`}
              data-index={index}
              role="option"
              aria-selected={index === active}
              className={index === active ? 'qc-kind is-active' : 'qc-kind'}
              onPointerMove={() => setActive(index)}
              onClick={() => onPick(kind)}
            >
              <TechIcon name={kind.icon} />
              <span>
                <b>{kind.title}</b>
                <small>{kind.description}</small>
              </span>
            </div>
          ))}
        </div>
      )}
    </div>
  );
}
