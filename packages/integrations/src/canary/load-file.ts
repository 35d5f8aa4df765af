import { open } from 'node:fs/promises';
import { text as readAll } from 'node:stream/consumers';
import { type ExpressionEngine, ExpressionError } from '@quarterdeck/expressions';
import type { ParsedCanary, SpecIssue } from '../checks/model.ts';
import { MAX_CANARY_TEXT_LENGTH, parseCanaryText } from './parse-text.ts';

/** A file that cannot be read at all. */
export class LoadError extends Error {
  override readonly name = 'LoadError';
}

export interface LoadOptions {
  /** Root of the templates in the text. Without it the text is no template. Source: health-checks §1.1. */
  data?: unknown;
  expressions: ExpressionEngine;
  /** Namespace of canaries that name none. */
  namespace?: string;
}

export interface LoadedCanaries {
  canaries: ParsedCanary[];
  issues: SpecIssue[];
}

/** Reads canaries from a text, which is run as a Go template first when there is data. Never rejects. */
export async function loadCanaryText(text: string, file: string, options: LoadOptions): Promise<LoadedCanaries> {
  let rendered = text;
  if (options.data !== undefined) {
    try {
      const variables = typeof options.data === 'object' && options.data !== null ? { ...options.data } : {};
      rendered = await options.expressions.renderText(text, variables, { delimiters: [['{{', '}}']] });
    } catch (error) {
      const line = error instanceof ExpressionError ? error.line : undefined;
      const message = `the template cannot be run: ${error instanceof Error ? error.message : String(error)}`;
      return { canaries: [], issues: [{ path: '', line: line ?? 1, severity: 'error', code: 'TEMPLATE_INVALID', message }] };
    }
  }
  return parseCanaryText(rendered, { file, ...(options.namespace === undefined ? {} : { namespace: options.namespace }) });
}

/** Reads canaries from a file; `-` is `stdin`. Rejects with LoadError when the file cannot be read. */
export async function readCanaryFile(file: string, stdin: NodeJS.ReadableStream, options: LoadOptions): Promise<LoadedCanaries> {
  return await loadCanaryText(file === '-' ? await readAll(stdin) : await readFileCapped(file), file, options);
}

/** Never reads more than the longest allowed text, also from a device or a pipe. */
async function readFileCapped(file: string): Promise<string> {
  try {
    const handle = await open(file, 'r');
    try {
      const stream = handle.createReadStream({ encoding: 'utf8', start: 0, end: MAX_CANARY_TEXT_LENGTH, autoClose: false });
      return await readAll(stream);
    } finally {
      await handle.close();
    }
  } catch (error) {
    const code = error instanceof Error && 'code' in error ? String(error.code) : '';
    const reasons: Record<string, string> = {
      ENOENT: 'there is no such file',
      EISDIR: 'it is a folder',
      EACCES: 'permission denied',
    };
    throw new LoadError(`${file}: ${reasons[code] ?? (error instanceof Error ? error.message : String(error))}`);
  }
}
