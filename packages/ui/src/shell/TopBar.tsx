import { ChevronRight, Menu as MenuIcon } from 'lucide-react';
import type { ReactNode } from 'react';
import { IconButton } from '../button/IconButton.tsx';
import { classNames } from '../class-name.ts';
import { Link } from '../link/Link.tsx';
import { useShell } from './shell-context.ts';

export interface TopBarProps {
  breadcrumb: ReactNode;
  /** Page actions; they leave on a phone. */
  actions?: ReactNode;
  /** Time range, refresh rate, live dot, bell, help, user menu. */
  tools?: ReactNode;
}

/** The bar above every page. */
export function TopBar({ breadcrumb, actions, tools }: TopBarProps) {
  const shell = useShell();
  return (
    <header className="qd-topbar">
      {shell?.isPhone && <IconButton icon={MenuIcon} label="Open menu" tooltip={false} onClick={shell.openDrawer} />}
      {breadcrumb}
      <div className="qd-topbar-actions">{actions}</div>
      {tools && <div className="qd-topbar-tools">{tools}</div>}
    </header>
  );
}

/** A step of the breadcrumb; the last one is the page. */
export interface Crumb {
  label: ReactNode;
  href?: string;
}

/** Where the page is. */
export function Breadcrumb({ items }: { items: readonly Crumb[] }) {
  return (
    <nav className="qd-crumbs" aria-label="Breadcrumb">
      <ol>
        {items.map(({ label, href }, index) => {
          const isLast = index === items.length - 1;
          return (
            // biome-ignore lint/suspicious/noArrayIndexKey: a step is its place
            <li key={index}>
              {isLast ? (
                <span aria-current="page">{label}</span>
              ) : href === undefined ? (
                <span>{label}</span>
              ) : (
                <Link href={href}>{label}</Link>
              )}
              {!isLast && <ChevronRight aria-hidden />}
            </li>
          );
        })}
      </ol>
    </nav>
  );
}

export type LiveState = 'live' | 'reconnecting' | 'paused';

const liveWords: Record<LiveState, string> = { live: 'Live', reconnecting: 'Reconnecting', paused: 'Paused' };

/** Whether the page is fed by the live stream. */
export function LiveDot({ state, dotOnly = false }: { state: LiveState; dotOnly?: boolean }) {
  return (
    <span
      className={classNames('qd-live', state !== 'live' && `qd-live-${state}`)}
      role="status"
      title={dotOnly ? liveWords[state] : undefined}
    >
      <i aria-hidden />
      <span className={dotOnly ? 'qd-hidden' : undefined}>{liveWords[state]}</span>
    </span>
  );
}

function initials(name: string) {
  const words = name.split(/[\s._@-]+/).filter(Boolean);
  return ((words[0]?.charAt(0) ?? '') + (words[1]?.charAt(0) ?? '')).toUpperCase() || '?';
}

/** Initials of a person in a circle, drawn by the style sheet. Decorative: give the name next to it or on the button around it. */
export function Avatar({ name, size = 's' }: { name: string; size?: 's' | 'm' }) {
  return <span className={classNames('qd-avatar', size === 'm' && 'qd-avatar-m')} data-initials={initials(name)} aria-hidden />;
}

/** Hairline between groups of tools. */
export function ToolDivider() {
  return <span className="qd-vr" aria-hidden />;
}
