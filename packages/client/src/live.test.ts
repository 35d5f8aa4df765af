import { describe, expect, it } from 'vitest';
import { type LiveOptions, openLive, type StreamEvent } from './live.ts';

class FakeStream {
  readyState = 1;
  closed = false;
  readonly #listeners = new Map<string, ((event: StreamEvent) => void)[]>();

  addEventListener(type: string, listener: (event: StreamEvent) => void) {
    this.#listeners.set(type, [...(this.#listeners.get(type) ?? []), listener]);
  }

  close() {
    this.closed = true;
  }

  emit(type: string, data: unknown = {}, lastEventId = '') {
    for (const listener of this.#listeners.get(type) ?? []) listener({ data: JSON.stringify(data), lastEventId });
  }
}

function openWith(options: Partial<LiveOptions> = {}) {
  const streams: FakeStream[] = [];
  const urls: URL[] = [];
  const timers: { work: () => void; delayMs: number }[] = [];
  const states: string[] = [];
  const connection = openLive(
    { topics: ['check', 'canary'], results: true, onState: (state) => states.push(state), ...options },
    {
      baseUrl: 'http://server',
      open(url) {
        urls.push(new URL(url));
        const stream = new FakeStream();
        streams.push(stream);
        return stream;
      },
      setTimeout(work, delayMs) {
        const timer = { work, delayMs };
        timers.push(timer);
        return () => timers.splice(timers.indexOf(timer), 1);
      },
    },
  );
  const last = () => {
    const stream = streams.at(-1);
    if (stream === undefined) throw new Error('no stream was opened');
    return stream;
  };
  const end = () => {
    last().readyState = 2;
    last().emit('error');
  };
  return { connection, streams, urls, timers, states, last, end };
}

describe('openLive', () => {
  it('asks for its topics, the results and the cursor it starts at', () => {
    const { urls } = openWith({ cursor: '7.1' });
    expect(urls[0]?.pathname).toBe('/api/live');
    expect(Object.fromEntries(urls[0]?.searchParams ?? [])).toEqual({ topics: 'check,canary', results: '1', cursor: '7.1' });
  });

  it('hands on changes with the cursor after them, and results', () => {
    const seen: unknown[] = [];
    const { last } = openWith({
      onChange: (change, cursor) => seen.push([change.subject, cursor]),
      onResults: (r) => seen.push(r),
    });
    last().emit('hello', { cursor: '1.1', server_time: 'now' });
    last().emit('change', { topic: 'check', subject: 'c1', at: 'now', payload: {} }, '1.2');
    last().emit('results', [['c1', 1, 12, 1000]]);
    expect(seen).toEqual([['c1', '1.2'], [['c1', 1, 12, 1000]]]);
  });

  it('is live from the greeting on and reconnecting while the browser repairs a break', () => {
    const { last, states, timers } = openWith();
    last().emit('hello', { cursor: '1.1', server_time: 'now' });
    last().readyState = 0;
    last().emit('error');
    last().emit('hello', { cursor: '1.1', server_time: 'now' });
    expect(states).toEqual(['live', 'reconnecting', 'live']);
    expect(timers).toHaveLength(0);
  });

  it('opens an ended stream again from the last cursor, waiting twice as long each time and at most 30 s', () => {
    const { last, end, timers, urls } = openWith();
    last().emit('change', { topic: 'check', subject: 'c1', at: 'now', payload: {} }, '1.9');
    const delays: number[] = [];
    for (let round = 0; round < 7; round += 1) {
      end();
      const timer = timers.pop();
      delays.push(timer?.delayMs ?? 0);
      timer?.work();
    }
    expect(delays).toEqual([1_000, 2_000, 4_000, 8_000, 16_000, 30_000, 30_000]);
    expect(urls.at(-1)?.searchParams.get('cursor')).toBe('1.9');
  });

  it('continues after a resync from where the server greeted it', () => {
    let resyncs = 0;
    const { last, end, timers, urls } = openWith({ cursor: '0.1', onResync: () => (resyncs += 1) });
    last().emit('hello', { cursor: '5.5', server_time: 'now' });
    last().emit('resync');
    end();
    timers.pop()?.work();
    expect(resyncs).toBe(1);
    expect(urls.at(-1)?.searchParams.get('cursor')).toBe('5.5');
  });

  it('hears nothing while paused and continues from its cursor', () => {
    const seen: string[] = [];
    const { connection, streams, states, urls } = openWith({ onChange: (change) => seen.push(change.subject) });
    const change = { topic: 'check', subject: 'c1', at: 'now', payload: {} };
    streams[0]?.emit('change', change, '2.1');
    connection.pause();
    streams[0]?.emit('change', change, '2.2');
    connection.resume();
    expect(seen).toEqual(['c1']);
    expect(streams[0]?.closed).toBe(true);
    expect(states).toEqual(['paused', 'reconnecting']);
    expect(urls.at(-1)?.searchParams.get('cursor')).toBe('2.1');
  });

  it('opens nothing after it was closed', () => {
    const { connection, end, timers } = openWith();
    end();
    connection.close();
    expect(timers).toHaveLength(0);
  });
});
