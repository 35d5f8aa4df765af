import { Shell, Sidebar, TopBar } from '@quarterdeck/ui';
import { readStored } from '../../lib/stored.ts';
import { SIDEBAR_KEY } from '../sidebar-key.ts';

/** The frame of the console while it is found out who is looking. */
export function ShellSkeleton() {
  return (
    <Shell folded={readStored(SIDEBAR_KEY) === 'true'} sidebar={<Sidebar>{null}</Sidebar>} topbar={<TopBar breadcrumb={null} />}>
      <p className="qd-hidden" role="status">
        Loading
      </p>
    </Shell>
  );
}
