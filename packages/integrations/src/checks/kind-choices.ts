import type { CheckKind } from './model.ts';
import { CHECK_KINDS, findCheckKind } from './registry.ts';

/** A kind as a picker offers it; a variant is its kind with the variant's words and example. */
export interface KindChoice extends CheckKind {
  /** The kind's key or the variant's id. */
  id: string;
}

/** Every kind and every variant, in running order of the kinds. */
export const KIND_CHOICES: readonly KindChoice[] = Object.values<CheckKind>(CHECK_KINDS).flatMap((kind) => [
  { ...kind, id: kind.key },
  ...(kind.variants ?? []).map((variant) => ({ ...kind, ...variant })),
]);

/** The choice of an id; a kind is also found by its aliases, and both in any case. */
export function findKindChoice(id: string): KindChoice | undefined {
  const wanted = findCheckKind(id)?.key ?? id;
  return KIND_CHOICES.find((choice) => choice.id.toLowerCase() === wanted.toLowerCase());
}
