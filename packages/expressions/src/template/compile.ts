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
const cache = new LruCache<ParsedTemplate | ExpressionError>(2_000);

/** Renders a template; throws ExpressionError, StepsExhausted or PendingCall. */
export function renderTemplate(request: TemplateRequest, data: Readonly<Record<string, unknown>>): string {
  const parsed = parsedTemplate(request);
  const scope: TemplateScope = {
    data,
    functions: TEMPLATE_FUNCTIONS,
    externalNames: new Set(request.externalNames),
    bareNames: request.bareNames,
  };
  return guarded(request.text, parsed.text, () => executeTemplate(parsed, scope));
}

function parsedTemplate({ text, delimiters }: TemplateRequest): ParsedTemplate {
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
    const parsed = guarded(text, text, () => {
      const { body, delimiters: fromHeader } = readHeader(text);
      return parseTemplate(body, fromHeader === undefined ? delimiters : [fromHeader]);
    });
    cache.set(key, parsed);
    return parsed;
  } catch (error) {
    if (error instanceof ExpressionError) cache.set(key, error);
    throw error;
  }
}

function guarded<T>(expression: string, source: string, run: () => T): T {
  try {
    return run();
  } catch (error) {
    if (error instanceof StepsExhausted || error instanceof PendingCall || error instanceof ExpressionError) throw error;
    if (error instanceof EvaluationFault) {
      const place = error.offset === undefined ? {} : locate(source, error.offset);
      throw new ExpressionError(error.code, error.message, { expression, ...place });
    }
    if (error instanceof RangeError) {
      throw new ExpressionError('EXPRESSION_LIMIT', `template needs too much memory or depth: ${error.message}`, { expression });
    }
    throw new ExpressionError('EXPRESSION_FAILED', messageOf(error), { expression });
  }
}
