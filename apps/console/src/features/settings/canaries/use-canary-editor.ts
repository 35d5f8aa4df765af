import type { CanaryRow, SpecIssue } from '@quarterdeck/contract/health';
import { useCallback, useMemo, useState } from 'react';
import type { Path } from '../form/form-context.ts';
import { type CanaryDocument, readCanaryDocument, setValue, withMetadata } from './canary-document.ts';
import { checkText, errorAt, identityIssues, pathText, underSpec, withLines } from './spec-issues.ts';

export interface CanaryEditor {
  readonly text: string;
  readonly document: CanaryDocument;
  /** What the parser and the last answer of the server say about the present text. */
  readonly issues: readonly SpecIssue[];
  readonly isChanged: boolean;
  /** Every problem is shown, not only those of fields that were left. */
  readonly showsAll: boolean;
  setText(text: string): void;
  /** Sets one value of the text; `undefined` removes it. Paths into metadata give a plain spec its metadata first. */
  setAt(path: Path, value: unknown): void;
  /** The message to show at a field: only once it was left, or after an attempt to save. */
  problemAt(path: Path): string | undefined;
  touch(path: Path): void;
  showAllProblems(): void;
  /** Takes over what the server said about the text as it was sent. */
  reportIssues(issues: readonly SpecIssue[], sentText: string): void;
  /** The server has this text now. */
  markSaved(text: string): void;
  /** Begins anew with a saved text. */
  load(text: string): void;
}

/** Path segments that stay although emptied: a check keeps its place, the spec and metadata keep theirs. */
const KEEP = { spec: 3, metadata: 1 } as const;

type SavedName = Pick<CanaryRow, 'name' | 'namespace'>;

/** The state behind form and code editor: one text that both change. */
export function useCanaryEditor(startText: string, saved: SavedName | undefined): CanaryEditor {
  const [text, setText] = useState(startText);
  const [savedText, setSavedText] = useState(startText);
  const [touched, setTouched] = useState<ReadonlySet<string>>(new Set());
  const [showsAll, setShowsAll] = useState(false);
  const [reported, setReported] = useState<{ text: string; issues: readonly SpecIssue[] }>({ text: '', issues: [] });

  const document = useMemo(() => readCanaryDocument(text), [text]);
  const issues = useMemo(() => {
    const own = [...identityIssues(document, saved), ...checkText(document)];
    if (reported.text !== text) return own;
    const isNew = (issue: SpecIssue) => !own.some((known) => known.path === issue.path && known.severity === issue.severity);
    return [...own, ...withLines(underSpec(reported.issues, document), text).filter(isNew)];
  }, [document, reported, text, saved]);

  const setAt = useCallback((path: Path, value: unknown) => {
    setText((current) => {
      if (path[0] !== 'metadata') return setValue(current, path, value, KEEP.spec);
      return setValue(withMetadata(current), path, value, KEEP.metadata);
    });
  }, []);
  const touch = useCallback((path: Path) => setTouched((known) => new Set(known).add(pathText(path))), []);
  const problemAt = useCallback(
    (path: Path) => (showsAll || touched.has(pathText(path)) ? errorAt(issues, path) : undefined),
    [showsAll, touched, issues],
  );

  return {
    text,
    document,
    issues,
    isChanged: text !== savedText,
    showsAll,
    setText,
    setAt,
    problemAt,
    touch,
    showAllProblems: useCallback(() => setShowsAll(true), []),
    reportIssues: useCallback((found, sentText) => setReported({ text: sentText, issues: found }), []),
    load: useCallback((loaded) => {
      setText(loaded);
      setSavedText(loaded);
      setShowsAll(false);
    }, []),
    markSaved: useCallback((sentText) => {
      setSavedText(sentText);
      setShowsAll(false);
    }, []),
  };
}
