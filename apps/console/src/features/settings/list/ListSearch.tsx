import { SEARCH_DEBOUNCE_MS } from '@quarterdeck/contract/health';
import { SearchInput } from '@quarterdeck/ui';

export interface ListSearchProps {
  /** What is searched: the label and the placeholder. */
  label: string;
  width?: number;
  query: string | undefined;
  /** undefined when nothing is searched for any more. */
  onChange(query: string | undefined): void;
}

/** The search of a list, applied once the typing rests. */
export function ListSearch({ label, width = 320, query = '', onChange }: ListSearchProps) {
  return (
    <SearchInput
      label={label}
      width={width}
      debounceMs={SEARCH_DEBOUNCE_MS}
      value={query}
      onChange={(text) => onChange(text === '' ? undefined : text)}
    />
  );
}
