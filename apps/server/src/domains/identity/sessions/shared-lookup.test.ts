import { describe, expect, it } from 'vitest';
import { createSharedLookup } from './shared-lookup.ts';

/** Statements that answer when told, each with what it saw when it began. */
function statements(value: () => string) {
  const running: { keys: readonly string[]; end: () => void; fail: (error: Error) => void }[] = [];
  const read = (keys: readonly string[]) => {
    const seen = value();
    return new Promise<ReadonlyMap<string, string>>((resolve, reject) => {
      running.push({
        keys,
        end: () => resolve(new Map(keys.filter((key) => key !== 'gone').map((key) => [key, seen]))),
        fail: reject,
      });
    });
  };
  return { read, running };
}

const settle = () => new Promise((resolve) => setImmediate(resolve));

describe('lookups that come together', () => {
  it('share the statement that begins after them', async () => {
    const { read, running } = statements(() => 'now');
    const find = createSharedLookup(read);
    void find('a');
    void find('b');
    void find('b');
    void find('c');
    running[0]?.end();
    await settle();

    expect(running.map(({ keys }) => keys)).toEqual([['a'], ['b', 'c']]);
  });

  it('never get what was read before they came', async () => {
    let value = 'before';
    const { read, running } = statements(() => value);
    const find = createSharedLookup(read);
    const early = find('a');
    value = 'after';
    const late = find('a');
    running[0]?.end();
    await settle();
    running[1]?.end();

    expect([await early, await late]).toEqual(['before', 'after']);
  });

  it('keep nothing for the next', async () => {
    let value = 'first';
    const { read, running } = statements(() => value);
    const find = createSharedLookup(read);
    const first = find('a');
    running[0]?.end();
    await first;
    await settle();
    value = 'second';
    const second = find('a');
    running[1]?.end();

    expect(await second).toBe('second');
  });

  it('find nothing where there is nothing', async () => {
    const { read, running } = statements(() => 'now');
    const found = createSharedLookup(read)('gone');
    running[0]?.end();

    expect(await found).toBeUndefined();
  });

  it('fail together and go on afterwards', async () => {
    const { read, running } = statements(() => 'now');
    const find = createSharedLookup(read);
    const broken = find('a');
    const next = find('a');
    running[0]?.fail(new Error('the database is away'));
    await expect(broken).rejects.toThrow('away');
    await settle();
    running[1]?.end();

    expect(await next).toBe('now');
  });
});
