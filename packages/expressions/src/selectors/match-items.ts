import { allOf, anyOf, type Condition, EVERYTHING, presentBut, type TextTest, type ValueRef } from './condition.ts';

/** One item of a match list: `a`, `a*`, `*a`, `*a*`, each possibly after `!`. */
export interface MatchItem {
  readonly negated: boolean;
  readonly test: TextTest;
  readonly text: string;
}

/** The pattern of one item; undefined for `*`, which asks for nothing. */
export function parseMatchItem(item: string): MatchItem | undefined {
  const negated = item.startsWith('!');
  const text = negated ? item.slice(1) : item;
  if (text === '' || text === '*' || text === '**') return undefined;
  const before = text.startsWith('*');
  const after = text.length > 1 && text.endsWith('*');
  const middle = text.slice(before ? 1 : 0, after ? -1 : undefined);
  if (before && after) return { negated, test: 'contains', text: middle };
  if (before) return { negated, test: 'suffix', text: middle };
  return { negated, test: after ? 'prefix' : 'equals', text: middle };
}

/** What items ask of a value: one of those without `!`, when there are any, and none of those with it. */
export function matchItemsCondition(value: ValueRef, items: readonly string[], ignoreCase: boolean): Condition {
  const wanted: Condition[] = [];
  const unwanted: Condition[] = [];
  let isAnything = false;
  for (const item of items) {
    const match = parseMatchItem(item.trim());
    if (match === undefined) {
      isAnything ||= item.trim().startsWith('*');
      continue;
    }
    (match.negated ? unwanted : wanted).push({ kind: 'text', value, test: match.test, text: match.text, ignoreCase });
  }
  return allOf([
    wanted.length === 0 || isAnything ? EVERYTHING : anyOf(wanted),
    ...unwanted.map((condition) => presentBut(value, condition)),
  ]);
}

/** The items of a match list written as one text. */
export function splitMatchList(text: string): string[] {
  return text
    .split(',')
    .map((item) => item.trim())
    .filter((item) => item !== '');
}
