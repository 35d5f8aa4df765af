import { Button, Callout } from '@quarterdeck/ui';
import { Lock, Users } from 'lucide-react';
import type { ConnectionSource } from './connection-source.ts';
import type { SavedConnection } from './use-saved-connection.ts';

/** What the person has to know before changing anything: read-only, changed elsewhere. */
export function ConnectionNotices({ source, known }: { source: ConnectionSource | undefined; known: SavedConnection }) {
  return (
    <>
      {source?.readOnlyReason !== undefined && (
        <div className="qs-notice">
          <Callout
            icon={Lock}
            actions={
              source.href !== undefined && (
                <Button size="s" href={source.href}>
                  Open the source
                </Button>
              )
            }
          >
            {source.readOnlyReason}
          </Callout>
        </div>
      )}
      {known.isOutdated && (
        <div className="qs-notice">
          <Callout
            tone="accent"
            icon={Users}
            note="Updating now replaces what was saved there."
            actions={
              <>
                <Button size="s" variant="ghost" onClick={known.takeTheirs}>
                  Discard mine
                </Button>
                <Button size="s" onClick={known.keepMine}>
                  Keep mine
                </Button>
              </>
            }
          >
            <b>This connection was changed elsewhere</b>
          </Callout>
        </div>
      )}
    </>
  );
}
