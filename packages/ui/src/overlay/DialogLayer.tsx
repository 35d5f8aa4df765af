import { Dialog } from '@base-ui/react/dialog';
import { X } from 'lucide-react';
import { type CSSProperties, type ReactNode, type RefObject, useRef } from 'react';
import { IconButton } from '../button/IconButton.tsx';
import { classNames } from '../class-name.ts';

export interface DialogLayerProps {
  onClose(): void;
  title: string;
  /** Hide the head; the title stays as the accessible name. */
  bare?: boolean;
  description?: ReactNode;
  children?: ReactNode;
  footer?: ReactNode;
  width?: number;
  className?: string;
  placeClassName?: string;
  role?: 'dialog' | 'alertdialog';
  initialFocus?: RefObject<HTMLElement | null>;
  /** Keep it open on Escape and outside presses, for example while saving. */
  locked?: boolean;
}

/** The first control of the content; the close button is no place to start. */
function firstField(popup: HTMLElement | null): HTMLElement | null {
  return (
    popup?.querySelector<HTMLElement>(':is(.qd-dialog-body, .qd-palette-in) :is(input, textarea, button, a):not(:disabled)') ??
    null
  );
}

/** The open dialog: modal, focus stays inside and returns to where it was. */
export function DialogLayer(props: DialogLayerProps) {
  const { onClose, title, bare, description, children, footer, width, className, placeClassName, role, initialFocus, locked } =
    props;
  const popup = useRef<HTMLDivElement>(null);
  const style: CSSProperties & Record<'--w', string | undefined> = { '--w': width === undefined ? undefined : `${width}px` };
  return (
    <Dialog.Root
      open
      disablePointerDismissal={role === 'alertdialog' || locked}
      onOpenChange={(open) => !open && !locked && onClose()}
    >
      <Dialog.Portal>
        <Dialog.Backdrop className="qd-scrim" />
        <div className={classNames('qd-dialog-place', placeClassName)}>
          <Dialog.Popup
            className={classNames('qd-dialog', className)}
            style={width === undefined ? undefined : style}
            {...(role ? { role } : {})}
            ref={popup}
            initialFocus={initialFocus ?? (() => firstField(popup.current) ?? popup.current)}
            aria-label={bare ? title : undefined}
          >
            {!bare && (
              <div className="qd-dialog-head">
                <Dialog.Title>{title}</Dialog.Title>
                <IconButton icon={X} label="Close" tooltip={false} onClick={onClose} disabled={locked} />
              </div>
            )}
            {bare ? (
              children
            ) : (
              <div className="qd-dialog-body">
                {description !== undefined && <Dialog.Description render={<div />}>{description}</Dialog.Description>}
                {children}
              </div>
            )}
            {footer !== undefined && <div className="qd-dialog-foot">{footer}</div>}
          </Dialog.Popup>
        </div>
      </Dialog.Portal>
    </Dialog.Root>
  );
}
