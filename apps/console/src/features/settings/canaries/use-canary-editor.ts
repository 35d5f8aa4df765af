import type { SpecIssue } from '@quarterdeck/contract/health';
import { useCallback, useMemo, useState } from 'react';
import { type CanaryDocument, type Path, readCanaryDocument, setValue, withMetadata } from './canary-document.ts';
import { checkText, errorAt, pathText, underSpec, withLines } from './spec-issues.ts';

export interface CanaryEditor {
  readonly text: string;
  readonly document: CanaryDocument;
  /** What the parser and the last answer of the server say about the present text. */
  readonly issues: readonly SpecIssue[];
  readonly isChanged: boolean;
  setText(text: string): void;
  /** Sets one value of the text; `undefined` removes it. Paths into metadata give a plain spec its metadata first. */
  setAt(path: Path, value: unknown): void;
  /** The message to show at a field: only once it was left, or after an attempt to save. */
  problemAt(path: Path): string | undefined;
  touch(path: Path): void;
  /** From now on every field shows its problem. */
  showAllProblems(): void;
  /** Takes over what the server said about the text as it was sent. */
  reportIssues(issues: readonly SpecIssue[], sentText: string): void;
}

/** Path segments that stay although emptied: a check keeps its place, the spec and metadata keep theirs. */
const KEEP = { spec: 3, other: 1 } as const;

/** The state behind form and code editor: one text that both change. */
export function useCanaryEditor(savedText: string): CanaryEditor {
  const [text, setText] = useState(savedText);
  const [touched, setTouched] = useState<ReadonlySet<string>>(new Set());
  const [showAll, setShowAll] = useState(false);
  const [reported, setReported] = useState<{ text: string; issues: readonly SpecIssue[] }>({ text: '', issues: [] });

  const document = useMemo(() => readCanaryDocument(text), [text]);
  const issues = useMemo(() => {
    const own = checkText(document);
    if (reported.text !== text) return own;
    const isNew = (issue: SpecIssue) => !own.some((known) => known.path === issue.path && known.message === issue.message);
    return [...own, ...withLines(underSpec(reported.issues, document), text).filter(isNew)];
  }, [document, reported, text]);

  const setAt = useCallback((path: Path, value: unknown) => {
    setText((current) => {
      const target = path[0] === 'metadata' ? withMetadata(current) : current;
      return setValue(target, path, value, path[0] === 'metadata' ? KEEP.other : KEEP.spec);
    });
  }, []);
  const touch = useCallback((path: Path) => setTouched((known) => new Set(known).add(pathText(path))), []);

  return {
    text,
    document,
    issues,
    isChanged: text !== savedText,
    setText,
    setAt,
    problemAt: (path) => (showAll || touched.has(pathText(path)) ? errorAt(issues, path) : undefined),
    touch,
    showAllProblems: useCallback(() => setShowAll(true), []),
    reportIssues: useCallback((found, sentText) => setReported({ text: sentText, issues: found }), []),
  };
}
