import { DURATION_FILTER_ERROR } from '@quarterdeck/contract/health';

export type DurationFilter = { readonly atLeastMs: number | undefined } | { readonly error: string };

/**
 * Reads the history's duration filter: a number followed by `ms` or `s`; empty text and `all` mean no filter.
 * Anything else is refused with the text fixed by spec 1 §5.
 */
export function parseDurationFilter(text: string | undefined): DurationFilter {
  const trimmed = (text ?? '').trim().toLowerCase();
  if (trimmed === '' || trimmed === 'all') return { atLeastMs: undefined };
  const match = /^(\d{1,9}(?:\.\d{1,3})?)(ms|s)$/.exec(trimmed);
  if (match === null) return { error: DURATION_FILTER_ERROR };
  return { atLeastMs: Math.round(Number(match[1]) * (match[2] === 's' ? 1000 : 1)) };
}
