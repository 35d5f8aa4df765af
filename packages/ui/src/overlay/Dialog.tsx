import { type ReactNode, type RefObject, Suspense, useRef, useState } from 'react';
import { Button } from '../button/Button.tsx';
import { DialogLayer } from './lazy-layers.ts';

export interface DialogProps {
  open: boolean;
  onClose(): void;
  title: string;
  /** One sentence under the title, announced with it. */
  description?: ReactNode;
  children?: ReactNode;
  /** Buttons, primary last. A first `<span>` moves to the left edge. */
  footer?: ReactNode;
  /** Width in pixels. Default 480. */
  width?: number;
  initialFocus?: RefObject<HTMLElement | null>;
  /** Keep it open on Escape and outside presses, for example while saving. */
  locked?: boolean;
}

/** A modal dialog. */
export function Dialog({ open, ...rest }: DialogProps) {
  if (!open) return null;
  return (
    <Suspense fallback={null}>
      <DialogLayer {...rest} />
    </Suspense>
  );
}

export interface ConfirmDialogProps {
  open: boolean;
  onClose(): void;
  /** Names the act: `Delete hypothesis`. */
  title: string;
  /** Names what is lost. */
  children?: ReactNode;
  /** Verb on the confirming button. Default: the title. */
  confirmLabel?: string;
  /** The dialog closes when it resolves and shows the message when it rejects. */
  onConfirm(): void | Promise<void>;
  /** Real loss: solid red button. Default true. */
  danger?: boolean;
}

/** Asks before real loss. Soft deletes offer undo in a toast instead. */
export function ConfirmDialog({
  open,
  onClose,
  title,
  children,
  confirmLabel = title,
  onConfirm,
  danger = true,
}: ConfirmDialogProps) {
  const [busy, setBusy] = useState(false);
  const [failure, setFailure] = useState<string>();
  const cancel = useRef<HTMLButtonElement>(null);
  if (!open) return null;
  const close = () => {
    setFailure(undefined);
    onClose();
  };
  const confirm = async () => {
    setBusy(true);
    setFailure(undefined);
    try {
      await onConfirm();
      onClose();
    } catch (error) {
      setFailure(error instanceof Error ? error.message : String(error));
    } finally {
      setBusy(false);
    }
  };
  return (
    <Suspense fallback={null}>
      <DialogLayer
        role="alertdialog"
        onClose={close}
        title={title}
        description={children}
        locked={busy}
        initialFocus={cancel}
        width={420}
        footer={
          <>
            <Button ref={cancel} variant="ghost" onClick={close} disabled={busy}>
              Cancel
            </Button>
            <Button variant={danger ? 'danger-solid' : 'primary'} loading={busy} onClick={confirm}>
              {confirmLabel}
            </Button>
          </>
        }
      >
        {failure && (
          <p className="qd-error" role="alert" style={{ marginTop: 8 }}>
            {failure}
          </p>
        )}
      </DialogLayer>
    </Suspense>
  );
}
