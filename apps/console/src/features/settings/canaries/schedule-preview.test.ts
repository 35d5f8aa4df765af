import { describe, expect, it } from 'vitest';
import { previewSchedule } from './schedule-preview.ts';

const now = new Date('2026-03-02T12:00:00Z');

describe('previewSchedule', () => {
  it('gives the next three runs of a cron text in its zone', () => {
    const preview = previewSchedule('CRON_TZ=UTC 30 6 * * *', now);
    expect(preview).toEqual({
      kind: 'cron',
      timeZone: 'UTC',
      runs: ['03', '04', '05'].map((day) => new Date(`2026-03-${day}T06:30:00Z`)),
    });
  });

  it('gives the interval of @every', () => {
    expect(previewSchedule('@every 90s', now)).toEqual({ kind: 'every', intervalMs: 90_000 });
  });

  it('tells no schedule from a schedule that never comes', () => {
    expect([previewSchedule(' ', now), previewSchedule('@never', now)]).toEqual([{ kind: 'none' }, { kind: 'never' }]);
  });

  it('says what is wrong with any other text', () => {
    expect(previewSchedule('every day', now)).toMatchObject({ kind: 'problem', message: expect.stringContaining('cron') });
  });
});
