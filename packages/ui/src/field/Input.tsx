import type { InputHTMLAttributes, Ref, TextareaHTMLAttributes } from 'react';
import { classNames } from '../class-name.ts';
import { useControlAttributes } from './field-context.ts';

export interface InputProps extends Omit<InputHTMLAttributes<HTMLInputElement>, 'size'> {
  /** 30 or 36 px high. */
  size?: 'm' | 'l';
  /** Identifiers, code, expressions. */
  mono?: boolean;
  ref?: Ref<HTMLInputElement>;
}

/** A text field. Inside a FormField it is tied to its label, help and error. */
export function Input({ size, mono, className, ...rest }: InputProps) {
  const control = useControlAttributes();
  return (
    <input
      {...control}
      {...rest}
      className={classNames('qd-input', size === 'l' && 'qd-input-l', mono && 'qd-input-mono', className)}
    />
  );
}

export interface TextareaProps extends TextareaHTMLAttributes<HTMLTextAreaElement> {
  mono?: boolean;
  ref?: Ref<HTMLTextAreaElement>;
}

/** A text field of several lines. */
export function Textarea({ mono, className, ...rest }: TextareaProps) {
  const control = useControlAttributes();
  return <textarea {...control} {...rest} className={classNames('qd-input', mono && 'qd-input-mono', className)} />;
}
