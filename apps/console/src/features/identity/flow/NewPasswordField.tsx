import { classNames } from '@quarterdeck/ui';
import { Check, Circle } from 'lucide-react';
import { useState } from 'react';
import { PasswordField } from './PasswordField.tsx';
import { passwordRules } from './password-rules.ts';

export interface NewPasswordFieldProps {
  label: string;
  name: string;
  error?: string | undefined;
  /** Name and address of the person, which must not be in the password. */
  personal?: readonly string[];
}

/** A new password with its rules, ticked off while it is typed. */
export function NewPasswordField({ label, name, error, personal = [] }: NewPasswordFieldProps) {
  const [value, setValue] = useState('');
  return (
    <div className="id-new-password">
      <PasswordField label={label} name={name} autoComplete="new-password" error={error} onValue={setValue} />
      <ul className="id-rules" aria-label="A password needs">
        {passwordRules(value, personal).map(({ text, isMet }) => (
          <li key={text} className={classNames(isMet && 'is-met')}>
            {isMet ? <Check aria-hidden /> : <Circle aria-hidden />}
            <span>{text}</span>
            {isMet && <span className="qd-hidden"> (met)</span>}
          </li>
        ))}
      </ul>
    </div>
  );
}
