import { FormField, IconButton, Input } from '@quarterdeck/ui';
import { Eye, EyeOff } from 'lucide-react';
import { type KeyboardEvent, type ReactNode, type Ref, useState } from 'react';

export interface PasswordFieldProps {
  label: string;
  name: string;
  autoComplete: string;
  /** Right end of the label line; it is no part of the label. */
  note?: ReactNode;
  help?: ReactNode;
  error?: string | undefined;
  onValue?(value: string): void;
  ref?: Ref<HTMLInputElement>;
}

/** A password that can be shown, and that says when Caps Lock is on. */
export function PasswordField({ label, name, autoComplete, note, help, error, onValue, ref }: PasswordFieldProps) {
  const [isShown, setShown] = useState(false);
  const [isCapsOn, setCapsOn] = useState(false);
  const readCaps = (event: KeyboardEvent) => setCapsOn(event.getModifierState('CapsLock'));
  const hint = isCapsOn ? <span className="id-caps">Caps Lock is on.</span> : help;
  return (
    <div className="id-field">
      <FormField label={label} error={error} help={hint}>
        <span className="id-password">
          <Input
            ref={ref}
            size="l"
            name={name}
            type={isShown ? 'text' : 'password'}
            autoComplete={autoComplete}
            autoCapitalize="none"
            spellCheck={false}
            onKeyDown={readCaps}
            onKeyUp={readCaps}
            onBlur={() => setCapsOn(false)}
            onChange={(event) => onValue?.(event.target.value)}
          />
          <IconButton
            icon={isShown ? EyeOff : Eye}
            label={isShown ? 'Hide password' : 'Show password'}
            pressed={isShown}
            tooltip={false}
            onClick={() => setShown(!isShown)}
          />
        </span>
      </FormField>
      {note !== undefined && <span className="id-field-note">{note}</span>}
    </div>
  );
}
