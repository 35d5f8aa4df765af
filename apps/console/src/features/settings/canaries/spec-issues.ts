import type { CanaryRow, SpecIssue } from '@quarterdeck/contract/health';
import { parseCanaryText } from '@quarterdeck/integrations/spec';
import { REQUIRED_TEXT } from '../form/field-texts.ts';
import type { Path } from '../form/form-context.ts';
import { type CanaryDocument, locate } from './canary-document.ts';

/** Dotted form of a path, as issues carry it. */
export function pathText(path: Path): string {
  return path.join('.');
}

function segments(path: string): Path {
  return path === '' ? [] : path.split('.').map((part) => (/^\d+$/.test(part) ? Number(part) : part));
}

/** Issues of the value at `path` or of anything inside it. */
export function issuesUnder(issues: readonly SpecIssue[], path: Path): SpecIssue[] {
  const wanted = pathText(path).toLowerCase();
  return issues.filter(({ path: at }) => at.toLowerCase() === wanted || at.toLowerCase().startsWith(`${wanted}.`));
}

/** The message of the first error of exactly this value. */
export function errorAt(issues: readonly SpecIssue[], path: Path): string | undefined {
  const wanted = pathText(path).toLowerCase();
  return issues.find((issue) => issue.severity === 'error' && issue.path.toLowerCase() === wanted)?.message;
}

/** Gives every issue a place in the text; issues of a spec sent as JSON carry only a path. */
export function withLines(issues: readonly SpecIssue[], text: string): SpecIssue[] {
  return issues.map((issue) => (issue.line === undefined ? { ...issue, ...locate(text, segments(issue.path)) } : issue));
}

/** Paths inside a spec that was sent alone, as paths of the whole text. */
export function underSpec(issues: readonly SpecIssue[], document: CanaryDocument): SpecIssue[] {
  return issues.map((issue) =>
    issue.path.startsWith('spec') || document.specPath.length === 0 || issue.path === ''
      ? issue
      : { ...issue, path: `${pathText(document.specPath)}.${issue.path}` },
  );
}

/** Everything the parser says about the text, in the order of lines, and the name that saving needs. */
export function checkText(document: CanaryDocument): SpecIssue[] {
  const { canaries, issues } = parseCanaryText(document.text, { file: '-' });
  const all: SpecIssue[] = [...issues, ...canaries.flatMap((canary) => canary.issues)];
  if (document.problems.length === 0 && document.name.trim() === '') {
    all.push({ path: 'metadata.name', severity: 'error', code: 'FIELD_REQUIRED', message: REQUIRED_TEXT });
  }
  return withLines(all, document.text).sort((a, b) => (a.line ?? 0) - (b.line ?? 0));
}

/** Name and namespace identify a saved canary: changing them would make another one. Source: spec 2 §2, generic form. */
export function identityIssues(document: CanaryDocument, saved: Pick<CanaryRow, 'name' | 'namespace'> | undefined): SpecIssue[] {
  if (saved === undefined || document.problems.length > 0) return [];
  const namespace = document.namespace === '' ? 'default' : document.namespace;
  const changed = [
    { key: 'name', differs: document.name !== '' && document.name !== saved.name, was: saved.name },
    { key: 'namespace', differs: namespace !== saved.namespace, was: saved.namespace },
  ].filter(({ differs }) => differs);
  const issues = changed.map(
    ({ key, was }): SpecIssue => ({
      path: `metadata.${key}`,
      severity: 'error',
      code: 'IDENTITY_CHANGED',
      message: `The ${key} of a saved canary stays ${was}; add a new canary for another ${key}`,
    }),
  );
  return withLines(issues, document.text);
}

export function hasErrors(issues: readonly SpecIssue[]): boolean {
  return issues.some(({ severity }) => severity === 'error');
}
