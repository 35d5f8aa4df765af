import { describe, expect, it } from 'vitest';
import { createWorkGate } from './work-gate.ts';

/** Works that end when told. */
function works() {
  const ends: (() => void)[] = [];
  return {
    start: () => new Promise<void>((resolve) => ends.push(resolve)),
    endFirst: () => ends.shift()?.(),
    running: () => ends.length,
  };
}

const settle = () => new Promise((resolve) => setImmediate(resolve));

describe('a gate before expensive work', () => {
  it('runs no more than it may at once, and the rest in turn', async () => {
    const { start, endFirst, running } = works();
    const gate = createWorkGate({ atOnce: 2, waiting: 10 });
    for (let count = 0; count < 5; count++) void gate.run(start);
    await settle();
    const first = running();
    endFirst();
    await settle();

    expect([first, running()]).toEqual([2, 2]);
  });

  it('turns away what would wait in a full queue, and takes work again when there is room', async () => {
    const { start, endFirst } = works();
    const gate = createWorkGate({ atOnce: 1, waiting: 1 });
    void gate.run(start);
    void gate.run(start);

    expect(gate.run(start)).toBeUndefined();
    endFirst();
    await settle();
    expect(gate.run(start)).toBeDefined();
  });

  it('gives the place free when the work fails', async () => {
    const gate = createWorkGate({ atOnce: 1, waiting: 0 });
    await expect(gate.run(() => Promise.reject(new Error('broken')))).rejects.toThrow('broken');

    expect(await gate.run(async () => 'done')).toBe('done');
  });
});
