import { afterEach, describe, expect, it, vi } from 'vitest';
import { parseMoment } from './moment.ts';

afterEach(() => {
  vi.unstubAllEnvs();
});

describe.each(['UTC', 'Pacific/Kiritimati', 'America/St_Johns'])('where the clock shows %s', (zone) => {
  it.each([
    ['2026-03-04', '2026-03-04T00:00:00.000Z'],
    ['2026-03-04T10:20', '2026-03-04T10:20:00.000Z'],
    ['2026-03-04 10:20:30', '2026-03-04T10:20:30.000Z'],
    ['2026-03-04T10:20:30.5', '2026-03-04T10:20:30.500Z'],
    ['2026-03-04T10:20:30Z', '2026-03-04T10:20:30.000Z'],
    ['2026-03-04T10:20:30+02:00', '2026-03-04T08:20:30.000Z'],
    ['2026-03-04 10:20:30 +0200', '2026-03-04T08:20:30.000Z'],
    [' 4 Mar 2026 10:20 ', '2026-03-04T10:20:00.000Z'],
    ['Wed, 04 Mar 2026 10:20:30 GMT', '2026-03-04T10:20:30.000Z'],
    ['March 4, 2026 10:20 EST', '2026-03-04T15:20:00.000Z'],
    ['2026/03/04', '2026-03-04T00:00:00.000Z'],
  ])('"%s" is %s', (text, moment) => {
    vi.stubEnv('TZ', zone);

    expect(parseMoment(text)?.toISOString()).toBe(moment);
  });
});

it.each(['', 'soon', '2026-13-01', '2026-03-04T25:00'])('"%s" is no moment', (text) => {
  expect(parseMoment(text)).toBeUndefined();
});
