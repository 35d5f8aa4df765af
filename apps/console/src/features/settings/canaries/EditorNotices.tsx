import { Button, Callout } from '@quarterdeck/ui';
import { Lock, Trash2, Users } from 'lucide-react';
import type { SavedCanary } from './use-saved-canary.ts';

export interface EditorNoticesProps {
  readOnlyReason: string | undefined;
  /** Given when the canary was deleted. */
  deleted: { denial: string | undefined; isRestoring: boolean; onRestore(): void } | undefined;
  known: SavedCanary;
}

/** What the person has to know before changing anything: deleted, read-only, changed elsewhere. */
export function EditorNotices({ readOnlyReason, deleted, known }: EditorNoticesProps) {
  return (
    <>
      {deleted !== undefined && (
        <div className="qs-notice">
          <Callout
            icon={Trash2}
            actions={
              <Button size="s" loading={deleted.isRestoring} disabledReason={deleted.denial} onClick={deleted.onRestore}>
                Restore
              </Button>
            }
          >
            <b>This canary was deleted</b>, its checks no longer run
          </Callout>
        </div>
      )}
      {readOnlyReason !== undefined && (
        <div className="qs-notice">
          <Callout icon={Lock}>{readOnlyReason}</Callout>
        </div>
      )}
      {known.isOutdated && (
        <div className="qs-notice">
          <Callout
            tone="accent"
            icon={Users}
            note="Updating now replaces what was saved there. The tab Changes shows the difference."
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
            <b>This canary was changed elsewhere</b>
          </Callout>
        </div>
      )}
    </>
  );
}
