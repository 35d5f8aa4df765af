import { useState } from 'react';

/**
 * What is being typed, as long as it means the stored value: a half-typed line of a list is kept here and not in the text.
 * `meaning` gives the stored value of a draft; a stored value that changed from outside replaces the draft.
 */
export function useDraft<Draft>(
  stored: unknown,
  read: (stored: unknown) => Draft,
  meaning: (draft: Draft) => unknown,
): [Draft, (draft: Draft) => void] {
  const [draft, setDraft] = useState(() => read(stored));
  const isCurrent = JSON.stringify(meaning(draft) ?? null) === JSON.stringify(stored ?? null);
  const shown = isCurrent ? draft : read(stored);
  if (!isCurrent && JSON.stringify(shown) !== JSON.stringify(draft)) setDraft(shown);
  return [shown, setDraft];
}
