import type { Database } from '@quarterdeck/database';
import { createTestDatabase, insertCheck } from '@quarterdeck/testing';
import { afterAll, beforeAll, describe, expect, it } from 'vitest';
import { placeGivenResults } from './given-times.ts';
import { microsecondsOf } from './microseconds.ts';
import type { ResultRow } from './result-row.ts';
import { storeResults } from './result-store.ts';

const at = (time: string) => microsecondsOf(new Date(`2026-03-01T${time}Z`));

describe('the time of a result that somebody else gave', () => {
  let db: Database;
  let checkId: string;

  beforeAll(async () => {
    db = await createTestDatabase();
    ({ checkId } = await insertCheck(db, { name: 'reported' }));
    await storeResults(db, [reported({})], []);
  });
  afterAll(() => db.close());

  function reported(overrides: Partial<ResultRow>): ResultRow {
    return {
      checkId,
      timeUs: at('10:00:00'),
      pass: true,
      invalid: false,
      durationMs: 1,
      message: 'fine',
      error: '',
      details: undefined,
      nextRuntime: undefined,
      ...overrides,
    };
  }

  const placed = async (row: ResultRow, olderIsNews = true) => {
    const [result] = await placeGivenResults(db, [{ row, cameUs: at('10:30:00') }], { olderIsNews });
    return result?.timeUs;
  };

  it('stays when it is later than all before', async () => {
    expect(await placed(reported({ timeUs: at('10:10:00'), pass: false }))).toBe(at('10:10:00'));
  });

  it('stays when the same result comes again', async () => {
    expect(await placed(reported({}))).toBe(at('10:00:00'));
  });

  it.each([{ pass: false }, { message: 'slow' }, { error: 'down' }])(
    'is that of its coming when it says %j for the same time',
    async (news) => {
      expect(await placed(reported(news))).toBe(at('10:30:00'));
      expect(await placed(reported(news), false)).toBe(at('10:30:00'));
    },
  );

  it('is that of its coming when the check has just been judged differently than later', async () => {
    const older = reported({ timeUs: at('09:00:00'), pass: false });

    expect(await placed(older)).toBe(at('10:30:00'));
    expect(await placed(older, false)).toBe(at('09:00:00'));
  });

  it('is never in the future', async () => {
    expect(await placed(reported({ timeUs: at('23:00:00') }))).toBe(at('10:30:00'));
  });
});
