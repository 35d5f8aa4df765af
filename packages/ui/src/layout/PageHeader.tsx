import type { ReactNode } from 'react';
import { formatAge, formatUtcClock, type TimeInput } from '../format/time.ts';
import { type IconProp, renderIcon } from '../icons/icon.tsx';
import { useNow } from '../value/clock.ts';

export interface PageHeaderProps {
  title: ReactNode;
  icon?: IconProp;
  /** Right after the title: counts, a badge, the state. */
  children?: ReactNode;
  /** When the values of the page were measured; shown as `as of 03:52:08 UTC`. */
  asOf?: TimeInput;
  actions?: ReactNode;
}

/** The head of every page. */
export function PageHeader({ title, icon, children, asOf, actions }: PageHeaderProps) {
  return (
    <div className="qd-page-head">
      <div className="qd-page-title">
        {renderIcon(icon)}
        <h1>{title}</h1>
      </div>
      {children}
      <div className="is-actions">
        {asOf !== undefined && asOf !== null && <AsOf time={asOf} />}
        {actions}
      </div>
    </div>
  );
}

/** The as-of time of a page or list, with its age as the tooltip. */
export function AsOf({ time }: { time: TimeInput }) {
  const age = useNow((nowMs) => formatAge(time, nowMs, 'phrase'));
  return (
    <span className="qd-asof" title={age}>
      as of {formatUtcClock(time)} UTC
    </span>
  );
}
