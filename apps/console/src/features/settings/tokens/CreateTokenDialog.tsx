import type { CreatedToken } from '@quarterdeck/contract/identity';
import { Button, Callout, Code, Dialog, FormField, Select, TextField } from '@quarterdeck/ui';
import { KeyRound } from 'lucide-react';
import { useState } from 'react';
import { useUnsaved } from '../../../lib/unsaved.ts';
import { CopyLine } from '../form/CopyLine.tsx';
import { FormDialog } from '../form/FormDialog.tsx';
import { DEFAULT_LIFETIME, lifetimeOptions, nameProblem, toCreateToken } from './token-form.ts';
import { useCreateToken } from './token-queries.ts';

/** Makes an access token and shows its text, once. */
export function CreateTokenDialog({ isAdministrator, onClose }: { isAdministrator: boolean; onClose(): void }) {
  const create = useCreateToken();
  if (create.data !== undefined) return <CreatedTokenDialog token={create.data} onClose={onClose} />;
  return (
    <TokenForm
      isAdministrator={isAdministrator}
      isSaving={create.isPending}
      failure={create.error}
      onSubmit={(name, lifetime) => create.mutate(toCreateToken(name, lifetime))}
      onClose={onClose}
    />
  );
}

interface TokenFormProps {
  isAdministrator: boolean;
  isSaving: boolean;
  failure: Error | null;
  onSubmit(name: string, lifetime: string): void;
  onClose(): void;
}

function TokenForm({ isAdministrator, isSaving, failure, onSubmit, onClose }: TokenFormProps) {
  const [name, setName] = useState('');
  const [lifetime, setLifetime] = useState(DEFAULT_LIFETIME);
  const [showsProblem, setShowsProblem] = useState(false);
  const problem = nameProblem(name);
  useUnsaved(name !== '');
  const submit = () => {
    setShowsProblem(true);
    if (problem === undefined) onSubmit(name, lifetime);
  };
  return (
    <FormDialog
      title="Create access token"
      description="It may do what you may do, as long as you may."
      submitLabel="Create token"
      isSaving={isSaving}
      failure={failure}
      onSubmit={submit}
      onClose={onClose}
    >
      <TextField
        label="Name"
        autoComplete="off"
        placeholder="deploy pipeline"
        value={name}
        error={showsProblem ? problem : undefined}
        onChange={(event) => setName(event.target.value)}
      />
      <FormField label="Expires after">
        <Select value={lifetime} options={lifetimeOptions(isAdministrator)} onChange={setLifetime} />
      </FormField>
    </FormDialog>
  );
}

function exampleCall(): string {
  return `curl -H "Authorization: Bearer $TOKEN" \\\n  ${location.origin}/api/canary/api/summary`;
}

function CreatedTokenDialog({ token: { name, token }, onClose }: { token: CreatedToken; onClose(): void }) {
  // The text is nowhere else.
  useUnsaved(true);
  return (
    <Dialog
      open
      onClose={onClose}
      title={`Token ${name}`}
      width={600}
      footer={
        <Button variant="primary" onClick={onClose}>
          Done
        </Button>
      }
    >
      <div className="qs-fields">
        <Callout tone="warning" icon={KeyRound}>
          <b>Copy the token now.</b> It is shown only once.
        </Callout>
        <CopyLine label="Token" value={token} />
        <div className="qd-field">
          <span className="qd-label">A call with it</span>
          <Code text={exampleCall()} language="text" label="A call with the token" numbers={false} wrap />
        </div>
      </div>
    </Dialog>
  );
}
