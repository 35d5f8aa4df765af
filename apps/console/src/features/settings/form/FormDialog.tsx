import { Button, Dialog } from '@quarterdeck/ui';
import type { ReactNode, RefObject } from 'react';
import { FailureNote } from '../../../lib/FailureNote.tsx';

export interface FormDialogProps {
  title: string;
  description?: string;
  submitLabel: string;
  isSaving: boolean;
  /** Why it could not be saved. */
  failure: Error | null;
  form?: RefObject<HTMLFormElement | null>;
  onSubmit(): void;
  onClose(): void;
  children: ReactNode;
}

/** A short form in a dialog, sent by its button or by Enter. While it is saved it cannot be closed or sent again. */
export function FormDialog(props: FormDialogProps) {
  const { title, description, submitLabel, isSaving, failure, form, onSubmit, onClose, children } = props;
  const submitOnce = () => {
    if (!isSaving) onSubmit();
  };
  return (
    <Dialog
      open
      onClose={onClose}
      title={title}
      {...(description === undefined ? {} : { description })}
      locked={isSaving}
      footer={
        <>
          <Button variant="ghost" disabled={isSaving} onClick={onClose}>
            Cancel
          </Button>
          <Button variant="primary" loading={isSaving} onClick={submitOnce}>
            {submitLabel}
          </Button>
        </>
      }
    >
      <form
        ref={form}
        className="qs-fields"
        noValidate
        aria-label={title}
        onSubmit={(event) => {
          event.preventDefault();
          submitOnce();
        }}
      >
        {children}
        {failure !== null && <FailureNote error={failure} />}
        <button type="submit" hidden tabIndex={-1} aria-hidden />
      </form>
    </Dialog>
  );
}
