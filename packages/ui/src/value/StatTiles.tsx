import { Clock } from 'lucide-react';
import { type CSSProperties, type ReactNode, useCallback } from 'react';
import { classNames } from '../class-name.ts';
import { missing } from '../format/duration.ts';
import { formatAge, formatUtc, type TimeInput, toEpochMs } from '../format/time.ts';
import { Tooltip } from '../overlay/Tooltip.tsx';
import { useNow } from './clock.ts';

export interface StatTilesProps {
  /** StatTiles. */
  children: ReactNode;
  /** Columns; 4 is also right on a phone. Default 4. */
  columns?: number;
}

/** A ruled grid of values. */
export function StatTiles({ children, columns = 4 }: StatTilesProps) {
  const style: CSSProperties & Record<'--cols', number> = { '--cols': columns };
  return (
    <dl className="qd-tiles" style={style}>
      {children}
    </dl>
  );
}

export interface StatTileProps {
  label: ReactNode;
  value: ReactNode;
  /** After the value, small and quiet: `ms`, `/ 16`. */
  unit?: ReactNode;
  tone?: 'healthy' | 'warning' | 'unhealthy' | 'muted';
  /** Smaller value for words and ages. */
  text?: boolean;
  /** When the value was measured; part of the tooltip. */
  asOf?: TimeInput;
  /** The value is past its freshness: dimmed, with a clock at its name and its age in the tooltip. */
  stale?: boolean;
  /** Explains the value; tooltip. */
  hint?: ReactNode;
}

/** One value with its name. */
export function StatTile({ label, value, unit, tone, text, asOf, stale = false, hint }: StatTileProps) {
  const ms = toEpochMs(asOf);
  const age = useNow(
    useCallback((nowMs: number) => (stale && ms !== undefined ? formatAge(ms, nowMs, 'phrase') : ''), [stale, ms]),
  );
  const tooltip =
    hint !== undefined || ms !== undefined ? (
      <>
        {hint !== undefined && <div>{hint}</div>}
        {ms !== undefined && (
          <div className="qd-muted">
            as of {formatUtc(ms)}
            {age !== '' && `, ${age}`}
          </div>
        )}
      </>
    ) : undefined;
  return (
    <Tooltip content={tooltip} isName={tooltip === undefined}>
      <div className={classNames('qd-tile', text && 'qd-tile-text', stale && 'is-stale')}>
        <dt>
          {label}
          {stale && <Clock size={10} aria-label="Stale" />}
        </dt>
        <dd className={tone && !stale ? `qd-tone-${tone}` : undefined}>
          {value === missing ? <span className="qd-none">{missing}</span> : value}
          {unit !== undefined && <small>{unit}</small>}
        </dd>
      </div>
    </Tooltip>
  );
}

export interface KeyValueProps {
  /** Pairs in the order they are shown; pairs with an undefined value are left out. */
  items: readonly (readonly [key: string, value: ReactNode])[];
  /** Width of the first column in pixels. Default 96. */
  keyWidth?: number;
}

/** Names and values in two columns. */
export function KeyValue({ items, keyWidth }: KeyValueProps) {
  const style: (CSSProperties & Record<'--key', string>) | undefined =
    keyWidth === undefined ? undefined : { '--key': `${keyWidth}px` };
  return (
    <dl className="qd-kv" style={style}>
      {items.map(
        ([key, value]) =>
          value !== undefined && (
            <div key={key} style={{ display: 'contents' }}>
              <dt>{key}</dt>
              <dd>{value === null || value === '' ? <span className="qd-none">—</span> : value}</dd>
            </div>
          ),
      )}
    </dl>
  );
}
