import { Minus, Plus, X } from 'lucide-react';
import type { ReactNode } from 'react';
import { classNames } from '../class-name.ts';

export interface FilterBarProps {
  /** Search, selects and FilterChips. */
  children: ReactNode;
  /** Right edge: layout switch, export. */
  end?: ReactNode;
  /** Shows the clear button. */
  onClear?: () => void;
}

/** The bar of a list: search, chips, clear. */
export function FilterBar({ children, end, onClear }: FilterBarProps) {
  return (
    <div className="qd-filter-bar">
      {children}
      {onClear && (
        <button type="button" className="qd-clear" onClick={onClear}>
          Clear
        </button>
      )}
      {end !== undefined && <div className="is-end">{end}</div>}
    </div>
  );
}

export interface FilterChipProps {
  name: string;
  value: ReactNode;
  /** `is`, `is not`, `in`. Default from `exclude`. */
  operator?: string;
  exclude?: boolean;
  onRemove(): void;
}

/** One active filter. An excluding one is outlined and struck through. */
export function FilterChip({ name, value, operator, exclude = false, onRemove }: FilterChipProps) {
  return (
    <span className={classNames('qd-chip', exclude && 'qd-chip-exclude')}>
      {exclude && <Minus aria-hidden />}
      <span className="is-key">{name}</span>
      <span className="is-op">{operator ?? (exclude ? 'is not' : 'is')}</span>
      <span className="is-value">{value}</span>
      <button type="button" aria-label={`Remove filter ${name}`} onClick={onRemove}>
        <X aria-hidden />
      </button>
    </span>
  );
}

/** What a value does to a list: show only it, hide it, or nothing. */
export type TriState = 'include' | 'exclude' | 'none';

export interface TriStateOption {
  value: string;
  label?: ReactNode;
  count?: number;
  state: TriState;
}

export interface TriStateFilterProps {
  options: readonly TriStateOption[];
  onChange(value: string, state: TriState): void;
}

/** Lines of values with a plus to include and a minus to exclude; pressing the active one again clears it. */
export function TriStateFilter({ options, onChange }: TriStateFilterProps) {
  return (
    <ul>
      {options.map(({ value, label = value, count, state }) => (
        <li key={value} className={classNames('qd-tri', state !== 'none' && `is-${state}`)}>
          <span className="qd-trunc" title={typeof label === 'string' ? label : value}>
            {label}
          </span>
          <span className="is-count">{count}</span>
          <span className="is-pair">
            <button
              type="button"
              aria-pressed={state === 'include'}
              aria-label={`Include ${value}`}
              onClick={() => onChange(value, state === 'include' ? 'none' : 'include')}
            >
              <Plus aria-hidden />
            </button>
            <button
              type="button"
              aria-pressed={state === 'exclude'}
              aria-label={`Exclude ${value}`}
              onClick={() => onChange(value, state === 'exclude' ? 'none' : 'exclude')}
            >
              <Minus aria-hidden />
            </button>
          </span>
        </li>
      ))}
    </ul>
  );
}

/** List with a column of filters beside it; on a phone the filters cover the list while open. */
export function WithSide({
  side,
  open,
  children,
  label = 'Filters',
}: {
  side: ReactNode;
  open: boolean;
  children: ReactNode;
  label?: string;
}) {
  return (
    <div className={classNames('qd-with-side', !open && 'is-closed')}>
      {open && (
        <aside className="qd-side" aria-label={label}>
          {side}
        </aside>
      )}
      {children}
    </div>
  );
}

/** One group of the filter column. */
export function Facet({ title, note, children }: { title?: ReactNode; note?: ReactNode; children: ReactNode }) {
  return (
    <section className="qd-facet">
      {title !== undefined && (
        <h2>
          {title}
          {note !== undefined && <small>{note}</small>}
        </h2>
      )}
      {children}
    </section>
  );
}
