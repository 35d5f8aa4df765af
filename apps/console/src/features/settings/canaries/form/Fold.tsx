import { type ReactNode, useState } from 'react';

export interface FoldProps {
  title: ReactNode;
  className: string;
  /** How it begins; afterwards only the person folds it, so that clearing a field does not take the form away. */
  startsOpen: boolean;
  children: ReactNode;
}

/** A part of the form that folds. */
export function Fold({ title, className, startsOpen, children }: FoldProps) {
  const [isOpen, setOpen] = useState(startsOpen);
  return (
    <details className={className} open={isOpen} onToggle={(event) => setOpen(event.currentTarget.open)}>
      <summary>{title}</summary>
      {children}
    </details>
  );
}
