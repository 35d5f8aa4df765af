import { Badge, Tooltip } from '@quarterdeck/ui';
import { LockOpen } from 'lucide-react';
import { useSession } from '../../lib/session.ts';

const MEANING = 'Nobody signs in here: everybody on this machine is administrator (--auth none)';

/** Says that this server asks nobody who they are. */
export function NoSignInBadge() {
  const { mode } = useSession();
  if (mode !== 'none') return null;
  return (
    <Tooltip content={MEANING}>
      <button type="button" className="app-no-sign-in" aria-label={`No sign-in. ${MEANING}`}>
        <Badge tone="line" icon={LockOpen}>
          <span className="app-wide-only">No sign-in</span>
        </Badge>
      </button>
    </Tooltip>
  );
}
