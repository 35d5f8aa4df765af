const RETRYABLE_CLASSES = ['08', '40', '53', '55', '57', '58'];

function codeOf(error: unknown): string | undefined {
  if (typeof error !== 'object' || error === null) return undefined;
  if ('code' in error && typeof error.code === 'string') return error.code;
  return 'cause' in error ? codeOf(error.cause) : undefined;
}

/** True when the statement itself was refused (wrong data); false when the database was away or busy, so that trying again helps. */
export function isRefusedStatement(error: unknown): boolean {
  const code = codeOf(error);
  return code !== undefined && /^[0-9A-Z]{5}$/.test(code) && /\d/.test(code) && !RETRYABLE_CLASSES.includes(code.slice(0, 2));
}

export function isUniqueViolation(error: unknown): boolean {
  return codeOf(error) === '23505';
}
