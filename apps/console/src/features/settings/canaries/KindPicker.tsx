import { findKindChoice, KIND_CHOICES, type KindChoice } from '@quarterdeck/integrations/spec';
import { ChoicePicker } from '../picker/ChoicePicker.tsx';
import type { Choice } from '../picker/choice-search.ts';

const CHOICES: readonly Choice[] = KIND_CHOICES.map(({ id, title, icon, description, key, aliases = [] }) => ({
  id,
  title,
  icon,
  description,
  words: [key, ...aliases],
})).toSorted((a, b) => a.title.localeCompare(b.title));

/** Choice of a check kind. */
export function KindPicker({ onPick }: { onPick(kind: KindChoice): void }) {
  return (
    <ChoicePicker
      choices={CHOICES}
      noun="check types"
      onPick={(id) => {
        const kind = findKindChoice(id);
        if (kind !== undefined) onPick(kind);
      }}
    />
  );
}
