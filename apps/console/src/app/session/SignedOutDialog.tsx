import { Button, Dialog } from '@quarterdeck/ui';
import { ExternalLink } from 'lucide-react';
import { useState } from 'react';

export interface SignedOutDialogProps {
  /** Address of the sign-in. */
  signInHref: string;
  /** Looks whether somebody is signed in again. */
  onGoOn(): Promise<unknown>;
}

/** Over a page with something typed whose session ended: nothing is lost by signing in elsewhere. */
export function SignedOutDialog({ signInHref, onGoOn }: SignedOutDialogProps) {
  const [isOpened, setOpened] = useState(false);
  const [isLooking, setLooking] = useState(false);
  const signIn = () => {
    setOpened(true);
    window.open(signInHref, '_blank', 'noopener');
  };
  const goOn = async () => {
    setLooking(true);
    await onGoOn();
    setLooking(false);
  };
  return (
    <Dialog
      open
      locked
      onClose={() => undefined}
      title="You are signed out"
      footer={
        <>
          <span>
            <Button variant="ghost" onClick={() => location.replace(signInHref)}>
              Leave without saving
            </Button>
          </span>
          <Button variant={isOpened ? 'outline' : 'primary'} icon={ExternalLink} onClick={signIn}>
            Sign in
          </Button>
          {isOpened && (
            <Button variant="primary" loading={isLooking} onClick={() => void goOn()}>
              Go on
            </Button>
          )}
        </>
      }
    >
      What you typed is still here. Sign in in another tab, then come back and go on.
    </Dialog>
  );
}
