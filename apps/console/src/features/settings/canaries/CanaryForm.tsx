import { SEVERITIES } from '@quarterdeck/contract/health';
import type { CheckKind } from '@quarterdeck/integrations/spec';
import { Button, Callout, Code, EmptyState, FormField, Input, Section, Select, Switch } from '@quarterdeck/ui';
import { Plus } from 'lucide-react';
import { useMemo, useState } from 'react';
import { type Path, type SettingsForm, SettingsFormContext } from '../form/form-context.ts';
import { lookUp } from '../form/look-up.ts';
import { CheckSection } from './CheckSection.tsx';
import { addCheck, checkEntries, moveCheck, removeCheck, unknownLists } from './canary-checks.ts';
import { MapField } from './form/CollectionField.tsx';
import { KindDialog } from './KindDialog.tsx';
import { ScheduleField } from './ScheduleField.tsx';
import type { CanaryEditor } from './use-canary-editor.ts';

export interface CanaryFormProps {
  editor: CanaryEditor;
  isReadOnly: boolean;
  /** Name and namespace of a saved canary stay as they are. */
  isSaved: boolean;
  onShowYaml(): void;
}

function TextLine({ label, path, value, form, note, help, isFixed = false }: TextLineProps) {
  return (
    <FormField label={label} error={form.problemAt(path)} note={note} help={help}>
      <Input
        value={value}
        disabled={form.isReadOnly || isFixed}
        spellCheck={false}
        autoComplete="off"
        onChange={(event) => form.setAt(path, event.target.value === '' ? undefined : event.target.value)}
        onBlur={() => form.touch(path)}
      />
    </FormField>
  );
}

interface TextLineProps {
  label: string;
  path: Path;
  value: string;
  form: SettingsForm;
  note?: string | undefined;
  help?: string | undefined;
  isFixed?: boolean;
}

function severityOptions(current: string): { value: string; label: string }[] {
  const known: readonly string[] = SEVERITIES;
  const values = current === '' || known.includes(current) ? known : [...known, current];
  return [{ value: '', label: 'Not set' }, ...values.map((value) => ({ value, label: value }))];
}

function Definition({ editor, form, isSaved }: { editor: CanaryEditor; form: SettingsForm; isSaved: boolean }) {
  const { document } = editor;
  const at = (key: string): Path => [...document.specPath, key];
  const text = (key: string) => String(lookUp(document.spec, key) ?? '');
  return (
    <>
      <div className="qs-fields qs-two">
        <TextLine
          label="Name"
          path={['metadata', 'name']}
          value={document.name}
          form={form}
          note={isSaved ? undefined : 'required'}
          isFixed={isSaved}
        />
        <TextLine label="Namespace" path={['metadata', 'namespace']} value={document.namespace} form={form} isFixed={isSaved} />
      </div>
      <div className="qs-fields">
        <ScheduleField path={at('schedule')} value={lookUp(document.spec, 'schedule')} />
        <MapField
          field={{ key: 'labels', label: 'Labels', control: 'map', help: 'Every check of the canary carries them.' }}
          path={['metadata', 'labels']}
          value={Object.keys(document.labels).length === 0 ? undefined : document.labels}
        />
      </div>
      <div className="qs-fields qs-two">
        <FormField label="Severity" error={form.problemAt(at('severity'))}>
          <Select
            value={text('severity')}
            options={severityOptions(text('severity'))}
            disabled={form.isReadOnly}
            onChange={(severity) => form.setAt(at('severity'), severity === '' ? undefined : severity)}
          />
        </FormField>
        <TextLine label="Owner" path={at('owner')} value={text('owner')} form={form} />
      </div>
      <div className="qd-field qs-switch">
        <Switch
          inline
          checked={lookUp(document.spec, 'replicas') === 0}
          disabled={form.isReadOnly}
          onChange={(isSuspended) => form.setAt(at('replicas'), isSuspended ? 0 : undefined)}
        >
          Suspended
        </Switch>
        <span className="qd-hint">A suspended canary keeps its checks and history but does not run.</span>
      </div>
    </>
  );
}

/** Checks of a longer list begin folded, so that the list can be seen as one. */
const MOST_OPEN = 3;

/** The definition as a form. Both this form and the YAML editor change the same text. */
export function CanaryForm({ editor, isReadOnly, isSaved, onShowYaml }: CanaryFormProps) {
  const { document, setAt, touch, problemAt, setText, issues } = editor;
  const form = useMemo<SettingsForm>(() => ({ isReadOnly, setAt, touch, problemAt }), [isReadOnly, setAt, touch, problemAt]);
  const [added, setAdded] = useState<string>();
  const [problem] = document.problems;
  if (problem !== undefined) {
    return (
      <div className="qs-form">
        <Callout
          tone="warning"
          note={problem.message}
          actions={
            <Button size="s" onClick={onShowYaml}>
              Open YAML
            </Button>
          }
        >
          <b>The YAML cannot be read</b> at line {problem.line}, column {problem.column}
        </Callout>
      </div>
    );
  }
  const entries = checkEntries(document);
  const others = unknownLists(document);
  const add = (kind: CheckKind) => {
    setAdded(`${kind.key}.${entries.filter((entry) => entry.kind.key === kind.key).length}`);
    setText(addCheck(document, kind));
  };
  return (
    <SettingsFormContext value={form}>
      <div className="qs-split">
        <div className="qs-form-side">
          <div className="qs-form">
            <Definition editor={editor} form={form} isSaved={isSaved} />
          </div>
          <div className="qc-checks">
            <div className="qc-checks-head">
              <h2>Checks</h2>
              {!isReadOnly && (
                <KindDialog
                  onPick={add}
                  trigger={
                    <Button size="s" icon={Plus}>
                      Add check
                    </Button>
                  }
                />
              )}
            </div>
            {entries.length === 0 && (
              <EmptyState title="No checks yet">A canary runs one or more checks on its schedule.</EmptyState>
            )}
            {entries.map((entry) => (
              <CheckSection
                key={`${entry.kind.key}.${entry.index}`}
                entry={entry}
                issues={issues}
                isReadOnly={isReadOnly}
                startsOpen={entries.length <= MOST_OPEN || added === `${entry.kind.key}.${entry.index}`}
                isAdded={added === `${entry.kind.key}.${entry.index}`}
                onMove={(by) => setText(moveCheck(document, entry, by))}
                onRemove={() => setText(removeCheck(document, entry))}
              />
            ))}
            {others.length > 0 && (
              <Section title="Other lists" defaultOpen={false} aside={others.length}>
                <p className="qd-hint">
                  {others.join(', ')}: there is no form for these. They stay as they are; edit them as YAML.
                </p>
              </Section>
            )}
          </div>
        </div>
        <aside className="qs-preview" aria-label="The same as YAML">
          <Code text={editor.text} label="The same as YAML" />
        </aside>
      </div>
    </SettingsFormContext>
  );
}
