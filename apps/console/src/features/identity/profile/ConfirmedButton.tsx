import { Button, ConfirmDialog, type IconProp } from '@quarterdeck/ui';
import { type ReactNode, useState } from 'react';

export interface ConfirmedButtonProps {
  label: string;
  /** Accessible name, when several buttons read the same. */
  name?: string;
  icon?: IconProp;
  /** One of many in a list: without a border. */
  isQuiet?: boolean;
  isBusy: boolean;
  /** Names the act. */
  title: string;
  /** Names what is lost. */
  children: ReactNode;
  onConfirm(): void;
}

/** A button for what cannot be taken back: it asks first. */
export function ConfirmedButton({
  label,
  name,
  icon,
  isQuiet = false,
  isBusy,
  title,
  children,
  onConfirm,
}: ConfirmedButtonProps) {
  const [isOpen, setOpen] = useState(false);
  return (
    <>
      <Button variant={isQuiet ? 'ghost' : 'danger'} icon={icon} loading={isBusy} aria-label={name} onClick={() => setOpen(true)}>
        {label}
      </Button>
      <ConfirmDialog open={isOpen} onClose={() => setOpen(false)} title={title} onConfirm={onConfirm}>
        {children}
      </ConfirmDialog>
    </>
  );
}
