import type { CheckKind } from '@quarterdeck/integrations/spec';

/** Kinds whose title, key, alias or description holds every word of the query; matches at the start of the title come first. */
export function matchKinds<K extends CheckKind>(kinds: readonly K[], query: string): readonly K[] {
  const words = query.toLowerCase().split(/\s+/).filter(Boolean);
  if (words.length === 0) return kinds;
  const found = kinds.filter((kind) => {
    const text = [kind.title, kind.key, ...(kind.aliases ?? []), kind.description].join(' ').toLowerCase();
    return words.every((word) => text.includes(word));
  });
  const rank = (kind: K) => (kind.title.toLowerCase().startsWith(words[0] ?? '') ? 0 : 1);
  return found.toSorted((a, b) => rank(a) - rank(b));
}

/** The position after an arrow key in a grid that fills line by line; undefined when the key moves nothing. */
export function stepInGrid(key: string, at: number, count: number, columns: number): number | undefined {
  const steps: Readonly<Record<string, number>> = { ArrowRight: 1, ArrowLeft: -1, ArrowDown: columns, ArrowUp: -columns };
  const step = steps[key];
  if (step === undefined || count === 0) return undefined;
  const next = at + step;
  return next < 0 || next >= count ? at : next;
}
