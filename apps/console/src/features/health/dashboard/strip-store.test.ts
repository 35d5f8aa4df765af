import { packResult, STRIP_LENGTH } from '@quarterdeck/contract/health';
import { describe, expect, it } from 'vitest';
import { StripStore } from './strip-store.ts';

function storeAnswering(answer: (ids: readonly string[]) => Record<string, number[]>) {
  const requests: (readonly string[])[] = [];
  let due: (() => void)[] = [];
  const store = new StripStore({
    fetch: async (ids) => {
      requests.push(ids);
      return answer(ids);
    },
    serverNow: () => 5_000,
    setTimeout: (work) => due.push(work),
  });
  /** Lets the gathering time pass and the answers arrive. */
  const settle = async () => {
    const works = due;
    due = [];
    for (const work of works) work();
    await new Promise((resolve) => setImmediate(resolve));
  };
  return { store, requests, settle };
}

const healthy = (ms: number) => packResult(ms, 'healthy');

describe('strips', () => {
  it('of rows that come into view together are read with one request', async () => {
    const { store, requests, settle } = storeAnswering(() => ({ a: [healthy(1)], b: [] }));
    let heard = 0;
    store.subscribe('a', () => (heard += 1));
    store.subscribe('b', () => {});
    await settle();
    expect(requests).toEqual([['a', 'b']]);
    expect(store.get('a')).toEqual([healthy(1)]);
    expect(heard).toBe(1);
  });

  it('of many rows are read in batches of at most 200', async () => {
    const { store, requests, settle } = storeAnswering(() => ({}));
    for (let n = 0; n < 450; n += 1) store.subscribe(`c${n}`, () => {});
    await settle();
    expect(requests.map((ids) => ids.length)).toEqual([200, 200, 50]);
  });

  it('of rows that were only passed by are not read', async () => {
    const { store, requests, settle } = storeAnswering(() => ({}));
    store.subscribe('a', () => {})();
    store.subscribe('b', () => {});
    await settle();
    expect(requests).toEqual([['b']]);
    store.subscribe('a', () => {});
    await settle();
    expect(requests[1]).toEqual(['a']);
  });

  it('that are known are not read again until they are invalidated', async () => {
    const { store, requests, settle } = storeAnswering(() => ({}));
    const leave = store.subscribe('a', () => {});
    await settle();
    leave();
    store.subscribe('a', () => {});
    await settle();
    expect(requests).toHaveLength(1);
    store.invalidate();
    await settle();
    expect(requests).toHaveLength(2);
  });

  it('grow by live results and keep their length', async () => {
    const full = Array.from({ length: STRIP_LENGTH }, (_, n) => healthy(n));
    const { store, settle } = storeAnswering(() => ({ a: full }));
    store.subscribe('a', () => {});
    await settle();
    store.addResults([['a', 0, 70, 6_000]]);
    expect(store.get('a')).toEqual([...full.slice(1), packResult(70, 'unhealthy')]);
    expect(store.lastRuntimeMs('a')).toBe(6_000);
  });

  it('do not show a result twice that they were read with', async () => {
    const { store, settle } = storeAnswering(() => ({ a: [healthy(7)] }));
    store.subscribe('a', () => {});
    await settle();
    store.addResults([['a', 1, 7, 4_900]]);
    expect(store.get('a')).toEqual([healthy(7)]);
    store.addResults([['a', 1, 7, 5_100]]);
    expect(store.get('a')).toEqual([healthy(7), healthy(7)]);
  });

  it('that are not known do not begin with a single live result', () => {
    const { store } = storeAnswering(() => ({}));
    store.addResults([['a', 1, 7, 4_900]]);
    expect(store.get('a')).toBeUndefined();
  });

  it('that could not be read are asked for again with the next row', async () => {
    let isBroken = true;
    const { store, requests, settle } = storeAnswering(() => {
      if (isBroken) throw new Error('no answer');
      return { a: [healthy(1)] };
    });
    store.subscribe('a', () => {})();
    const leave = store.subscribe('a', () => {});
    await settle();
    isBroken = false;
    leave();
    store.subscribe('a', () => {});
    await settle();
    expect(requests).toHaveLength(2);
    expect(store.get('a')).toEqual([healthy(1)]);
  });
});
