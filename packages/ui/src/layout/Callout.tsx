import type { ReactNode } from 'react';
import { classNames } from '../class-name.ts';
import { type IconProp, renderIcon } from '../icons/icon.tsx';
import { HealthGlyph } from '../state/HealthGlyph.tsx';

export interface CalloutProps {
  /** Tint and glyph of the present problem; without it the callout is neutral. */
  tone?: 'unhealthy' | 'warning' | 'healthy' | 'accent';
  /** Replaces the glyph of the tone. */
  icon?: IconProp;
  /** Put the cause in `<b>`: `<b>Unhealthy for 2h 5m</b>, since 01:47:12 UTC`. */
  children: ReactNode;
  /** Second line: what changed, with a link. */
  note?: ReactNode;
  actions?: ReactNode;
}

/** A tinted line about the present problem. */
export function Callout({ tone, icon, children, note, actions }: CalloutProps) {
  const glyph = tone === 'unhealthy' || tone === 'warning' || tone === 'healthy' ? <HealthGlyph state={tone} label="" /> : null;
  return (
    <div className={classNames('qd-callout', tone && `qd-callout-${tone}`, !glyph && !icon && 'qd-callout-plain')}>
      {icon === undefined ? glyph : renderIcon(icon)}
      <div className="is-text">
        <p>{children}</p>
        {note !== undefined && <p className="is-note">{note}</p>}
      </div>
      {actions !== undefined && <div className="is-actions">{actions}</div>}
    </div>
  );
}
