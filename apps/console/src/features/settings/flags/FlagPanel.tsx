import type { PropertyDetail } from '@quarterdeck/client';
import { Button, Callout, SidePanel, TextField } from '@quarterdeck/ui';
import { Lock, Save, Trash2 } from 'lucide-react';
import { useState } from 'react';
import { useUnsaved } from '../../../lib/unsaved.ts';
import { FLAG_TEXTS, flagProblem, readOnlyReason } from './flag-form.ts';
import { useRemoveFlag, useSaveFlag } from './flag-queries.ts';

export interface FlagPanelProps {
  /** The flag to change; undefined for a new one. */
  saved: PropertyDetail | undefined;
  /** Names that are taken. */
  names: readonly string[];
  /** Why flags cannot be changed by whoever looks. */
  denial: string | undefined;
  onClose(): void;
}

/** The form of one feature flag. */
export function FlagPanel({ saved, names, denial, onClose }: FlagPanelProps) {
  const [name, setName] = useState(saved?.name ?? '');
  const [value, setValue] = useState(saved?.value ?? '');
  const [showsProblem, setShowsProblem] = useState(false);
  useUnsaved(name !== (saved?.name ?? '') || value !== (saved?.value ?? ''));
  const save = useSaveFlag(saved, onClose);
  const remove = useRemoveFlag(onClose);
  const isLocal = saved !== undefined && readOnlyReason(saved) !== undefined;
  const isReadOnly = isLocal || denial !== undefined;
  const isTaken = saved === undefined && names.includes(name.trim());
  const problem = flagProblem({ name, value });
  const submit = () => {
    if (save.isPending) return;
    setShowsProblem(true);
    if (problem === undefined && !isTaken) save.mutate({ name: name.trim(), value: value.trim() });
  };
  const emptyError = (text: string) => (showsProblem && text.trim() === '' ? problem : undefined);
  return (
    <SidePanel
      open
      onClose={onClose}
      title={saved?.name ?? 'New feature flag'}
      subtitle={
        saved === undefined ? 'Hides a feature or tunes the server' : `From the ${isLocal ? 'files of the server' : 'database'}`
      }
      label="Feature flag"
      width={440}
      takeFocus
      footer={
        isReadOnly ? undefined : (
          <>
            {saved !== undefined && (
              <Button variant="danger" icon={Trash2} loading={remove.isPending} onClick={() => remove.mutate(saved)}>
                Delete
              </Button>
            )}
            <Button variant="primary" icon={Save} loading={save.isPending} onClick={submit}>
              {saved === undefined ? 'Save' : 'Update'}
            </Button>
          </>
        )
      }
    >
      {isReadOnly && (
        <div className="qf-notice">
          <Callout
            icon={Lock}
            note={isLocal ? 'It comes from a file of the server, and wins over a flag of the same name set here.' : undefined}
          >
            {isLocal ? FLAG_TEXTS.isLocal : denial}
          </Callout>
        </div>
      )}
      <form
        className="qf-form"
        aria-label="Feature flag"
        noValidate
        onSubmit={(event) => {
          event.preventDefault();
          if (!isReadOnly) submit();
        }}
      >
        <TextField
          label="Name"
          mono
          autoComplete="off"
          spellCheck={false}
          placeholder="logs.disable"
          value={name}
          readOnly={saved !== undefined}
          help={saved === undefined ? <NameHelp /> : undefined}
          error={isTaken ? FLAG_TEXTS.isTaken : emptyError(name)}
          onChange={(event) => setName(event.target.value)}
        />
        <TextField
          label="Value"
          mono
          autoComplete="off"
          spellCheck={false}
          value={value}
          readOnly={isReadOnly}
          error={emptyError(value)}
          onChange={(event) => setValue(event.target.value)}
        />
        {saved?.description ? <p className="qd-soft">{saved.description}</p> : null}
        <button type="submit" hidden tabIndex={-1} aria-hidden />
      </form>
    </SidePanel>
  );
}

function NameHelp() {
  return (
    <>
      <code>feature.disable</code> with the value <code>true</code> hides a feature, such as <code>logs</code>,{' '}
      <code>incidents</code> or <code>settings.users</code>. Other names are tunables of the server.
    </>
  );
}
