export type { CompletionProvider, EditorCompletion } from './completion.ts';
export { DiffView, type DiffViewProps } from './DiffView.tsx';
export type { EditorDiagnostic } from './diagnostics.ts';
export { diffLines } from './diff.ts';
export { YamlEditor, type YamlEditorProps } from './YamlEditor.tsx';
export { type YamlPosition, yamlPositionAt } from './yaml-path.ts';
