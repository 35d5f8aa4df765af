import { useShortcut } from '@quarterdeck/ui';
import { useEffect, useRef } from 'react';
import { useVisibleScreens } from './screens.ts';

/** How long the second key of `g h` may take. */
const SEQUENCE_MS = 1_200;

/** The keys that go to a screen: `g`, then the letter of the screen. */
export function useGoToKeys(navigate: (href: string) => void): void {
  const armedUntil = useRef(0);
  const screens = useVisibleScreens();
  useShortcut(
    'g',
    () => {
      armedUntil.current = performance.now() + SEQUENCE_MS;
    },
    { description: `Go to (${screens.map(({ goKey, label }) => `${goKey} ${label}`).join(', ')})`, scope: 'Everywhere' },
  );
  useEffect(() => {
    const onKeyDown = (event: KeyboardEvent) => {
      if (performance.now() > armedUntil.current || event.ctrlKey || event.metaKey || event.altKey) return;
      if (event.key === 'g') return;
      armedUntil.current = 0;
      const screen = screens.find(({ goKey }) => goKey === event.key);
      if (screen === undefined) return;
      event.preventDefault();
      event.stopPropagation();
      navigate(screen.href);
    };
    addEventListener('keydown', onKeyDown, { capture: true });
    return () => removeEventListener('keydown', onKeyDown, { capture: true });
  }, [navigate, screens]);
}
