import { Callout } from '@quarterdeck/ui';
import { useEffect, useState, useSyncExternalStore } from 'react';
import { useLiveState } from '../lib/live.ts';

/** A break shorter than this is not worth a word: the stream repairs itself. */
const QUIET_MS = 5_000;

function subscribeToNetwork(onChange: () => void): () => void {
  addEventListener('online', onChange);
  addEventListener('offline', onChange);
  return () => {
    removeEventListener('online', onChange);
    removeEventListener('offline', onChange);
  };
}

/** Says that what is shown may be old, while the live stream is broken. */
export function ConnectionNotice() {
  const state = useLiveState();
  const isOnline = useSyncExternalStore(subscribeToNetwork, () => navigator.onLine);
  const [isLong, setLong] = useState(false);
  useEffect(() => {
    if (state !== 'reconnecting') return;
    const timer = setTimeout(() => setLong(true), QUIET_MS);
    return () => {
      clearTimeout(timer);
      setLong(false);
    };
  }, [state]);
  if (!isLong) return null;
  return (
    <div className="app-notice" role="status">
      <Callout tone="warning">
        {isOnline
          ? 'Live updates are interrupted. Values are read again every minute and may be old.'
          : 'No internet connection. Please try again. Values may be old.'}
      </Callout>
    </div>
  );
}
