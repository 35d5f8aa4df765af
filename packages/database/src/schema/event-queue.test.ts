import { createTestDatabase, insertRow } from '@quarterdeck/testing';
import { afterAll, beforeAll, describe, expect, it } from 'vitest';
import type { Database } from '../database.ts';
import { eventsOf, queuedEvents } from './testing/observe.ts';

let db: Database;
let personId: string;
beforeAll(async () => {
  db = await createTestDatabase();
  personId = await insertRow(db, 'people');
});
afterAll(() => db.close());

const update = (table: string, id: string, set: string) => db.query(`UPDATE ${table} SET ${set} WHERE id = $1`, [id]);

describe('events of configuration items (data-model §7.1)', () => {
  it('a new item is config.created', async () => {
    let id = '';
    const events = await eventsOf(db, async () => {
      id = await insertRow(db, 'config_items');
    });

    expect(events).toEqual([{ name: 'config.created', properties: { id } }]);
  });

  it.each(['warning', 'unhealthy'])('a new item that begins %s says so too', async (health) => {
    let id = '';
    const events = await eventsOf(db, async () => {
      id = await insertRow(db, 'config_items', { health, status: 'Failed', description: 'no disk' });
    });

    expect(events).toEqual([
      { name: 'config.created', properties: { id } },
      { name: `config.${health}`, properties: { id, status: 'Failed', description: 'no disk' } },
    ]);
  });

  it('a deleted item is config.deleted, once', async () => {
    const id = await insertRow(db, 'config_items');

    expect(await eventsOf(db, () => update('config_items', id, 'deleted_at = now()'))).toEqual([
      { name: 'config.deleted', properties: { id } },
    ]);
    expect(await eventsOf(db, () => update('config_items', id, `deleted_at = now() + interval '1 s'`))).toEqual([]);
  });

  it.each([
    [null, `'healthy'`, 'config.healthy'],
    ['healthy', `'unhealthy'`, 'config.unhealthy'],
    ['healthy', 'NULL', 'config.unknown'],
    ['healthy', `''`, 'config.unknown'],
  ])('health from %s to %s is %s', async (before, after, name) => {
    const id = await insertRow(db, 'config_items', { health: before, status: 'Running' });

    expect(await eventsOf(db, () => update('config_items', id, `health = ${after}`))).toEqual([
      { name, properties: { id, status: 'Running', description: null } },
    ]);
  });

  it.each(['status', 'name', 'labels'])('a change of %s alone is no event', async (column) => {
    const id = await insertRow(db, 'config_items', { health: null });
    const value = column === 'labels' ? `'{"a": "b"}'` : `'other'`;

    expect(await eventsOf(db, () => update('config_items', id, `${column} = ${value}`))).toEqual([]);
  });

  it('many items of one statement are queued together', async () => {
    const events = await eventsOf(db, () =>
      db.query(
        `INSERT INTO config_items (name, type, config_class) SELECT 'pod-' || n, 'Kubernetes::Pod', 'Pod' FROM generate_series(1, 50) AS n`,
      ),
    );

    expect(events.filter(({ name }) => name === 'config.created')).toHaveLength(50);
  });

  it('a description of any length can be queued', async () => {
    // Random text: what compresses well would fit a page of an index.
    const id = await insertRow(db, 'config_items');
    const events = await eventsOf(db, () =>
      update(
        'config_items',
        id,
        `health = 'unhealthy', description = (SELECT string_agg(md5(n::text), '') FROM generate_series(1, 1000) AS n)`,
      ),
    );

    expect(events).toMatchObject([{ name: 'config.unhealthy', properties: { id } }]);
    expect(events[0]?.properties.description).toHaveLength(32_000);
  });
});

describe('events of changes', () => {
  it.each([
    ['diff', 'config.updated'],
    ['Scaled', 'config.changed'],
    [null, 'config.changed'],
  ])('a change of type %s is %s, when it is new and when it is written again', async (type, name) => {
    const config = await insertRow(db, 'config_items');
    let id = '';
    const created = await eventsOf(db, async () => {
      id = await insertRow(db, 'config_changes', { config_id: config, change_type: type });
    });
    const updated = await eventsOf(db, () => update('config_changes', id, `summary = 'again'`));

    expect([created, updated]).toEqual([
      [{ name, properties: { id: config, change_id: id } }],
      [{ name, properties: { id: config, change_id: id } }],
    ]);
  });
});

describe('events of components and checks', () => {
  it('a new component is none, a change of its health is component.<health>', async () => {
    let id = '';
    const created = await eventsOf(db, async () => {
      id = await insertRow(db, 'components', { health: 'healthy' });
    });
    const worse = await eventsOf(db, () => update('components', id, `health = 'warning', description = 'slow'`));
    const unknown = await eventsOf(db, () => update('components', id, 'health = NULL'));

    expect(created).toEqual([]);
    expect(worse).toEqual([{ name: 'component.warning', properties: { id, status: 'healthy', description: 'slow' } }]);
    expect(unknown).toMatchObject([{ name: 'component.unknown', properties: { id } }]);
  });

  it('a check that passes or fails for the first time, or changes, is check.passed or check.failed', async () => {
    const canary = await insertRow(db, 'canaries', { name: 'queue' });
    const id = await insertRow(db, 'checks', { canary_id: canary });
    const run = (status: string, time: string) => () =>
      db.query(`UPDATE checks SET status = $2, last_runtime = $3 WHERE id = $1`, [id, status, time]);

    const first = await eventsOf(db, run('healthy', '2024-10-29T00:00:00Z'));
    const same = await eventsOf(db, run('healthy', '2024-10-29T00:01:00Z'));
    const failed = await eventsOf(db, run('unhealthy', '2024-10-29T00:02:00Z'));

    expect(first).toEqual([
      { name: 'check.passed', properties: { id, last_runtime: expect.stringContaining('2024-10-29 00:00:00') } },
    ]);
    expect(same).toEqual([]);
    expect(failed).toEqual([
      { name: 'check.failed', properties: { id, last_runtime: expect.stringContaining('2024-10-29 00:02:00') } },
    ]);
  });
});

describe('events of playbooks', () => {
  it('a changed approval of the specification is told when there was one and is one', async () => {
    const id = await insertRow(db, 'playbooks', { spec: { approval: { type: 'any' } } });
    const set = (spec: string) => () => update('playbooks', id, `spec = '${spec}'`);

    expect(await eventsOf(db, set('{"approval": {"type": "all"}}'))).toEqual([
      { name: 'playbook.spec.approval.updated', properties: { id } },
    ]);
    expect(await eventsOf(db, set('{"approval": {"type": "all"}, "x": 1}'))).toEqual([]);
    expect(await eventsOf(db, set('{}'))).toEqual([]);
    expect(await eventsOf(db, set('{"approval": {"type": "any"}}'))).toEqual([]);
  });

  it('an approval is playbook.approval.inserted', async () => {
    const playbook = await insertRow(db, 'playbooks', { name: 'approved' });
    const run = await insertRow(db, 'playbook_runs', { playbook_id: playbook });
    let id = '';
    const events = await eventsOf(db, async () => {
      id = await insertRow(db, 'playbook_approvals', { run_id: run, person_id: personId });
    });

    expect(events).toEqual([{ name: 'playbook.approval.inserted', properties: { id, run_id: run } }]);
  });
});

describe('events of incidents', () => {
  let incident = '';
  let hypothesis = '';
  beforeAll(async () => {
    incident = await insertRow(db, 'incidents', { created_by: personId });
    hypothesis = await insertRow(db, 'hypotheses', { created_by: personId, incident_id: incident });
  });

  it('a new incident is incident.created, a change of its status incident.status.<status>', async () => {
    let id = '';
    const created = await eventsOf(db, async () => {
      id = await insertRow(db, 'incidents', { created_by: personId });
    });
    const changed = await eventsOf(db, () => update('incidents', id, `status = 'mitigated'`));
    const retitled = await eventsOf(db, () => update('incidents', id, `title = 'other'`));

    expect([created, changed, retitled]).toEqual([
      [{ name: 'incident.created', properties: { id } }],
      [{ name: 'incident.status.mitigated', properties: { id } }],
      [],
    ]);
  });

  it('a responder is added and removed', async () => {
    let id = '';
    const added = await eventsOf(db, async () => {
      id = await insertRow(db, 'responders', { incident_id: incident, created_by: personId, person_id: personId });
    });
    const removed = await eventsOf(db, () => update('responders', id, 'deleted_at = now()'));

    expect([added, removed]).toEqual([
      [{ name: 'incident.responder.added', properties: { id } }],
      [{ name: 'incident.responder.removed', properties: { id } }],
    ]);
  });

  it('a comment is incident.comment.added', async () => {
    let id = '';
    const events = await eventsOf(db, async () => {
      id = await insertRow(db, 'comments', { incident_id: incident, created_by: personId });
    });

    expect(events).toEqual([{ name: 'incident.comment.added', properties: { id } }]);
  });

  it.each([
    ['definition_of_done', 'false', 'true', 'incident.dod.added'],
    ['definition_of_done', 'NULL', 'true', 'incident.dod.added'],
    ['definition_of_done', 'true', 'false', 'incident.dod.removed'],
    ['done', 'false', 'true', 'incident.dod.passed'],
    ['done', 'NULL', 'true', 'incident.dod.passed'],
    ['done', 'true', 'false', 'incident.dod.regressed'],
  ])('%s of evidence from %s to %s is %s', async (column, before, after, name) => {
    const id = await insertRow(db, 'evidences', { created_by: personId, hypothesis_id: hypothesis });
    await update('evidences', id, `${column} = ${before}`);

    expect(await eventsOf(db, () => update('evidences', id, `${column} = ${after}`))).toEqual([{ name, properties: { id } }]);
  });

  it('done from NULL to false is none', async () => {
    const id = await insertRow(db, 'evidences', { created_by: personId, hypothesis_id: hypothesis });

    expect(await eventsOf(db, () => update('evidences', id, 'done = false'))).toEqual([]);
  });
});

describe('identity of an event', () => {
  it('the same name and properties start a waiting event over and leave its error and priority', async () => {
    const id = await insertRow(db, 'components', { name: 'twice' });
    await eventsOf(db, () => update('components', id, `health = 'unhealthy'`));
    await db.query(
      `UPDATE event_queue SET attempts = 3, last_attempt = now(), error = 'no route', priority = 7, created_at = 'yesterday'`,
    );
    await update('components', id, `health = 'healthy'`);
    await update('components', id, `health = 'unhealthy'`);

    const { rows } = await db.query(
      `SELECT attempts, last_attempt, error, priority, created_at > now() - interval '1 hour' AS fresh FROM event_queue WHERE name = 'component.unhealthy'`,
    );
    expect(rows).toEqual([{ attempts: 0, last_attempt: null, error: 'no route', priority: 7, fresh: true }]);
  });

  it('other properties are another event', async () => {
    await db.query('DELETE FROM event_queue');
    await db.query(`SELECT enqueue_event('x', '{"id": "1"}'), enqueue_event('x', '{"id": "2"}')`);
    await db.query(`SELECT enqueue_event('x', '{"id": "1"}')`);

    expect((await queuedEvents(db)).map(({ properties }) => properties.id)).toEqual(['1', '2']);
  });

  it('tells listeners which events came', async () => {
    const heard: string[] = [];
    const stop = await db.listen('event_queue_updates', (payload) => heard.push(payload));
    await db.query(`SELECT enqueue_event('y', '{"id": "1"}')`);
    await expect.poll(() => heard).toEqual(['y']);
    await stop();
  });
});
