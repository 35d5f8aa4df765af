import { createContext, useContext } from 'react';

/** Place of a value: map keys and list positions from the root. */
export type Path = readonly (string | number)[];

/** What every control of a form can do with the values behind it. */
export interface SettingsForm {
  readonly isReadOnly: boolean;
  /** Undefined removes the value. */
  setAt(path: Path, value: unknown): void;
  touch(path: Path): void;
  problemAt(path: Path): string | undefined;
}

export const SettingsFormContext = createContext<SettingsForm | undefined>(undefined);

export function useSettingsForm(): SettingsForm {
  const form = useContext(SettingsFormContext);
  if (form === undefined) throw new Error('A form control needs a SettingsFormContext around it');
  return form;
}
