import type { ReactNode } from 'react';
import { classNames } from '../class-name.ts';
import { type HealthState, healthWord } from './health.ts';

const triangle = <path d="M6 1.5 11.2 10.5H.8z" stroke="currentColor" strokeLinejoin="round" />;
const shapes: Record<HealthState, ReactNode> = {
  healthy: <circle cx="6" cy="6" r="4.25" />,
  warning: triangle,
  mixed: triangle,
  unhealthy: <rect x="1.75" y="1.75" width="8.5" height="8.5" rx="1.25" />,
  unknown: <circle cx="6" cy="6" r="4" fill="none" stroke="currentColor" strokeWidth="1.6" strokeDasharray="2.1 2.09" />,
  suspended: <path d="M2.75 2H5v8H2.75zM7 2h2.25v8H7z" />,
};

export interface HealthGlyphProps {
  state: HealthState;
  /** Accessible name. Default: the word of the state. Pass `''` when the word stands next to the glyph. */
  label?: string;
  className?: string;
}

/** The shape of a state: ● healthy, ▲ warning and mixed, ■ unhealthy, ◌ unknown, ‖ suspended. */
export function HealthGlyph({ state, label = healthWord(state), className }: HealthGlyphProps) {
  const name = label ? { role: 'img', 'aria-label': label } : { 'aria-hidden': true };
  return (
    // biome-ignore lint/a11y/noSvgWithoutTitle: named or hidden by its attributes
    <svg viewBox="0 0 12 12" fill="currentColor" className={classNames('qd-glyph', `qd-glyph-${state}`, className)} {...name}>
      {shapes[state]}
    </svg>
  );
}

export interface HealthLabelProps {
  state: HealthState;
  /** Replaces the word, for example `Failing for 2h`. */
  children?: ReactNode;
  size?: 's' | 'm';
}

/** Glyph and word. */
export function HealthLabel({ state, children, size }: HealthLabelProps) {
  return (
    <span className={classNames('qd-health', `qd-health-${state}`, size === 's' && 'qd-health-s')}>
      <HealthGlyph state={state} label="" />
      {children ?? healthWord(state)}
    </span>
  );
}

export interface HealthCountsProps {
  /** Count by state; missing states are left out. */
  counts: Partial<Record<HealthState, number>>;
  /** Show the word after each number. */
  words?: boolean;
  /** Show states with a count of zero, dimmed. */
  zeros?: boolean;
}

const order: readonly HealthState[] = ['unhealthy', 'warning', 'mixed', 'unknown', 'suspended', 'healthy'];

/** A line of counts by state, worst first: `■ 7 unhealthy ▲ 5 warning … ● 398 healthy`. */
export function HealthCounts({ counts, words = false, zeros = false }: HealthCountsProps) {
  return (
    <span className="qd-counts">
      {order.map((state) => {
        const count = counts[state];
        if (count === undefined || (count === 0 && !zeros)) return null;
        return (
          <span key={state} className={count === 0 ? 'is-zero' : undefined}>
            <HealthGlyph state={state} label={words ? '' : healthWord(state)} />
            <b>{count}</b>
            {words && ` ${healthWord(state).toLowerCase()}`}
          </span>
        );
      })}
    </span>
  );
}
