import type { LiveHandlers } from '@quarterdeck/client';
import { describe, expect, it } from 'vitest';
import { createLiveHub } from './live-hub.ts';

function startedHub() {
  let handlers: LiveHandlers = {};
  let opened = 0;
  const hub = createLiveHub(
    (given) => {
      handlers = given;
      opened += 1;
      return { pause: () => given.onState?.('paused'), resume: () => given.onState?.('reconnecting'), close: () => {} };
    },
    () => 1_000,
  );
  hub.start();
  hub.start();
  return { hub, stream: () => handlers, opened: () => opened };
}

describe('the live hub', () => {
  it('opens one stream however often it is started', () => {
    expect(startedHub().opened()).toBe(1);
  });

  it('spreads changes, results and resyncs to everyone who listens, and to no one who left', () => {
    const { hub, stream } = startedHub();
    const heard: string[] = [];
    const leave = hub.onChange(({ subject }) => heard.push(`first ${subject}`));
    hub.onChange(({ subject }) => heard.push(`second ${subject}`));
    hub.onResults((results) => heard.push(`${results.length} results`));
    hub.onResync(() => heard.push('resync'));
    stream().onChange?.({ topic: 'check', subject: 'a', at: '', payload: {} }, '1');
    leave();
    stream().onChange?.({ topic: 'check', subject: 'b', at: '', payload: {} }, '2');
    stream().onResults?.([['a', 1, 2, 3]]);
    stream().onResync?.();
    expect(heard).toEqual(['first a', 'second a', 'second b', '1 results', 'resync']);
  });

  it('tells its state once per change', () => {
    const { hub, stream } = startedHub();
    const states: string[] = [];
    hub.onState(() => states.push(hub.state()));
    expect(hub.state()).toBe('reconnecting');
    stream().onState?.('live');
    stream().onState?.('live');
    hub.pause();
    hub.resume();
    expect(states).toEqual(['live', 'paused', 'reconnecting']);
  });

  it('knows how far the clock of the server is ahead', () => {
    const { hub, stream } = startedHub();
    stream().onHello?.({ cursor: '1', server_time: '1970-01-01T00:00:03Z' });
    expect(hub.serverOffsetMs()).toBe(2_000);
    stream().onHello?.({ cursor: '1', server_time: 'unreadable' });
    expect(hub.serverOffsetMs()).toBe(2_000);
  });
});
