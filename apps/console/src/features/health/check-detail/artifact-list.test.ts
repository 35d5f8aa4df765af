import { describe, expect, it } from 'vitest';
import { groupByResult } from './artifact-list.ts';

const artifact = (id: string, check_time: string) => ({ id, filename: `${id}.txt`, size: 1, check_time });

describe('the files of a history', () => {
  it('stand with the result that left them behind, in their order', () => {
    const [a, b, c] = [
      artifact('a', '2026-05-01T00:00:00+00:00'),
      artifact('b', '2026-05-02T00:00:00+00:00'),
      artifact('c', '2026-05-01T00:00:00+00:00'),
    ];
    const grouped = groupByResult([a, b, c]);
    expect(grouped.get('2026-05-01T00:00:00+00:00')).toEqual([a, c]);
    expect(grouped.get('2026-05-02T00:00:00+00:00')).toEqual([b]);
    expect(grouped.get('2026-05-03T00:00:00+00:00')).toBeUndefined();
  });
});
