import { CircleX } from 'lucide-react';
import { type ReactNode, useId, useMemo } from 'react';
import { FieldContext } from './field-context.ts';

export interface FormFieldProps {
  label: ReactNode;
  /** One control of this package; it takes id, description and error state from here. */
  children: ReactNode;
  help?: ReactNode;
  /** Shown instead of the help. */
  error?: ReactNode;
  /** Required is the norm and stays unmarked; other fields say `optional`. Leave out to say neither. */
  required?: boolean;
  /** Text at the right end of the label line. */
  note?: ReactNode;
}

/** A further control inside a FormField: it brings its own name and takes nothing from the field. */
export function OwnName({ children }: { children: ReactNode }) {
  return <FieldContext value={undefined}>{children}</FieldContext>;
}

/** Label, control, help and error of one field. */
export function FormField({ label, children, help, error, required, note }: FormFieldProps) {
  const id = useId();
  const invalid = Boolean(error);
  const describedBy = error || help ? `${id}-note` : undefined;
  const context = useMemo(
    () => ({ id, describedBy, labelId: `${id}-label`, invalid, required: required === true }),
    [id, describedBy, invalid, required],
  );
  return (
    <FieldContext value={context}>
      <div className="qd-field">
        <label className="qd-label" id={`${id}-label`} htmlFor={id}>
          <span>{label}</span>
          {(note !== undefined || required === false) && <span className="qd-label-note">{note ?? 'optional'}</span>}
        </label>
        {children}
        {error ? (
          <span className="qd-error" id={describedBy} role="alert">
            <CircleX aria-hidden />
            <span>{error}</span>
          </span>
        ) : (
          help && (
            <span className="qd-hint" id={describedBy}>
              {help}
            </span>
          )
        )}
      </div>
    </FieldContext>
  );
}
