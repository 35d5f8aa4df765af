import { Text } from '@codemirror/state';
import { describe, expect, it } from 'vitest';
import { type EditorDiagnostic, toEditorDiagnostics } from './diagnostics.ts';

const document = Text.of(['spec:', '  interval: x', '']);
const marked = (place: Partial<EditorDiagnostic> & { line: number }) =>
  toEditorDiagnostics(document, [{ severity: 'error', message: 'wrong', ...place }]).map(({ from, to }) =>
    document.sliceString(from, to),
  );

describe('problems in the editor', () => {
  it('cover the given stretch', () => {
    expect(marked({ line: 2, column: 13, endLine: 2, endColumn: 14 })).toEqual(['x']);
  });

  it('cover the line without its indent when only the line is known', () => {
    expect(marked({ line: 2 })).toEqual(['interval: x']);
  });

  it('outside the text move to its nearest place', () => {
    expect(marked({ line: 99, column: 7 })).toEqual(['']);
    expect(marked({ line: 0, column: 2, endLine: 9, endColumn: 9 })).toEqual(['pec:\n  interval: x\n']);
  });
});
