import { createContext, useContext } from 'react';

/** What a FormField tells the control inside it. */
export interface FieldContextValue {
  id: string;
  describedBy: string | undefined;
  labelId: string;
  invalid: boolean;
  required: boolean;
}

export const FieldContext = createContext<FieldContextValue | undefined>(undefined);

export interface ControlAttributes {
  id?: string;
  'aria-describedby'?: string;
  'aria-invalid'?: true;
  'aria-required'?: true;
}

/** Attributes that tie a control to its FormField; empty outside one. */
export function useControlAttributes(): ControlAttributes {
  const field = useContext(FieldContext);
  if (!field) return {};
  return {
    id: field.id,
    'aria-describedby': field.describedBy,
    'aria-invalid': field.invalid || undefined,
    'aria-required': field.required || undefined,
  };
}
