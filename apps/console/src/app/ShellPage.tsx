import { AppShell } from './AppShell.tsx';
import { SessionGate } from './session/SessionGate.tsx';

/** The frame of the console for whoever is signed in. */
export function ShellPage() {
  return (
    <SessionGate>
      <AppShell />
    </SessionGate>
  );
}
