import { type KeyboardEvent, type ReactNode, useEffect, useRef, useState } from 'react';
import { classNames } from '../class-name.ts';
import { formatNumber } from '../format/number.ts';
import { type IconProp, renderIcon } from '../icons/icon.tsx';
import { Link } from '../link/Link.tsx';
import { HealthGlyph } from '../state/HealthGlyph.tsx';
import type { HealthState } from '../state/health.ts';

export interface TabItem {
  id: string;
  label: ReactNode;
  count?: number;
  /** Glyph before the label: something behind this tab needs a look. */
  glyph?: HealthState;
  icon?: IconProp;
  /** Makes the tab a link; give it to all tabs of a set or to none. */
  href?: string;
}

export interface TabsProps {
  items: readonly TabItem[];
  value: string;
  onChange?: (id: string) => void;
  /** Accessible name of the set. */
  label: string;
  /** Prefix of the ids that tie tabs to TabPanels. */
  id?: string;
}

function useCutEdges(count: number) {
  const ref = useRef<HTMLDivElement>(null);
  const [cut, setCut] = useState({ start: false, end: false });
  // biome-ignore lint/correctness/useExhaustiveDependencies: more or fewer tabs change what fits
  useEffect(() => {
    const element = ref.current;
    if (!element) return;
    const measure = () => {
      const start = element.scrollLeft > 4;
      const end = element.scrollLeft + element.clientWidth < element.scrollWidth - 4;
      setCut((before) => (before.start === start && before.end === end ? before : { start, end }));
    };
    measure();
    const observer = new ResizeObserver(measure);
    observer.observe(element);
    element.addEventListener('scroll', measure, { passive: true });
    return () => {
      observer.disconnect();
      element.removeEventListener('scroll', measure);
    };
  }, [count]);
  return { ref, cut };
}

const moves: Record<string, (at: number, count: number) => number> = {
  ArrowRight: (at, count) => (at + 1) % count,
  ArrowLeft: (at, count) => (at - 1 + count) % count,
  Home: () => 0,
  End: (_, count) => count - 1,
};

/** Tabs in one line that scrolls when it is too narrow. With `href` they are links, otherwise a tab list with arrow keys. */
export function Tabs({ items, value, onChange, label, id }: TabsProps) {
  const { ref, cut } = useCutEdges(items.length);
  const isNav = items.some(({ href }) => href !== undefined);
  // biome-ignore lint/correctness/useExhaustiveDependencies: keeps the chosen tab in view
  useEffect(() => {
    ref.current?.querySelector('[aria-current], [aria-selected="true"]')?.scrollIntoView({ block: 'nearest', inline: 'nearest' });
  }, [value]);
  const onKeyDown = (event: KeyboardEvent) => {
    const move = moves[event.key];
    if (!move || isNav) return;
    event.preventDefault();
    const next =
      items[
        move(
          items.findIndex((item) => item.id === value),
          items.length,
        )
      ];
    if (!next) return;
    onChange?.(next.id);
    ref.current?.querySelector<HTMLElement>(`[data-tab="${CSS.escape(next.id)}"]`)?.focus();
  };
  const body = items.map((item) => (
    <Tab
      key={item.id}
      item={item}
      isCurrent={item.id === value}
      isNav={isNav}
      idPrefix={id}
      onSelect={() => onChange?.(item.id)}
    />
  ));
  const className = classNames('qd-tabs', cut.start && 'is-cut-start', cut.end && 'is-cut-end');
  return isNav ? (
    <nav ref={ref} className={className} aria-label={label}>
      {body}
    </nav>
  ) : (
    <div ref={ref} className={className} role="tablist" aria-label={label} onKeyDown={onKeyDown}>
      {body}
    </div>
  );
}

interface TabProps {
  item: TabItem;
  isCurrent: boolean;
  isNav: boolean;
  idPrefix: string | undefined;
  onSelect(): void;
}

function Tab({ item, isCurrent, isNav, idPrefix, onSelect }: TabProps) {
  const content = (
    <>
      {item.glyph && <HealthGlyph state={item.glyph} />}
      {renderIcon(item.icon)}
      {item.label}
      {item.count !== undefined && <span className="is-count">{formatNumber(item.count)}</span>}
    </>
  );
  if (isNav) {
    return (
      <Link className="qd-tab" href={item.href} aria-current={isCurrent ? 'page' : undefined} onClick={onSelect}>
        {content}
      </Link>
    );
  }
  return (
    <button
      type="button"
      role="tab"
      className="qd-tab"
      data-tab={item.id}
      id={idPrefix && `${idPrefix}-tab-${item.id}`}
      aria-controls={idPrefix && isCurrent ? `${idPrefix}-panel-${item.id}` : undefined}
      aria-selected={isCurrent}
      tabIndex={isCurrent ? 0 : -1}
      onClick={onSelect}
    >
      {content}
    </button>
  );
}

/** The content of one tab of a tab list with the same `id`. */
export function TabPanel({ id, tab, children, className }: { id: string; tab: string; children: ReactNode; className?: string }) {
  return (
    <div role="tabpanel" id={`${id}-panel-${tab}`} aria-labelledby={`${id}-tab-${tab}`} className={className}>
      {children}
    </div>
  );
}
