import { PanelLeft, Search, X } from 'lucide-react';
import { type ReactNode, useEffect, useRef } from 'react';
import { IconButton } from '../button/IconButton.tsx';
import { classNames } from '../class-name.ts';
import { type IconProp, renderIcon } from '../icons/icon.tsx';
import { Kbd } from '../keyboard/Kbd.tsx';
import { Link } from '../link/Link.tsx';
import { Tooltip } from '../overlay/Tooltip.tsx';
import { HealthGlyph } from '../state/HealthGlyph.tsx';
import { type HealthState, healthWord } from '../state/health.ts';
import { Logo } from './Logo.tsx';
import { useShell } from './shell-context.ts';

export interface SidebarProps {
  /** SidebarItems. */
  children: ReactNode;
  /** Address of the brand. Default `/`. */
  homeHref?: string;
  /** Opens the command palette; shows the search button when given. */
  onSearch?: () => void;
  /** First element: organisation. Further elements hide when folded. */
  footer?: ReactNode;
}

/** Main navigation: 220 px, 52 px folded, a drawer on a phone. */
export function Sidebar({ children, homeHref = '/', onSearch, footer }: SidebarProps) {
  const shell = useShell();
  const root = useRef<HTMLElement>(null);
  const isOpen = shell?.isDrawerOpen === true;
  useEffect(() => {
    if (isOpen) root.current?.querySelector<HTMLElement>('a, button')?.focus();
  }, [isOpen]);
  return (
    <aside ref={root} className={classNames('qd-sidebar', isOpen && 'is-open')} aria-label="Sidebar">
      <div className="qd-sidebar-head">
        <Link className="qd-brand" href={homeHref} aria-label="Quarterdeck">
          <Logo />
          <b>Quarterdeck</b>
        </Link>
        {isOpen ? (
          <IconButton icon={X} label="Close menu" tooltip={false} onClick={() => shell?.closeDrawer()} />
        ) : (
          <IconButton icon={PanelLeft} label="Fold sidebar" tooltip="Fold sidebar  [" onClick={() => shell?.toggleFold()} />
        )}
      </div>
      {onSearch && (
        <button
          type="button"
          className="qd-sidebar-search"
          onClick={onSearch}
          aria-label={shell?.isFolded ? 'Search or run' : undefined}
          aria-keyshortcuts="Control+K"
        >
          <Search aria-hidden />
          <span>Search or run</span>
          {!shell?.isFolded && <Kbd keys="Mod+K" />}
        </button>
      )}
      <nav className="qd-sidebar-nav" aria-label="Main">
        {children}
      </nav>
      {footer && <div className="qd-sidebar-foot">{footer}</div>}
    </aside>
  );
}

export interface SidebarItemProps {
  icon?: IconProp;
  label: string;
  href: string;
  /** This page, or a page below it. */
  active?: boolean;
  /** Count at the right edge, with the glyph of its state. */
  badge?: { count: number; state?: HealthState };
  /** SidebarItems without icons, shown while the item is active. */
  children?: ReactNode;
}

/** One line of the main navigation. */
export function SidebarItem({ icon, label, href, active = false, badge, children }: SidebarItemProps) {
  const shell = useShell();
  const current = active ? (children ? 'true' : 'page') : undefined;
  const count = badge && badge.count > 0 ? badge : undefined;
  const item = (
    <Link className="qd-nav" href={href} aria-current={current} aria-label={shell?.isFolded ? label : undefined}>
      {renderIcon(icon)}
      <span>{label}</span>
      {count && (
        <span className="qd-nav-count">
          {count.state && <HealthGlyph state={count.state} label={healthWord(count.state)} />}
          {count.count}
        </span>
      )}
      {count?.state && <HealthGlyph state={count.state} label="" className="qd-nav-pip" />}
    </Link>
  );
  return (
    <>
      {shell?.isFolded ? (
        <Tooltip content={label} isName>
          {item}
        </Tooltip>
      ) : (
        item
      )}
      {active && children && <div className="qd-nav-sub">{children}</div>}
    </>
  );
}

/** Name and initial of the organisation, for the foot of the sidebar. */
export function Organisation({ name }: { name: string }) {
  return (
    <span className="qd-org" title={name}>
      <i aria-hidden>{name.charAt(0).toUpperCase()}</i>
      <span className="qd-trunc">{name}</span>
    </span>
  );
}
