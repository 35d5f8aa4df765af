import './editor.css';
import { autocompletion, closeBrackets, closeBracketsKeymap, completionKeymap } from '@codemirror/autocomplete';
import { defaultKeymap, history, historyKeymap, indentWithTab } from '@codemirror/commands';
import { yaml } from '@codemirror/lang-yaml';
import { bracketMatching, foldGutter, foldKeymap, indentOnInput, indentUnit } from '@codemirror/language';
import { lintGutter, lintKeymap, setDiagnostics } from '@codemirror/lint';
import { highlightSelectionMatches, search, searchKeymap } from '@codemirror/search';
import { Compartment, EditorState, type Extension } from '@codemirror/state';
import {
  drawSelection,
  EditorView,
  highlightActiveLine,
  highlightActiveLineGutter,
  keymap,
  lineNumbers,
  placeholder as placeholderText,
} from '@codemirror/view';
import { useEffect, useRef } from 'react';
import { classNames } from '../class-name.ts';
import { useLatest } from '../use-latest.ts';
import { type CompletionProvider, completionSource } from './completion.ts';
import { type EditorDiagnostic, toEditorDiagnostics } from './diagnostics.ts';
import { editorTheme } from './editor-theme.ts';

export interface YamlEditorProps {
  value: string;
  onChange?: (value: string) => void;
  /** Accessible name. */
  label: string;
  diagnostics?: readonly EditorDiagnostic[];
  /** Suggestions for the place of the cursor. */
  complete?: CompletionProvider;
  readOnly?: boolean;
  placeholder?: string;
  /** Pixels, or any CSS height; `100%` fills the parent. Default 320. */
  height?: number | string;
  /** No border: as the content of a pane. */
  bare?: boolean;
  /** Ctrl/⌘ S. */
  onSave?: () => void;
  /** Scrolls to this line, from 1, and puts the cursor there whenever the object changes. */
  goTo?: { line: number; column?: number };
  autoFocus?: boolean;
}

const basics: Extension = [
  lineNumbers(),
  foldGutter({ openText: '⌄', closedText: '›' }),
  history(),
  drawSelection(),
  indentOnInput(),
  bracketMatching(),
  closeBrackets(),
  highlightActiveLine(),
  highlightActiveLineGutter(),
  highlightSelectionMatches(),
  search({ top: true }),
  lintGutter(),
  indentUnit.of('  '),
  EditorState.tabSize.of(2),
  yaml(),
  editorTheme,
  keymap.of([...closeBracketsKeymap, ...searchKeymap, ...historyKeymap, ...foldKeymap, ...completionKeymap, ...lintKeymap]),
];

/**
 * The code editor for YAML: search (Ctrl/⌘ F), folding, inline problems, completion (Ctrl Space). Tab indents; Escape and then Tab
 * leaves the editor.
 */
export function YamlEditor(props: YamlEditorProps) {
  const { value, label, diagnostics, readOnly = false, placeholder = '', height = 320, bare, goTo, autoFocus } = props;
  const host = useRef<HTMLDivElement>(null);
  const view = useRef<EditorView>(undefined);
  const variable = useRef(new Compartment());
  const latest = useLatest(props);

  // biome-ignore lint/correctness/useExhaustiveDependencies: the view is made once; later values arrive through the effects below
  useEffect(() => {
    if (!host.current) return;
    const editor = new EditorView({
      parent: host.current,
      state: EditorState.create({
        doc: value,
        extensions: [
          basics,
          autocompletion({
            icons: false,
            override: [(context) => completionSource((position) => latest.current.complete?.(position) ?? [])(context)],
          }),
          keymap.of([
            {
              key: 'Mod-s',
              preventDefault: true,
              run: () => {
                latest.current.onSave?.();
                return true;
              },
            },
            indentWithTab,
            ...defaultKeymap,
          ]),
          variable.current.of(variableParts(label, readOnly, placeholder)),
          EditorView.updateListener.of((update) => {
            if (update.docChanged) latest.current.onChange?.(update.state.doc.toString());
          }),
        ],
      }),
    });
    view.current = editor;
    if (autoFocus) editor.focus();
    return () => {
      view.current = undefined;
      editor.destroy();
    };
  }, []);

  useEffect(() => {
    view.current?.dispatch({ effects: variable.current.reconfigure(variableParts(label, readOnly, placeholder)) });
  }, [label, readOnly, placeholder]);

  useEffect(() => {
    const editor = view.current;
    if (!editor || editor.state.doc.toString() === value) return;
    editor.dispatch({ changes: { from: 0, to: editor.state.doc.length, insert: value } });
  }, [value]);

  useEffect(() => {
    const editor = view.current;
    if (editor) editor.dispatch(setDiagnostics(editor.state, toEditorDiagnostics(editor.state.doc, diagnostics ?? [])));
  }, [diagnostics]);

  useEffect(() => {
    const editor = view.current;
    if (!editor || !goTo) return;
    const line = editor.state.doc.line(Math.min(Math.max(1, goTo.line), editor.state.doc.lines));
    const at = Math.min(line.to, line.from + Math.max(0, (goTo.column ?? 1) - 1));
    editor.dispatch({ selection: { anchor: at }, effects: EditorView.scrollIntoView(at, { y: 'center' }) });
    editor.focus();
  }, [goTo]);

  return <div ref={host} className={classNames('qd-editor', bare && 'qd-editor-bare')} style={{ height }} />;
}

function variableParts(label: string, readOnly: boolean, placeholder: string): Extension {
  return [
    EditorState.readOnly.of(readOnly),
    EditorView.editable.of(!readOnly),
    EditorView.contentAttributes.of({ 'aria-label': label, ...(readOnly ? { tabindex: '0', 'aria-readonly': 'true' } : {}) }),
    placeholder ? placeholderText(placeholder) : [],
  ];
}
