import { parseDateMath } from '@quarterdeck/contract/time';

/** A comparison with an instant, from the text of a date column's `.filter` parameter. */
export interface DateMatch {
  operator: 'eq' | 'gt' | 'lt';
  instant: Date;
}

const OPERATORS: Readonly<Record<string, DateMatch['operator']>> = { '=': 'eq', '>': 'gt', '<': 'lt' };

/**
 * Date math of the `.filter` extension: `[=|<|>]now-2d`, `>2024-01-31||+1M/d`; without a sign it means earlier than.
 * Undefined when the text is not of that form.
 */
export function parseDateMatch(text: string, now: Date): DateMatch | undefined {
  const trimmed = text.trim();
  const operator = OPERATORS[trimmed.charAt(0)];
  const instant = parseDateMath(operator === undefined ? trimmed : trimmed.slice(1), now);
  return instant === undefined ? undefined : { operator: operator ?? 'lt', instant };
}
