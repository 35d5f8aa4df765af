import { statementCodeOf } from '@quarterdeck/database';

const RETRYABLE_CLASSES = ['08', '40', '53', '55', '57', '58'];

/** True when the statement itself was refused (wrong data); false when the database was away or busy, so that trying again helps. */
export function isRefusedStatement(error: unknown): boolean {
  const code = statementCodeOf(error);
  return code !== undefined && /^[0-9A-Z]{5}$/.test(code) && /\d/.test(code) && !RETRYABLE_CLASSES.includes(code.slice(0, 2));
}
