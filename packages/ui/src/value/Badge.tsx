import type { ReactNode } from 'react';
import { classNames } from '../class-name.ts';
import { type IconProp, renderIcon } from '../icons/icon.tsx';
import { HealthGlyph } from '../state/HealthGlyph.tsx';
import { type HealthState, healthWord } from '../state/health.ts';

export interface BadgeProps {
  children?: ReactNode;
  tone?: 'neutral' | 'healthy' | 'warning' | 'unhealthy' | 'accent' | 'line';
  icon?: IconProp;
  /** Glyph, tone and, without children, the word of a state. */
  state?: HealthState;
}

const stateTones: Record<HealthState, BadgeProps['tone']> = {
  healthy: 'healthy',
  warning: 'warning',
  mixed: 'warning',
  unhealthy: 'unhealthy',
  unknown: 'neutral',
  suspended: 'neutral',
};

/** A short word in a tinted box. Use it for the exception, not down a whole column. */
export function Badge({ children, tone, icon, state }: BadgeProps) {
  const shown = tone ?? (state ? stateTones[state] : undefined);
  return (
    <span className={classNames('qd-badge', shown && shown !== 'neutral' && `qd-badge-${shown}`)}>
      {state && <HealthGlyph state={state} label="" />}
      {renderIcon(icon)}
      {children ?? (state && healthWord(state))}
    </span>
  );
}
