import { SEARCH_DEBOUNCE_MS } from '@quarterdeck/contract/health';
import { useCallback, useEffect, useRef, useState } from 'react';

/** The search text while it is typed: the list follows at once, the address after a pause. Source: spec 1 §9, debounce. */
export function useSearchText(
  inAddress: string,
  writeAddress: (text: string) => void,
): readonly [string, (text: string) => void] {
  const [text, setText] = useState(inAddress);
  const written = useRef(inAddress);
  const timer = useRef<ReturnType<typeof setTimeout>>(undefined);

  // The address changed from elsewhere: back, forward, clear.
  useEffect(() => {
    if (inAddress === written.current) return;
    written.current = inAddress;
    clearTimeout(timer.current);
    setText(inAddress);
  }, [inAddress]);
  useEffect(() => () => clearTimeout(timer.current), []);

  const change = useCallback(
    (next: string) => {
      setText(next);
      clearTimeout(timer.current);
      timer.current = setTimeout(() => {
        written.current = next;
        writeAddress(next);
      }, SEARCH_DEBOUNCE_MS);
    },
    [writeAddress],
  );
  return [text, change];
}
