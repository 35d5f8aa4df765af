export type ExpressionErrorCode = 'EXPRESSION_INVALID' | 'EXPRESSION_FAILED' | 'EXPRESSION_LIMIT';

export interface ExpressionErrorDetails {
  readonly expression: string;
  /** 1-based line of the place in the expression. */
  readonly line?: number | undefined;
  /** 1-based column of the place in the expression. */
  readonly column?: number | undefined;
  /** Where in a structure the expression stands, such as `http[0].url`. */
  readonly path?: string | undefined;
  readonly cause?: unknown;
}

const EXCERPT_LENGTH = 200;

/**
 * What went wrong with a user's expression. `EXPRESSION_INVALID`: it does not compile; `EXPRESSION_FAILED`: it compiled and
 * failed on these variables; `EXPRESSION_LIMIT`: it ran into a limit of time, memory, steps, depth or output.
 * The message names the reason, the place and the expression.
 */
export class ExpressionError extends Error {
  readonly code: ExpressionErrorCode;
  readonly expression: string;
  /** The message without place and expression. */
  readonly reason: string;
  readonly line?: number;
  readonly column?: number;
  readonly path?: string;

  constructor(code: ExpressionErrorCode, reason: string, details: ExpressionErrorDetails) {
    super(describe(reason, details), details.cause === undefined ? undefined : { cause: details.cause });
    this.name = 'ExpressionError';
    this.code = code;
    this.reason = reason;
    this.expression = details.expression;
    if (details.line !== undefined) this.line = details.line;
    if (details.column !== undefined) this.column = details.column;
    if (details.path !== undefined) this.path = details.path;
  }

  /** The same error with the path of its expression. */
  at(path: string): ExpressionError {
    const { expression, line, column } = this;
    return new ExpressionError(this.code, this.reason, { expression, line, column, path, cause: this.cause });
  }
}

function describe(reason: string, { expression, line, column, path }: ExpressionErrorDetails): string {
  const place = line === undefined ? '' : ` at line ${line}, column ${column ?? 1}`;
  const excerpt = expression.length > EXCERPT_LENGTH ? `${expression.slice(0, EXCERPT_LENGTH)}…` : expression;
  const subject = path === undefined || path === '' ? '' : `${path}: `;
  return excerpt === '' ? `${subject}${reason}${place}` : `${subject}${reason}${place} in expression: ${excerpt}`;
}

/** 1-based line and column of an offset in a text. */
export function locate(text: string, offset: number): { line: number; column: number } {
  let line = 1;
  let lineStart = 0;
  for (let i = text.indexOf('\n'); i !== -1 && i < offset; i = text.indexOf('\n', i + 1)) {
    line++;
    lineStart = i + 1;
  }
  return { line, column: offset - lineStart + 1 };
}

/** Thrown by functions and interpreters below the engine, which adds expression and place. */
export class EvaluationFault extends Error {
  readonly code: ExpressionErrorCode;
  readonly offset: number | undefined;

  constructor(message: string, code: ExpressionErrorCode = 'EXPRESSION_FAILED', offset?: number) {
    super(message);
    this.name = 'EvaluationFault';
    this.code = code;
    this.offset = offset;
  }
}

export function messageOf(error: unknown): string {
  return error instanceof Error ? error.message : String(error);
}
