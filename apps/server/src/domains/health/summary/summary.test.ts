import { SummarySchema } from '@quarterdeck/contract/health';
import type { Database } from '@quarterdeck/database';
import { createTestDatabase, FakeClock, insertCanary, recordLog } from '@quarterdeck/testing';
import { afterAll, beforeAll, beforeEach, describe, expect, it } from 'vitest';
import { reconcileCanaries } from '../canaries/reconcile.ts';
import { SummaryCache } from './summary-cache.ts';
import { chooseEncoding, readSummaryRequest } from './summary-request.ts';
import { SummaryService } from './summary-service.ts';

const CLOCK_START = '2026-03-01T10:00:00Z';
const spec = (name: string) => ({ schedule: '@every 60s', http: [{ name, url: 'http://127.0.0.1/' }] });

describe('the summary', () => {
  let db: Database;
  let clock: FakeClock;
  let service: SummaryService;

  beforeAll(async () => {
    db = await createTestDatabase();
    await insertCanary(db, { name: 'shop', labels: { team: 'a' }, spec: spec('"quoted" \\ and\nbroken') });
    await insertCanary(db, { name: 'bank', labels: { team: 'b' }, spec: { ...spec('alpha'), replicas: 0, severity: 'high' } });
    await reconcileCanaries({ db, clock: new FakeClock(CLOCK_START), log: recordLog() });
  });
  afterAll(() => db.close());
  beforeEach(() => {
    clock = new FakeClock(CLOCK_START);
    service = new SummaryService({ db, clock, runnerName: 'runner' });
  });

  async function summaryOf(options: Record<string, unknown> = {}) {
    const answer = await service.answer(readSummaryRequest(options));
    return SummarySchema.parse(JSON.parse((await answer.bytes('identity')).toString()));
  }

  it('has one row per live check in the shape of the contract', async () => {
    const { checks_summary: rows = [], runnerName } = await summaryOf();

    expect(runnerName).toBe('runner');
    expect(rows.map((row) => row.name).toSorted()).toEqual(['"quoted" \\ and\nbroken', 'alpha']);
  });

  it('leaves out what is empty but never uptime and latency', async () => {
    const { checks_summary: rows = [] } = await summaryOf({ SortBy: 'name' });
    const alpha = rows.find((row) => row.name === 'alpha');

    expect(Object.keys(alpha ?? {}).sort()).toEqual([
      'canary_id',
      'canary_name',
      'canary_namespace',
      'created_at',
      'id',
      'labels',
      'latency',
      'name',
      'namespace',
      'severity',
      'suspended',
      'type',
      'updated_at',
      'uptime',
    ]);
    expect(alpha?.uptime).toEqual({ passed: 0, failed: 0 });
    expect(alpha?.latency).toEqual({ rolling1h: 0 });
  });

  it('sorts by name when asked', async () => {
    const up = (await summaryOf({ sortby: 'name' })).checks_summary ?? [];
    const down = (await summaryOf({ SORTBY: '-name' })).checks_summary ?? [];

    expect(up.map((row) => row.id)).toEqual(down.map((row) => row.id).toReversed());
    expect(() => readSummaryRequest({ SortBy: 'color' })).toThrow(/SortBy/);
  });

  it('has only the checks that carry all wanted labels', async () => {
    expect((await summaryOf({ Labels: { team: 'a' } })).checks_summary).toHaveLength(1);
    expect((await summaryOf({ labels: { team: 'a', high: 'true' } })).checks_summary).toBeUndefined();
  });

  it('shows checks deleted after a moment when asked', async () => {
    const before = new Date(Date.now() - 60_000).toISOString();
    const { rows } = await db.query<{ id: string }>(`SELECT id FROM check_definitions WHERE name = 'alpha'`);
    await db.query('UPDATE check_definitions SET deleted_at = now() WHERE id = $1', [rows[0]?.id]);

    expect((await summaryOf({ DeleteFrom: before })).checks_summary).toHaveLength(2);
    expect((await summaryOf()).checks_summary).toHaveLength(1);
    await db.query('UPDATE check_definitions SET deleted_at = NULL WHERE id = $1', [rows[0]?.id]);
  });

  it('shows a new check as soon as it is told of one', async () => {
    await summaryOf();
    const id = await insertCanary(db, { name: 'new', spec: spec('newcomer') });
    await reconcileCanaries({ db, clock, log: recordLog() });
    expect((await summaryOf()).checks_summary).toHaveLength(2);

    service.invalidate();

    expect((await summaryOf()).checks_summary).toHaveLength(3);
    await db.query('DELETE FROM canaries WHERE id = $1', [id]);
  });
});

describe('the cache of the summary', () => {
  function createCache() {
    const clock = new FakeClock(CLOCK_START);
    let reads = 0;
    const cache = new SummaryCache({
      clock,
      runnerName: 'r',
      read: async () => {
        reads += 1;
        return { json: `{"read":${reads}}`, asOf: clock.now(), cursor: '' };
      },
    });
    return { clock, cache, reads: () => reads };
  }

  it('reads once for all who ask at the same time', async () => {
    const { cache, reads } = createCache();

    await Promise.all([cache.get(), cache.get(), cache.get()]);

    expect(reads()).toBe(1);
  });

  it('never answers with something older than five seconds', async () => {
    const { cache, clock, reads } = createCache();
    await cache.get();

    await clock.advance(2_400);
    await cache.get();
    expect(reads()).toBe(1);
    await clock.advance(10_000);
    await cache.get();

    expect(reads()).toBe(2);
  });

  it('never answers with something older than a second after a transition', async () => {
    const { cache, clock, reads } = createCache();
    await cache.get();

    cache.noteTransition();
    await clock.advance(1_000);
    await cache.get();

    expect(reads()).toBe(2);
  });

  it('makes the next answer while an ageing one still serves', async () => {
    const { cache, clock, reads } = createCache();
    const first = await cache.get();

    await clock.advance(3_000);
    expect(await cache.get()).toBe(first);
    await clock.advance(1);

    expect(reads()).toBe(2);
    expect(await cache.get()).not.toBe(first);
  });

  it('does not keep an answer that was read before it was invalidated', async () => {
    const { cache, reads } = createCache();

    const building = cache.get();
    cache.invalidate();
    await building;
    await cache.get();

    expect(reads()).toBe(2);
  });

  it('asks the database again after a failed reading', async () => {
    let fails = true;
    const cache = new SummaryCache({
      clock: new FakeClock(CLOCK_START),
      runnerName: 'r',
      read: async () => {
        if (fails) throw new Error('away');
        return { json: '', asOf: new Date(0), cursor: '1.2' };
      },
    });
    await expect(cache.get()).rejects.toThrow('away');
    fails = false;

    const body = JSON.parse((await (await cache.get()).bytes('identity')).toString());

    expect(body).toEqual({ runnerName: 'r', as_of: '1970-01-01T00:00:00.000Z', cursor: '1.2' });
  });
});

describe('the encoding of the summary', () => {
  it.each([
    ['gzip, deflate, br', 'br'],
    ['gzip;q=1.0, br;q=0', 'gzip'],
    ['identity', 'identity'],
    [undefined, 'identity'],
  ])('is for %j the best that the client takes', (header, expected) => {
    expect(chooseEncoding(header)).toBe(expected);
  });
});
