import {
  createContext,
  type ReactNode,
  useCallback,
  useContext,
  useEffect,
  useMemo,
  useState,
  useSyncExternalStore,
} from 'react';
import { TooltipLayer } from '../overlay/TooltipLayer.tsx';
import { themeStorageKey } from './theme-boot.ts';

export type ThemePreference = 'light' | 'dark' | 'system';
export type Theme = 'light' | 'dark';

export interface ThemeState {
  /** What the person chose. */
  preference: ThemePreference;
  /** What is shown now, after resolving `system`. */
  theme: Theme;
  setPreference(preference: ThemePreference): void;
}

const ThemeContext = createContext<ThemeState>({ preference: 'system', theme: 'light', setPreference: () => {} });

const darkQuery = '(prefers-color-scheme: dark)';

function subscribeToSystem(onChange: () => void) {
  const query = matchMedia(darkQuery);
  query.addEventListener('change', onChange);
  return () => query.removeEventListener('change', onChange);
}

function readPreference(): ThemePreference {
  try {
    const stored = localStorage.getItem(themeStorageKey);
    return stored === 'light' || stored === 'dark' ? stored : 'system';
  } catch {
    return 'system';
  }
}

function storePreference(preference: ThemePreference) {
  try {
    if (preference === 'system') localStorage.removeItem(themeStorageKey);
    else localStorage.setItem(themeStorageKey, preference);
  } catch {
    // Storage can be blocked; the choice then lasts for this page only.
  }
}

/** Root of the design system: holds the theme and draws the shared tooltip. Wrap the application in it once. */
export function ThemeProvider({ children }: { children: ReactNode }) {
  const [preference, setState] = useState(readPreference);
  const systemIsDark = useSyncExternalStore(subscribeToSystem, () => matchMedia(darkQuery).matches);
  const theme: Theme = preference === 'system' ? (systemIsDark ? 'dark' : 'light') : preference;

  useEffect(() => {
    if (preference === 'system') delete document.documentElement.dataset.theme;
    else document.documentElement.dataset.theme = preference;
  }, [preference]);

  const setPreference = useCallback((next: ThemePreference) => {
    storePreference(next);
    setState(next);
  }, []);
  const state = useMemo(() => ({ preference, theme, setPreference }), [preference, theme, setPreference]);

  return (
    <ThemeContext value={state}>
      {children}
      <TooltipLayer />
    </ThemeContext>
  );
}

/** The theme preference, the theme shown now, and the setter. */
export function useTheme(): ThemeState {
  return useContext(ThemeContext);
}
