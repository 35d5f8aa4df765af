import type { Invitation, User, UserInvite } from '@quarterdeck/client';
import { FormField, Select, Switch, TextField } from '@quarterdeck/ui';
import { useRef, useState } from 'react';
import { useUnsaved } from '../../../lib/unsaved.ts';
import { FormDialog } from '../form/FormDialog.tsx';
import {
  draftOf,
  EMPTY_USER,
  fullName,
  INVITED_OPTIONS,
  ROLE_OPTIONS,
  toInvite,
  type UserDraft,
  type UserField,
  userProblems,
} from './user-form.ts';
import { useInviteUser, useUpdateUser } from './user-queries.ts';

interface UserFieldsProps {
  draft: UserDraft;
  isNew: boolean;
  /** The own account stays active, or nobody could undo it. */
  isOwn: boolean;
  showsAll: boolean;
  onChange(draft: UserDraft): void;
}

function UserFields({ draft, isNew, isOwn, showsAll, onChange }: UserFieldsProps) {
  const [touched, setTouched] = useState<ReadonlySet<UserField>>(new Set());
  const problems = userProblems(draft);
  const touch = (field: UserField) => setTouched((known) => new Set(known).add(field));
  const problemOf = (field: UserField) => (showsAll || (touched.has(field) && draft[field] !== '') ? problems[field] : undefined);
  const text = (field: 'firstName' | 'lastName' | 'email') => ({
    value: draft[field],
    error: problemOf(field),
    // A word that appears while a button is pressed would move the button away from the pointer.
    onBlur: ({ relatedTarget }: React.FocusEvent) => {
      if (!(relatedTarget instanceof HTMLButtonElement)) touch(field);
    },
    onChange: (event: React.ChangeEvent<HTMLInputElement>) => onChange({ ...draft, [field]: event.target.value }),
  });
  return (
    <>
      <div className="qs-fields qs-two">
        <TextField label="First name" autoComplete="off" {...text('firstName')} />
        <TextField label="Last name" autoComplete="off" {...text('lastName')} />
      </div>
      <TextField label="Email" type="email" autoComplete="off" {...text('email')} />
      <FormField label="Role" error={problemOf('role')}>
        <Select
          value={draft.role}
          placeholder="Choose a role"
          options={isNew ? INVITED_OPTIONS : ROLE_OPTIONS}
          onChange={(role) => onChange({ ...draft, role })}
        />
      </FormField>
      {!isNew && (
        <Switch checked={draft.active} disabled={isOwn} onChange={(active) => onChange({ ...draft, active })}>
          {isOwn ? 'Active (this is you)' : 'Active: may sign in'}
        </Switch>
      )}
    </>
  );
}

interface FrameProps {
  title: string;
  submitLabel: string;
  start: UserDraft;
  isNew: boolean;
  isOwn?: boolean;
  isSaving: boolean;
  failure: Error | null;
  onSubmit(user: UserInvite, draft: UserDraft): void;
  onClose(): void;
}

function UserFormDialog({ title, submitLabel, start, isNew, isOwn = false, isSaving, failure, onSubmit, onClose }: FrameProps) {
  const [begun] = useState(start);
  const [draft, setDraft] = useState(begun);
  const [showsAll, setShowsAll] = useState(false);
  const form = useRef<HTMLFormElement>(null);
  useUnsaved(draft !== begun);
  const submit = () => {
    setShowsAll(true);
    const user = toInvite(draft);
    if (user !== undefined) onSubmit(user, draft);
    else requestAnimationFrame(() => form.current?.querySelector<HTMLElement>('[aria-invalid="true"]')?.focus());
  };
  return (
    <FormDialog
      title={title}
      submitLabel={submitLabel}
      isSaving={isSaving}
      failure={failure}
      form={form}
      onSubmit={submit}
      onClose={onClose}
    >
      <UserFields draft={draft} isNew={isNew} isOwn={isOwn} showsAll={showsAll} onChange={setDraft} />
    </FormDialog>
  );
}

/** Invites somebody. Source: spec 3 §2.12. */
export function InviteDialog({
  onInvited,
  onClose,
}: {
  onInvited(email: string, invitation: Invitation): void;
  onClose(): void;
}) {
  const invite = useInviteUser();
  return (
    <UserFormDialog
      title="Invite User"
      submitLabel="Invite"
      start={EMPTY_USER}
      isNew
      isSaving={invite.isPending}
      failure={invite.error}
      onClose={onClose}
      onSubmit={(user) => invite.mutate(user, { onSuccess: (invitation) => onInvited(user.email, invitation) })}
    />
  );
}

/** Changes the name, address, role or state of somebody. */
export function EditUserDialog({ user, isOwn, onClose }: { user: User; isOwn: boolean; onClose(): void }) {
  const update = useUpdateUser();
  return (
    <UserFormDialog
      title={`Edit ${fullName(user)}`}
      submitLabel="Update"
      start={draftOf(user)}
      isNew={false}
      isOwn={isOwn}
      isSaving={update.isPending}
      failure={update.error}
      onClose={onClose}
      onSubmit={(changed, { active }) => update.mutate({ ...changed, id: user.id, active }, { onSuccess: onClose })}
    />
  );
}
