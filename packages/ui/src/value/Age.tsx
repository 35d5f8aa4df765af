import { Clock } from 'lucide-react';
import { type ReactNode, useCallback } from 'react';
import { missing } from '../format/duration.ts';
import { formatAge, formatLocal, formatUtc, type TimeInput, toEpochMs } from '../format/time.ts';
import { Tooltip } from '../overlay/Tooltip.tsx';
import { useNow } from './clock.ts';

function TimeTooltip({ time }: { time: TimeInput }) {
  return (
    <dl>
      <dt>UTC</dt>
      <dd>{formatUtc(time).replace(' UTC', '')}</dd>
      <dt>Local</dt>
      <dd>{formatLocal(time)}</dd>
    </dl>
  );
}

export interface AgeProps {
  time: TimeInput;
  /** `bare`: `2h 5m`; `phrase`: `2h 5m ago`, `in 26s`. Default `bare`. */
  style?: 'bare' | 'phrase';
}

/** Relative time that keeps itself current, with the UTC and the local time as its tooltip. */
export function Age({ time, style = 'bare' }: AgeProps) {
  const ms = toEpochMs(time);
  const text = useNow(useCallback((nowMs: number) => formatAge(ms, nowMs, style), [ms, style]));
  if (ms === undefined) return <span className="qd-none">{missing}</span>;
  return (
    <Tooltip content={<TimeTooltip time={ms} />}>
      <time dateTime={new Date(ms).toISOString()} className="qd-tnum">
        {text}
      </time>
    </Tooltip>
  );
}

export interface StaleProps {
  /** The old value. */
  children: ReactNode;
  /** When it was measured. */
  measuredAt: TimeInput;
  /** Until when it counted as fresh. */
  freshUntil?: TimeInput;
}

/** An old value: dimmed, with a clock and its age. Nothing stale looks live. */
export function Stale({ children, measuredAt, freshUntil }: StaleProps) {
  const ms = toEpochMs(measuredAt);
  const age = useNow(useCallback((nowMs: number) => formatAge(ms, nowMs), [ms]));
  const content = (
    <dl>
      <dt>Measured</dt>
      <dd>{formatUtc(ms)}</dd>
      {freshUntil !== undefined && freshUntil !== null && (
        <>
          <dt>Fresh until</dt>
          <dd>{formatUtc(freshUntil)}</dd>
        </>
      )}
    </dl>
  );
  return (
    <Tooltip content={content}>
      <span className="qd-stale qd-tnum">
        {children}
        <Clock aria-hidden />
        <span className="qd-hidden">measured</span>
        {age}
      </span>
    </Tooltip>
  );
}
