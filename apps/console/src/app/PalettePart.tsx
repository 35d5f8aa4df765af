import { lazyPart, preloadLayers } from '@quarterdeck/ui';
import { Suspense, useEffect, useLayoutEffect, useState } from 'react';

const AppPalette = lazyPart(async () => (await import('./AppPalette.tsx')).AppPalette);

/** By then the first screen is drawn. */
const PRELOAD_DELAY_MS = 1_000;

/** Loads the palette once the page rests, so that it opens at once. */
export function usePreloadedPalette(): void {
  useEffect(() => {
    const timer = setTimeout(() => {
      preloadLayers();
      AppPalette.preload();
    }, PRELOAD_DELAY_MS);
    return () => clearTimeout(timer);
  }, []);
}

export interface PalettePartProps {
  onClose(): void;
  onKeyboardHelp(): void;
}

/** The open palette. What is typed before its code is there, or before its input has the focus, becomes its query too. */
export function PalettePart(props: PalettePartProps) {
  const [query, setQuery] = useState('');
  const [isReady, setReady] = useState(false);
  useLayoutEffect(() => {
    if (isReady) return;
    const take = (event: KeyboardEvent) => {
      const edited = editByKey(event);
      if (edited === undefined) return;
      event.preventDefault();
      event.stopPropagation();
      setQuery(edited);
    };
    document.addEventListener('keydown', take, { capture: true });
    return () => document.removeEventListener('keydown', take, { capture: true });
  }, [isReady]);
  return (
    <Suspense fallback={null}>
      <AppPalette {...props} query={query} onQueryChange={setQuery} onFocus={() => setReady(true)} />
    </Suspense>
  );
}

/** What a key makes of a text that is typed to its end; undefined for keys that write nothing. */
function editByKey({ key, ctrlKey, metaKey, altKey }: KeyboardEvent): ((text: string) => string) | undefined {
  if (ctrlKey || metaKey || altKey) return undefined;
  if (key === 'Backspace') return (text) => text.slice(0, -1);
  return key.length === 1 ? (text) => text + key : undefined;
}
