import { FormField, type FormFieldProps } from './FormField.tsx';
import { Input, type InputProps } from './Input.tsx';

export interface TextFieldProps extends Omit<FormFieldProps, 'children'>, Omit<InputProps, 'required'> {}

/** FormField with an Input: the common case in one tag. */
export function TextField({ label, help, error, required, note, ...input }: TextFieldProps) {
  return (
    <FormField label={label} help={help} error={error} required={required} note={note}>
      <Input {...input} />
    </FormField>
  );
}
