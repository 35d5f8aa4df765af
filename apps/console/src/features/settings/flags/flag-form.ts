import type { PropertyDetail } from '@quarterdeck/client';

export interface FlagDraft {
  readonly name: string;
  readonly value: string;
}

/** Texts of flags; all but the last are fixed. Source: spec 2 §5, §8. */
export const FLAG_TEXTS = {
  incomplete: 'please provide all details',
  isLocal: 'Cannot edit local feature flags',
  added: 'Feature flag added successfully',
  updated: 'Feature flag updated successfully',
  removed: 'Feature flag removed successfully',
  isTaken: 'There is a feature flag with this name',
} as const;

/** Why a form cannot be saved; undefined when it can. */
export function flagProblem({ name, value }: FlagDraft): string | undefined {
  return name.trim() === '' || value.trim() === '' ? FLAG_TEXTS.incomplete : undefined;
}

/** Why a flag cannot be changed here; undefined when it can. */
export function readOnlyReason({ source }: Pick<PropertyDetail, 'source'>): string | undefined {
  return source === 'local' ? FLAG_TEXTS.isLocal : undefined;
}

/** The text is in the name, value, description or source, in any case. */
export function matchesFlag(flag: PropertyDetail, text: string): boolean {
  const wanted = text.trim().toLowerCase();
  return [flag.name, flag.value, flag.description ?? '', flag.source].some((part) => part.toLowerCase().includes(wanted));
}
