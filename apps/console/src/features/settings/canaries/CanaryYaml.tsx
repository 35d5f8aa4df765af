import { canaryJsonSchema } from '@quarterdeck/integrations/spec';
import { YamlEditor } from '@quarterdeck/ui/editor';
import { useMemo } from 'react';
import type { CanaryEditor } from './use-canary-editor.ts';

export interface CanaryYamlProps {
  editor: CanaryEditor;
  isReadOnly: boolean;
  /** Line that is brought into view, from 1. */
  line: number | undefined;
  onSave(): void;
}

const SCHEMA = canaryJsonSchema();

/** The definition as YAML with completion from the check kinds and the problems at their lines. */
export default function CanaryYaml({ editor, isReadOnly, line, onSave }: CanaryYamlProps) {
  const diagnostics = useMemo(
    () =>
      editor.issues.map((issue) => ({
        line: issue.line ?? 1,
        column: issue.column,
        endLine: issue.endLine,
        endColumn: issue.endColumn,
        severity: issue.severity,
        message: issue.message,
      })),
    [editor.issues],
  );
  return (
    <YamlEditor
      label="Definition as YAML"
      value={editor.text}
      onChange={editor.setText}
      schema={SCHEMA}
      diagnostics={diagnostics}
      readOnly={isReadOnly}
      revealLine={line}
      onSave={onSave}
    />
  );
}
