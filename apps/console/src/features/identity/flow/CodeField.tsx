import { FormField, Input } from '@quarterdeck/ui';
import type { ReactNode } from 'react';

export interface CodeFieldProps {
  label: string;
  name: string;
  error?: string | undefined;
  help?: ReactNode;
  /** Most digits of the code. */
  digits: number;
  /** Sends the form once all digits are there. */
  sendsItself?: boolean;
}

/** A code of digits: filled in by the device where it can, and sent when it is complete. */
export function CodeField({ label, name, error, help, digits, sendsItself = false }: CodeFieldProps) {
  return (
    <FormField label={label} error={error} help={help}>
      <Input
        size="l"
        mono
        className="id-code"
        name={name}
        type="text"
        inputMode="numeric"
        autoComplete="one-time-code"
        maxLength={digits + 2}
        spellCheck={false}
        onChange={(event) => {
          const field = event.target;
          const clean = field.value.replace(/\D/g, '').slice(0, digits);
          if (clean !== field.value) field.value = clean;
          if (sendsItself && clean.length === digits) field.form?.requestSubmit();
        }}
      />
    </FormField>
  );
}
