import type { Invitation } from '@quarterdeck/client';
import { Button, Dialog } from '@quarterdeck/ui';
import { useUnsaved } from '../../../lib/unsaved.ts';
import { CopyLine } from '../form/CopyLine.tsx';

export interface Invited extends Invitation {
  readonly email: string;
}

/** The link and the code with which somebody invited gets in; to be shared. Source: spec 3 §2.12. */
export function InvitationDialog({ invited, onClose }: { invited: Invited; onClose(): void }) {
  const { email, link, code } = invited;
  // The link is nowhere else.
  useUnsaved(true);
  return (
    <Dialog
      open
      onClose={onClose}
      title="User invited"
      width={560}
      description={
        <>
          Share this link{code === undefined ? '' : ' and code'} with <b>{email}</b> to let them set a password and sign in. It
          works once.
        </>
      }
      footer={
        <Button variant="primary" onClick={onClose}>
          Done
        </Button>
      }
    >
      <div className="qs-fields">
        <CopyLine label="Link" value={link} />
        {code !== undefined && <CopyLine label="Code" value={code} />}
      </div>
    </Dialog>
  );
}
