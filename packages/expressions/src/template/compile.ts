import { StepsExhausted } from '../budget.ts';
import { EvaluationFault, ExpressionError, locate, messageOf } from '../expression-error.ts';
import { PendingCall } from '../external-functions.ts';
import { LruCache } from '../lru-cache.ts';
import { readHeader } from './header.ts';
import { executeTemplate, type TemplateScope } from './interpreter.ts';
import type { DelimiterPair } from './lexer.ts';
import type { ParsedTemplate } from './nodes.ts';
import { parseTemplate } from './parser.ts';
import { TEMPLATE_FUNCTIONS } from './template-functions.ts';

export interface TemplateRequest {
  readonly text: string;
  readonly delimiters: readonly DelimiterPair[];
  readonly externalNames: readonly string[];
  readonly bareNames: boolean;
}

export const DEFAULT_DELIMITERS: readonly DelimiterPair[] = [['{{', '}}']];

const MAX_TEMPLATE_LENGTH = 1024 * 1024;
const cache = new LruCache<CompiledTemplate | ExpressionError>(2_000);

/** Renders a template; throws ExpressionError, StepsExhausted or PendingCall. */
export function renderTemplate(request: TemplateRequest, data: Readonly<Record<string, unknown>>): string {
  const { parsed, originalOffset } = parsedTemplate(request);
  const scope: TemplateScope = {
    data,
    functions: TEMPLATE_FUNCTIONS,
    externalNames: new Set(request.externalNames),
    bareNames: request.bareNames,
  };
  return guarded(request.text, originalOffset, () => {
    if (!request.bareNames) assertFunctions(parsed, scope);
    return executeTemplate(parsed, scope);
  });
}

/** As in Go, a template that names an unknown function does not run at all. */
function assertFunctions({ calls }: ParsedTemplate, { functions, externalNames }: TemplateScope): void {
  for (const { name, at } of calls) {
    if (!functions.has(name) && !externalNames.has(name) && name !== 'and' && name !== 'or') {
      throw new EvaluationFault(`function ${JSON.stringify(name)} not defined`, 'EXPRESSION_INVALID', at);
    }
  }
}

interface CompiledTemplate {
  readonly parsed: ParsedTemplate;
  /** Offset in the whole text of an offset in what was parsed. */
  readonly originalOffset: (offset: number) => number;
}

const AS_WRITTEN = (offset: number): number => offset;

function parsedTemplate({ text, delimiters }: TemplateRequest): CompiledTemplate {
  const key = delimiters === DEFAULT_DELIMITERS ? text : `${JSON.stringify(delimiters)}${text}`;
  const cached = cache.get(key);
  if (cached instanceof ExpressionError) throw cached;
  if (cached !== undefined) return cached;
  if (text.length > MAX_TEMPLATE_LENGTH) {
    throw new ExpressionError('EXPRESSION_LIMIT', `template is longer than ${MAX_TEMPLATE_LENGTH} characters`, {
      expression: text,
    });
  }
  try {
    const { body, delimiters: fromHeader, line } = guarded(text, AS_WRITTEN, () => readHeader(text));
    const originalOffset = (offset: number): number => (offset < line.at ? offset : offset + line.length);
    const pairs = fromHeader === undefined ? delimiters : [fromHeader];
    const compiled = { parsed: guarded(text, originalOffset, () => parseTemplate(body, pairs)), originalOffset };
    cache.set(key, compiled);
    return compiled;
  } catch (error) {
    if (error instanceof ExpressionError) cache.set(key, error);
    throw error;
  }
}

function guarded<T>(expression: string, originalOffset: (offset: number) => number, run: () => T): T {
  try {
    return run();
  } catch (error) {
    if (error instanceof StepsExhausted || error instanceof PendingCall || error instanceof ExpressionError) throw error;
    if (error instanceof EvaluationFault) {
      const place = error.offset === undefined ? {} : locate(expression, originalOffset(error.offset));
      throw new ExpressionError(error.code, error.message, { expression, ...place });
    }
    if (error instanceof RangeError) {
      throw new ExpressionError('EXPRESSION_LIMIT', `template needs too much memory or depth: ${error.message}`, { expression });
    }
    throw new ExpressionError('EXPRESSION_FAILED', messageOf(error), { expression });
  }
}
