import type { LiveState } from '@quarterdeck/client';
import type { LiveChange } from '@quarterdeck/contract/platform';
import { useEffect, useEffectEvent, useSyncExternalStore } from 'react';
import { client } from './client.ts';
import { createLiveHub } from './live-hub.ts';

/** `access`: roles or accounts changed. */
const TOPICS = ['check', 'canary', 'connection', 'property', 'access'] as const;
type Topic = (typeof TOPICS)[number];

/** The live stream of this tab. The application starts it; screens only listen. */
export const live = createLiveHub((handlers) => client.live({ topics: TOPICS, results: true, ...handlers }));

export function useLiveState(): LiveState {
  return useSyncExternalStore(live.onState, live.state);
}

/** Calls `handler` for every change of a topic; the subject is the id of what changed, the name of a property, or the person. */
export function useLiveChange(topic: Topic, handler: (change: LiveChange) => void): void {
  const onChange = useEffectEvent((change: LiveChange) => {
    if (change.topic === topic) handler(change);
  });
  useEffect(() => live.onChange(onChange), []);
}

/** Calls `handler` with every result of one check: state code of RESULT_STATES, duration in ms, epoch in ms. */
export function useLiveResult(
  checkId: string,
  handler: (result: { state: number; durationMs: number; timeMs: number }) => void,
): void {
  const onResult = useEffectEvent(handler);
  useEffect(
    () =>
      live.onResults((results) => {
        for (const [id, state, durationMs, timeMs] of results) if (id === checkId) onResult({ state, durationMs, timeMs });
      }),
    [checkId],
  );
}

/** Calls `handler` when events were missed and everything shown has to be read again. */
export function useLiveResync(handler: () => void): void {
  const onResync = useEffectEvent(handler);
  useEffect(() => live.onResync(onResync), []);
}
