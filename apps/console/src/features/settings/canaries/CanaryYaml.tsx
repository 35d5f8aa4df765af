import { canaryJsonSchema, canarySpecJsonSchema } from '@quarterdeck/integrations/spec';
import { type CompletionProvider, YamlEditor } from '@quarterdeck/ui/editor';
import { useMemo } from 'react';
import { type CanaryDocument, valueAt } from './canary-document.ts';
import { suggestKeys, suggestValues } from './schema-completion.ts';
import type { CanaryEditor } from './use-canary-editor.ts';

export interface CanaryYamlProps {
  editor: CanaryEditor;
  isReadOnly: boolean;
  /** Line that is brought into view, from 1. */
  line: number | undefined;
  onSave(): void;
}

const RESOURCE_SCHEMA = canaryJsonSchema();
const SPEC_SCHEMA = canarySpecJsonSchema();

/** Suggestions from the check kinds, for the resource or for a plain spec. */
function completionOf(document: CanaryDocument): CompletionProvider {
  const schema = document.specPath.length === 0 ? SPEC_SCHEMA : RESOURCE_SCHEMA;
  return ({ path, kind }) => {
    if (kind === 'value') return suggestValues(schema, path);
    const present = valueAt(document, path);
    return suggestKeys(schema, path, typeof present === 'object' && present !== null ? Object.keys(present) : []);
  };
}

/** The definition as YAML with completion from the check kinds and the problems at their lines. */
export default function CanaryYaml({ editor, isReadOnly, line, onSave }: CanaryYamlProps) {
  const { issues, document } = editor;
  const diagnostics = useMemo(
    () =>
      issues.map(({ line: at = 1, column, endLine, endColumn, severity, message }) => ({
        line: at,
        column,
        endLine,
        endColumn,
        severity,
        message,
      })),
    [issues],
  );
  const complete = useMemo(() => completionOf(document), [document]);
  const goTo = useMemo(() => (line === undefined ? undefined : { line }), [line]);
  return (
    <YamlEditor
      bare
      height="100%"
      label="Definition as YAML"
      value={editor.text}
      onChange={editor.setText}
      complete={complete}
      diagnostics={diagnostics}
      readOnly={isReadOnly}
      goTo={goTo}
      onSave={onSave}
    />
  );
}
