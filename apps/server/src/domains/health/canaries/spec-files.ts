import { readdir, readFile, stat } from 'node:fs/promises';
import { join, relative, sep } from 'node:path';
import { MAX_CANARY_TEXT_LENGTH, type ParsedCanary, parseCanaryText, type SpecIssue } from '@quarterdeck/integrations/spec';
import { errorTexts } from './reconcile.ts';

/** A file as it was last seen. */
export interface SpecFile {
  /** Path inside its folder, with slashes. */
  path: string;
  /** Changes when the file may have changed. */
  signature: string;
  fullPath: string;
}

/** What a file says, or why it cannot be used. */
export interface SpecFileContent {
  path: string;
  canaries: ParsedCanary[];
  /** Those with nothing wrong but a schedule that cannot be used. */
  unscheduled: ParsedCanary[];
  /** Each names the line; the file's unusable canaries keep their last good version. */
  errors: string[];
}

function isSpecFile(name: string): boolean {
  return /\.ya?ml$/i.test(name) && !name.startsWith('.');
}

/** All YAML files under the folders, by path. The same path in two folders counts once, for the first. Rejects when a folder cannot be read. */
export async function listSpecFiles(folders: readonly string[]): Promise<Map<string, SpecFile>> {
  const found = new Map<string, SpecFile>();
  for (const folder of folders) {
    const entries = await readdir(folder, { recursive: true, withFileTypes: true });
    for (const entry of entries) {
      if (!isSpecFile(entry.name)) continue;
      const fullPath = join(entry.parentPath, entry.name);
      const info = await stat(fullPath).catch(() => undefined);
      if (info === undefined || !info.isFile()) continue;
      const path = relative(folder, fullPath).split(sep).join('/');
      if (path.split('/').some((part) => part.startsWith('.')) || found.has(path)) continue;
      found.set(path, { path, fullPath, signature: `${info.mtimeMs}:${info.size}:${info.ino}` });
    }
  }
  return found;
}

function issueText(path: string, issue: SpecIssue): string {
  const where = issue.line === undefined ? path : `${path}:${issue.line}`;
  return `${where}: ${issue.path === '' ? '' : `${issue.path}: `}${issue.message}`;
}

function isError(issue: SpecIssue): boolean {
  return issue.severity === 'error' || issue.code === 'SCHEDULE_INVALID';
}

function hasErrors(canary: ParsedCanary): boolean {
  return canary.issues.some((issue) => issue.severity === 'error');
}

/** Reads a file. Canaries with errors are left out and told of; never rejects. */
export async function readSpecFile(file: SpecFile): Promise<SpecFileContent> {
  const unusable = (error: string): SpecFileContent => ({ path: file.path, canaries: [], unscheduled: [], errors: [error] });
  try {
    const text = await readFile(file.fullPath, 'utf8');
    if (text.length > MAX_CANARY_TEXT_LENGTH) return unusable(`${file.path}: the file is too large`);
    const { canaries, issues } = parseCanaryText(text, { file: file.path });
    const all = [...issues, ...canaries.flatMap((canary) => canary.issues)];
    return {
      path: file.path,
      canaries: canaries.filter((canary) => errorTexts(canary).length === 0),
      unscheduled: canaries.filter((canary) => errorTexts(canary).length > 0 && !hasErrors(canary)),
      errors: all.filter(isError).map((issue) => issueText(file.path, issue)),
    };
  } catch (error) {
    const reason = error instanceof Error ? error.message : String(error);
    return unusable(`${file.path}: the file cannot be read: ${reason}`);
  }
}
