import { Button, LiveDot, Menu, useIsPhone } from '@quarterdeck/ui';
import { Pause, Play } from 'lucide-react';
import { live, useLiveState } from '../../lib/live.ts';

const WORDS = { live: 'live', reconnecting: 'reconnecting', paused: 'paused' } as const;

/** The dot that says whether the page is fed by the live stream, and the way to pause it. */
export function LiveMenu() {
  const state = useLiveState();
  const isPhone = useIsPhone();
  const item =
    state === 'paused'
      ? { label: 'Resume live updates', icon: Play, onSelect: live.resume }
      : { label: 'Pause live updates', icon: Pause, onSelect: live.pause };
  return (
    <Menu
      align="end"
      items={[item]}
      trigger={
        <Button variant="ghost" className="app-live" aria-label={`Live updates: ${WORDS[state]}`}>
          <LiveDot state={state} dotOnly={isPhone && state === 'live'} />
        </Button>
      }
    />
  );
}
