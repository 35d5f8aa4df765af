import { Button, Kbd, Organisation, Sidebar, SidebarItem } from '@quarterdeck/ui';
import { useQuery } from '@tanstack/react-query';
import { useLocation } from '@tanstack/react-router';
import { summaryOptions } from '../lib/checks.ts';
import type { SummaryData } from '../lib/summary-patch.ts';
import { useVisibleScreens } from './screens.ts';

const HEALTH = '/health';

function countUnhealthy({ checks_summary }: SummaryData): number {
  return checks_summary.filter(({ status, suspended }) => status === 'unhealthy' && suspended !== true).length;
}

/** What the server is called: its host, or this machine when it runs here. */
function serverName(host: string): string {
  return /^(localhost|127\.|\[::1\])/.test(host) ? 'This machine' : host;
}

export interface AppSidebarProps {
  onSearch(): void;
  onHelp(): void;
}

/** The main navigation, with the number of unhealthy checks. */
export function AppSidebar({ onSearch, onHelp }: AppSidebarProps) {
  const { pathname } = useLocation();
  const screens = useVisibleScreens();
  const hasHealth = screens.some(({ href }) => href === HEALTH);
  const { data: unhealthy = 0 } = useQuery({ ...summaryOptions, select: countUnhealthy, enabled: hasHealth });
  const isAt = (href: string) => pathname === href || pathname.startsWith(`${href}/`);
  return (
    <Sidebar
      onSearch={onSearch}
      footer={
        <>
          <Organisation name={serverName(location.hostname)} />
          <Button variant="ghost" size="s" aria-label="Keyboard shortcuts" onClick={onHelp}>
            <Kbd keys="?" />
          </Button>
        </>
      }
    >
      {screens.map((screen) => (
        <SidebarItem
          key={screen.href}
          icon={screen.icon}
          label={screen.label}
          href={screen.href}
          active={isAt(screen.href)}
          badge={screen.href === HEALTH ? { count: unhealthy, state: 'unhealthy' } : undefined}
        >
          {screen.children?.map(({ label, href }) => (
            <SidebarItem key={href} label={label} href={href} active={isAt(href)} />
          ))}
        </SidebarItem>
      ))}
    </Sidebar>
  );
}
