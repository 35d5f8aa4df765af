import { ChevronDown } from 'lucide-react';
import type { CSSProperties, ReactNode } from 'react';
import { classNames } from '../class-name.ts';
import { Link } from '../link/Link.tsx';
import { HealthGlyph } from '../state/HealthGlyph.tsx';
import type { HealthState } from '../state/health.ts';

export interface CardProps {
  title: ReactNode;
  state?: HealthState;
  /** Right of the title: a technology icon. */
  icon?: ReactNode;
  /** Body: a status strip that fills the width. */
  children?: ReactNode;
  /** Small values under the body. */
  meta?: readonly ReactNode[];
  /** Small value at the right edge. */
  metaEnd?: ReactNode;
  href?: string;
  onClick?: () => void;
  /** This card is open in the panel. */
  selected?: boolean;
}

/** A card of the card layout. Only its border speaks of trouble. */
export function Card({ title, state, icon, children, meta = [], metaEnd, href, onClick, selected }: CardProps) {
  const border = state === 'unhealthy' ? 'unhealthy' : state === 'warning' || state === 'mixed' ? 'warning' : undefined;
  const className = classNames('qd-card', border && `qd-card-${border}`);
  const body = (
    <>
      <span className="qd-card-title">
        {state && <HealthGlyph state={state} />}
        <b>{title}</b>
        {icon}
      </span>
      {children}
      {(meta.length > 0 || metaEnd !== undefined) && (
        <span className="qd-card-meta">
          {meta.map((value, index) => (
            // biome-ignore lint/suspicious/noArrayIndexKey: values have no identity but their place
            <span key={index}>{value}</span>
          ))}
          {metaEnd !== undefined && <span className="is-end">{metaEnd}</span>}
        </span>
      )}
    </>
  );
  const current = selected || undefined;
  if (href !== undefined) {
    return (
      <Link className={className} href={href} aria-current={current}>
        {body}
      </Link>
    );
  }
  if (onClick) {
    return (
      <button type="button" className={className} onClick={onClick} aria-current={current}>
        {body}
      </button>
    );
  }
  return <div className={className}>{body}</div>;
}

/** A grid of cards. */
export function CardGrid({ children, minWidth }: { children: ReactNode; minWidth?: number }) {
  const style: (CSSProperties & Record<'--card-min', string>) | undefined =
    minWidth === undefined ? undefined : { '--card-min': `${minWidth}px` };
  return (
    <div className="qd-cards" style={style}>
      {children}
    </div>
  );
}

export interface CardGroupProps {
  title: ReactNode;
  /** After the title: counts by state. */
  counts?: ReactNode;
  /** Right edge: `28 more`. */
  end?: ReactNode;
  open: boolean;
  onOpenChange(open: boolean): void;
  children: ReactNode;
}

/** A group of cards that folds. */
export function CardGroup({ title, counts, end, open, onOpenChange, children }: CardGroupProps) {
  return (
    <section>
      <div className="qd-group-head">
        <button
          type="button"
          className="qd-twist"
          aria-expanded={open}
          aria-label={`${open ? 'Collapse' : 'Expand'} ${typeof title === 'string' ? title : 'group'}`}
          onClick={() => onOpenChange(!open)}
        >
          <ChevronDown aria-hidden />
        </button>
        <h2>{title}</h2>
        {counts}
        {end !== undefined && <span className="is-end">{end}</span>}
      </div>
      {open && children}
    </section>
  );
}
