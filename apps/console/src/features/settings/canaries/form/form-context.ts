import { createContext, useContext } from 'react';
import type { Path } from '../canary-document.ts';

/** What every control of the form can do with the text behind it. */
export interface CanaryFormState {
  readonly isReadOnly: boolean;
  setAt(path: Path, value: unknown): void;
  touch(path: Path): void;
  problemAt(path: Path): string | undefined;
}

export const CanaryFormContext = createContext<CanaryFormState | undefined>(undefined);

export function useCanaryForm(): CanaryFormState {
  const form = useContext(CanaryFormContext);
  if (form === undefined) throw new Error('A form control needs a CanaryFormContext around it');
  return form;
}
