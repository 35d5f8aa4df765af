import type { Diagnostic } from '@codemirror/lint';
import type { Text } from '@codemirror/state';

/** A problem in the text. Lines and columns count from 1. */
export interface EditorDiagnostic {
  line: number;
  column?: number;
  endLine?: number;
  endColumn?: number;
  severity: 'error' | 'warning' | 'info';
  message: string;
}

/** Places problems in the document. What lies outside is moved to the nearest place; a problem without end covers the rest of its line. */
export function toEditorDiagnostics(document: Text, diagnostics: readonly EditorDiagnostic[]): Diagnostic[] {
  return diagnostics.map(({ line, column, endLine, endColumn, severity, message }) => {
    const start = document.line(Math.min(Math.max(1, line), document.lines));
    const indent = start.text.length - start.text.trimStart().length;
    const from = Math.min(start.to, start.from + (column === undefined ? indent : Math.max(0, column - 1)));
    const end = document.line(Math.min(Math.max(start.number, endLine ?? line), document.lines));
    const to = endColumn === undefined ? end.to : Math.min(end.to, end.from + Math.max(0, endColumn - 1));
    return { from, to: Math.max(from, to), severity, message };
  });
}
