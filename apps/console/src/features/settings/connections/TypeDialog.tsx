import { Dialog, Kbd } from '@quarterdeck/ui';
import { ChoicePicker } from '../picker/ChoicePicker.tsx';
import { TYPE_CHOICES } from './connection-types.ts';

export interface TypeDialogProps {
  open: boolean;
  onClose(): void;
  onPick(type: string): void;
}

/** The choice of a type, which begins a new connection. */
export function TypeDialog({ open, onClose, onPick }: TypeDialogProps) {
  return (
    <Dialog
      open={open}
      onClose={onClose}
      title="Add connection"
      width={812}
      footer={
        <>
          <span className="qd-small qd-soft">Addresses and logins for checks, scrapers, playbooks and notifications</span>
          <span className="qk-keys qd-small" aria-hidden>
            <Kbd keys="↑" />
            <Kbd keys="↓" /> choose <Kbd keys="Enter" /> continue
          </span>
        </>
      }
    >
      <ChoicePicker choices={TYPE_CHOICES} noun="types" isDense onPick={onPick} />
    </Dialog>
  );
}
