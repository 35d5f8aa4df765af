import type { Database } from '@quarterdeck/database';
import { createTestDatabase, FakeClock } from '@quarterdeck/testing';
import { afterAll, afterEach, beforeAll, describe, expect, it } from 'vitest';
import { applyChangeRules } from './change-rules.ts';
import {
  closeOldInsights,
  deleteOldChanges,
  deleteOldInsights,
  deleteOldItems,
  deleteStaleAgentItems,
  deleteUnusedTagValues,
} from './retention.ts';

const clock = new FakeClock('2026-06-01T00:00:00Z');
let db: Database;
beforeAll(async () => {
  db = await createTestDatabase();
});
afterEach(() =>
  db.query('TRUNCATE config_items, config_scrapers, components, incidents, evidences, config_tag_values, properties CASCADE'),
);
afterAll(() => db.close());

const before = (days: number) => new Date(clock.now().getTime() - days * 86_400_000);

async function insert(table: string, row: Record<string, unknown>): Promise<string> {
  const columns = Object.keys(row);
  const { rows } = await db.query<{ id: string }>(
    `INSERT INTO ${table} (${columns.join(', ')}) VALUES (${columns.map((_, index) => `$${index + 1}`).join(', ')}) RETURNING id`,
    Object.values(row),
  );
  return rows[0]?.id ?? '';
}

const item = (name: string, more: Record<string, unknown> = {}) =>
  insert('config_items', { name, config_class: 'Pod', type: 'Kubernetes::Pod', ...more });

async function addEvidence(of: Record<string, unknown>): Promise<void> {
  const person = (await db.query<{ id: string }>('SELECT id FROM people LIMIT 1')).rows[0]?.id;
  const incident = await insert('incidents', {
    title: 'x',
    created_by: person,
    severity: 'Low',
    description: '',
    type: 'cost',
    status: 'open',
  });
  const hypothesis = await insert('hypotheses', {
    created_by: person,
    incident_id: incident,
    type: 'root',
    title: 'x',
    status: 'likely',
  });
  await insert('evidences', { description: '', hypothesis_id: hypothesis, created_by: person, type: 'config', ...of });
}

async function names(table: string, column: string): Promise<unknown[]> {
  const { rows } = await db.query<{ name: unknown }>(`SELECT ${column} AS name FROM ${table} ORDER BY 1`);
  return rows.map(({ name }) => name);
}

const setProperty = (name: string, value: string) =>
  db.query('INSERT INTO properties (name, value) VALUES ($1, $2)', [name, value]);

describe('changes of the catalog', () => {
  it('go after 60 days, unless they are evidence', async () => {
    const pod = await item('pod');
    const change = (summary: string, days: number) =>
      insert('config_changes', { config_id: pod, summary, created_at: before(days) });
    await change('young', 59);
    await change('old', 61);
    await addEvidence({ config_change_id: await change('evidence', 90) });
    await addEvidence({ config_id: pod });

    expect(await deleteOldChanges(db, clock.now())).toBe(1);

    expect(await names('config_changes', 'summary')).toEqual(['evidence', 'young']);
  });

  it('go beyond the age and beyond the newest count that their scraper names; a rule that says nothing is an error', async () => {
    const retention = { changes: [{ name: 'Scaled', age: '10d' }, { name: 'Pulled', count: 2 }, { name: 'Empty' }] };
    const scraper = await insert('config_scrapers', { name: 'kubernetes', spec: { retention }, source: 'UI' });
    const pod = await item('pod', { scraper_id: scraper });
    const other = await item('other');
    const change = (config_id: string, change_type: string, days: number) =>
      insert('config_changes', { config_id, change_type, summary: `${change_type} ${days}`, created_at: before(days) });
    for (const days of [5, 11]) await change(pod, 'Scaled', days);
    for (const days of [20, 30, 40, 50]) await change(pod, 'Pulled', days);
    await change(other, 'Scaled', 12);

    const outcome = await applyChangeRules(db, clock.now());

    expect(outcome).toEqual({ deleted: 3, errors: ['kubernetes: the rule for Empty has neither an age nor a count'] });
    expect(await names('config_changes', 'summary')).toEqual(['Pulled 20', 'Pulled 30', 'Scaled 12', 'Scaled 5']);
  });
});

describe('insights', () => {
  const insight = (config_id: string, message: string, days: number) =>
    insert('config_analysis', { config_id, analyzer: 'x', message, first_observed: before(100), last_observed: before(days) });

  it('close after 7 days without being seen', async () => {
    const pod = await item('pod');
    await insight(pod, 'seen', 6);
    await insight(pod, 'unseen', 8);

    expect(await closeOldInsights(db, clock.now())).toBe(1);

    expect(await names('config_analysis', `message || ' ' || status`)).toEqual(['seen open', 'unseen closed']);
  });

  it('close after as many days as config_analysis.set_status_closed_days says', async () => {
    await setProperty('config_analysis.set_status_closed_days', '10');
    await insight(await item('pod'), 'unseen', 8);

    expect(await closeOldInsights(db, clock.now())).toBe(0);
  });

  it('go after 60 days without being seen, unless they are evidence', async () => {
    const pod = await item('pod');
    await insight(pod, 'young', 59);
    await insight(pod, 'old', 61);
    await addEvidence({ config_analysis_id: await insight(pod, 'evidence', 90) });

    expect(await deleteOldInsights(db, clock.now())).toBe(1);

    expect(await names('config_analysis', 'message')).toEqual(['evidence', 'young']);
  });
});

describe('deleted items of the catalog', () => {
  it('go 7 days later with their changes, unless evidence or a component refers to them; children stay as roots', async () => {
    await item('live');
    await item('young', { deleted_at: before(6) });
    const old = await item('old', { deleted_at: before(8) });
    await insert('config_changes', { config_id: old, summary: 'x' });
    await item('child', { parent_id: old });
    await addEvidence({ config_id: await item('evidence', { deleted_at: before(8) }) });
    await insert('components', {
      name: 'c',
      external_id: 'c',
      status: '',
      config_id: await item('used', { deleted_at: before(8) }),
    });

    expect(await deleteOldItems(db, clock.now())).toBe(1);

    expect(await names('config_items', 'name')).toEqual(['child', 'evidence', 'live', 'used', 'young']);
    expect(await names('config_changes', 'summary')).toEqual([]);
    expect(await names('config_items', 'parent_id')).toEqual([null, null, null, null, null]);
  });

  it('go after config.retention.period', async () => {
    await setProperty('config.retention.period', '30d');
    await item('old', { deleted_at: before(8) });

    expect(await deleteOldItems(db, clock.now())).toBe(0);
  });
});

describe('items of agents', () => {
  it('are stale when their scraper did not see them for its staleItemAge, a day unless told, never with keep', async () => {
    const agent = await insert('agents', { name: `agent ${clock.now().toISOString()}` });
    const scraper = (name: string, staleItemAge?: string) =>
      insert('config_scrapers', { name, agent_id: agent, source: 'UI', spec: { retention: { staleItemAge } } });
    const [usual, long, keep] = [await scraper('usual'), await scraper('long', '3d'), await scraper('keep', 'keep')];
    const seen = (name: string, scraper_id: string, hours: number, agent_id = agent) =>
      item(name, { scraper_id, agent_id, last_scraped_time: before(hours / 24) });
    await seen('seen', usual, 23);
    await seen('stale', usual, 25);
    await seen('patient', long, 71);
    await seen('stale too', long, 73);
    await seen('kept', keep, 1000);
    await seen('local', usual, 1000, '00000000-0000-0000-0000-000000000000');

    expect(await deleteStaleAgentItems(db, clock.now())).toBe(2);

    const { rows } = await db.query(
      'SELECT name, deleted_at, delete_reason FROM config_items WHERE deleted_at IS NOT NULL ORDER BY name',
    );
    expect(rows).toEqual([
      { name: 'stale', deleted_at: clock.now(), delete_reason: 'STALE' },
      { name: 'stale too', deleted_at: clock.now(), delete_reason: 'STALE' },
    ]);
  });

  it('are stale after config.retention.stale_item_age when their scraper says nothing', async () => {
    await setProperty('config.retention.stale_item_age', '2d');
    const agent = await insert('agents', { name: 'patient agent' });
    const scraper = await insert('config_scrapers', { name: 'x', agent_id: agent, source: 'UI', spec: {} });
    await item('pod', { scraper_id: scraper, agent_id: agent, last_scraped_time: before(1.5) });

    expect(await deleteStaleAgentItems(db, clock.now())).toBe(0);
  });
});

it('pairs of tags and labels that no live item has go', async () => {
  await item('live', { tags: { cluster: 'prod' }, labels: { app: 'web' } });
  const gone = await item('gone', { tags: { cluster: 'old' } });
  await db.query('UPDATE config_items SET deleted_at = now() WHERE id = $1', [gone]);

  expect(await deleteUnusedTagValues(db)).toBe(1);

  expect(await names('config_tag_values', `kind || ' ' || key || '=' || value`)).toEqual(['label app=web', 'tag cluster=prod']);
});
