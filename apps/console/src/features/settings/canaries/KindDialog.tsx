import type { KindChoice } from '@quarterdeck/integrations/spec';
import { Dialog } from '@quarterdeck/ui';
import { cloneElement, type ReactElement, useState } from 'react';
import { KindPicker } from './KindPicker.tsx';

export interface KindDialogProps {
  /** The button that opens the dialog. */
  trigger: ReactElement<{ onClick?: () => void }>;
  onPick(kind: KindChoice): void;
}

/** The choice of a check kind as a dialog. */
export function KindDialog({ trigger, onPick }: KindDialogProps) {
  const [open, setOpen] = useState(false);
  return (
    <>
      {cloneElement(trigger, { onClick: () => setOpen(true) })}
      <Dialog open={open} onClose={() => setOpen(false)} title="Add check" width={720}>
        <KindPicker
          onPick={(kind) => {
            setOpen(false);
            onPick(kind);
          }}
        />
      </Dialog>
    </>
  );
}
