const UNIQUE_VIOLATION = '23505';

/** Whether a statement failed because a row with the same key is there already. */
export function isUniqueViolation(error: unknown): boolean {
  return statementCodeOf(error) === UNIQUE_VIOLATION;
}

/** Code of a failed statement, also of one that another error is about. */
export function statementCodeOf(error: unknown): string | undefined {
  if (typeof error !== 'object' || error === null) return undefined;
  if ('code' in error && typeof error.code === 'string') return error.code;
  return 'cause' in error ? statementCodeOf(error.cause) : undefined;
}
