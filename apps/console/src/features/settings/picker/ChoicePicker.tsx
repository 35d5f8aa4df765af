import { EmptyState, TechIcon } from '@quarterdeck/ui';
import { Search } from 'lucide-react';
import { type KeyboardEvent, useEffect, useId, useRef, useState } from 'react';
import { type Choice, type ChoiceGroup, choiceGroups, matchChoices, stepInGrids } from './choice-search.ts';
import './picker.css';

export interface ChoicePickerProps {
  choices: readonly Choice[];
  /** What is picked, in the plural: `check types`. */
  noun: string;
  /** More and narrower columns, with the description as the tooltip. */
  isDense?: boolean;
  onPick(id: string): void;
}

/** Choice of a kind by search, pointer or arrow keys. */
export function ChoicePicker({ choices, noun, isDense = false, onPick }: ChoicePickerProps) {
  const id = useId();
  const list = useRef<HTMLDivElement>(null);
  const [query, setQuery] = useState('');
  const [active, setActive] = useState(0);
  const shown = matchChoices(choices, query);
  const groups = choiceGroups(shown);
  const current = shown[active];

  useEffect(() => {
    list.current?.querySelector(`[data-index="${active}"]`)?.scrollIntoView({ block: 'nearest' });
  }, [active]);

  const onKeyDown = (event: KeyboardEvent) => {
    if (event.key === 'Enter' && current !== undefined) {
      event.preventDefault();
      onPick(current.id);
      return;
    }
    const grid = list.current?.querySelector('.qs-picker-grid');
    const columns = grid ? getComputedStyle(grid).gridTemplateColumns.split(' ').length : 1;
    const sizes = groups.map((group) => group.choices.length);
    const next = stepInGrids(event.key, active, sizes, columns);
    if (next === undefined) return;
    event.preventDefault();
    setActive(next);
  };
  return (
    <div className={isDense ? 'qs-picker is-dense' : 'qs-picker'}>
      <div className="qd-search qs-picker-search">
        <Search aria-hidden />
        <input
          role="combobox"
          aria-expanded
          aria-controls={`${id}-list`}
          aria-activedescendant={current === undefined ? undefined : `${id}-${active}`}
          aria-label={`Search ${noun}`}
          placeholder={`Search ${choices.length} ${noun}`}
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
        <EmptyState title="No options found">Nothing matches “{query}”.</EmptyState>
      ) : (
        <div ref={list} id={`${id}-list`} role="listbox" aria-label={noun} className="qs-picker-list">
          {groups.map((group) => (
            <GroupOfChoices
              key={`${group.title}.${group.start}`}
              id={id}
              group={group}
              active={active}
              isDense={isDense}
              onActive={setActive}
              onPick={onPick}
            />
          ))}
        </div>
      )}
    </div>
  );
}

interface GroupOfChoicesProps {
  id: string;
  group: ChoiceGroup;
  active: number;
  isDense: boolean;
  onActive(index: number): void;
  onPick(id: string): void;
}

function GroupOfChoices({ id, group, active, isDense, onActive, onPick }: GroupOfChoicesProps) {
  const options = group.choices.map((choice, offset) => {
    const index = group.start + offset;
    return (
      // biome-ignore lint/a11y/useKeyWithClickEvents: the search field keeps the focus and handles the keys
      // biome-ignore lint/a11y/useFocusableInteractive: the search field points at the active option
      <div
        key={choice.id}
        id={`${id}-${index}`}
        data-index={index}
        role="option"
        aria-selected={index === active}
        className={index === active ? 'qs-choice is-active' : 'qs-choice'}
        title={isDense ? choice.description : undefined}
        onPointerMove={() => onActive(index)}
        onClick={() => onPick(choice.id)}
      >
        <TechIcon name={choice.icon} />
        <span>
          <b>{choice.title}</b>
          {!isDense && <small>{choice.description}</small>}
        </span>
      </div>
    );
  });
  if (group.title === undefined) return <div className="qs-picker-grid">{options}</div>;
  return (
    // biome-ignore lint/a11y/useSemanticElements: a group of options inside a listbox
    <div role="group" aria-labelledby={`${id}-group-${group.start}`}>
      <div id={`${id}-group-${group.start}`} className="qs-picker-group" role="presentation">
        {group.title}
      </div>
      <div className="qs-picker-grid" role="presentation">
        {options}
      </div>
    </div>
  );
}
