import { QuarterdeckError } from '@quarterdeck/contract';
import type { Database } from '@quarterdeck/database';
import { createTestDatabase, FakeClock } from '@quarterdeck/testing';
import { afterAll, afterEach, beforeAll, beforeEach, describe, expect, it } from 'vitest';
import type { AuditEntry, AuditLog } from '../../app/audit-log.ts';
import { createLog } from '../../platform/log.ts';
import { createAuditLog } from './record-audit.ts';

const ENTRY: AuditEntry = {
  actor: 'ada@example.com',
  via: 'session',
  action: 'update',
  resource: 'canaries',
  outcome: 'done',
  ip: '127.0.0.1',
  userAgent: 'test',
};

let db: Database;
let clock: FakeClock;
let isAway: boolean;
let audit: AuditLog;
beforeAll(async () => {
  db = await createTestDatabase();
});
beforeEach(async () => {
  await db.query('DELETE FROM audit_log');
  clock = new FakeClock(new Date('2026-05-04T10:00:00Z'));
  isAway = false;
  const away: Pick<Database, 'query'> = {
    query: (text, values, options) =>
      isAway ? Promise.reject(new QuarterdeckError('DATABASE_UNAVAILABLE', 'away')) : db.query(text, values, options),
  };
  audit = createAuditLog({ db: away, clock, log: createLog('silent') });
});
afterEach(() => audit.stop());
afterAll(() => db.close());

async function rows(): Promise<Record<string, unknown>[]> {
  const found = await db.query<Record<string, unknown>>('SELECT * FROM audit_log ORDER BY at, id');
  return found.rows;
}

describe('the audit log', () => {
  it('keeps entries in the order in which they were made', async () => {
    for (const action of ['create', 'update', 'delete']) audit.record({ ...ENTRY, action });
    await audit.flush();

    const written = await rows();
    expect(written.map(({ action }) => action)).toEqual(['create', 'update', 'delete']);
    expect(written[0]).toMatchObject({ actor: 'ada@example.com', at: new Date('2026-05-04T10:00:00Z'), person_id: null });
  });

  it('keeps the order of many entries of the same millisecond', async () => {
    const numbers = Array.from({ length: 5_000 }, (_, number) => String(number));
    for (const resourceId of numbers) audit.record({ ...ENTRY, resourceId });
    await audit.flush();

    expect((await rows()).map(({ resource_id }) => resource_id)).toEqual(numbers);
  });

  it('keeps entries while the database is away, and writes them when it is back', async () => {
    isAway = true;
    audit.record(ENTRY);
    audit.record({ ...ENTRY, action: 'delete' });
    await audit.flush();
    expect(await rows()).toEqual([]);

    isAway = false;
    await clock.advance(60_000);
    await audit.flush();

    expect((await rows()).map(({ action }) => action)).toEqual(['update', 'delete']);
  });

  it('cuts long texts and takes line breaks and zero bytes out', async () => {
    audit.record({ ...ENTRY, actor: `a\u0000\r\nb${'x'.repeat(5_000)}\ud800`, details: { text: 'y'.repeat(50_000) } });
    await audit.flush();

    const [row] = await rows();
    expect(String(row?.actor)).toMatch(/^a bx+…$/);
    expect(JSON.stringify(row).length).toBeLessThan(2_000);
  });

  it('leaves the values of secrets out, wherever they are in the details', async () => {
    audit.record({
      ...ENTRY,
      details: { password: 'hunter2', nested: { api_token: 'hunter2', list: [{ secret: 'hunter2' }] }, columns: ['password'] },
    });
    await audit.flush();

    const [row] = await rows();
    expect(JSON.stringify(row)).not.toContain('hunter2');
    expect(row?.details).toMatchObject({ columns: ['password'] });
  });

  it('leaves out an entry that cannot be written, and writes those around it', async () => {
    audit.record({ ...ENTRY, action: 'first' });
    audit.record({ ...ENTRY, status: Number.MAX_SAFE_INTEGER });
    audit.record({ ...ENTRY, action: 'last' });
    await audit.flush();

    expect((await rows()).map(({ action }) => action)).toEqual(['first', 'last']);
  });

  it('never throws, whatever an entry holds', async () => {
    const circle: Record<string, unknown> = {};
    circle.self = circle;

    expect(() => audit.record({ ...ENTRY, details: { circle, big: 1n, call: () => 1 } })).not.toThrow();
    await audit.flush();

    expect(await rows()).toHaveLength(1);
  });
});
