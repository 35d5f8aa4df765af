import { createTestDatabase, insertRow } from '@quarterdeck/testing';
import { afterAll, beforeAll, describe, expect, it } from 'vitest';
import type { Database } from '../database.ts';
import { readValue } from './testing/observe.ts';

let db: Database;
let personId: string;
let editorId: string;
beforeAll(async () => {
  db = await createTestDatabase();
  personId = await insertRow(db, 'people');
  editorId = await insertRow(db, 'people', { name: 'Grace' });
});
afterAll(() => db.close());

const by = () => ({ created_by: personId });
const newIncident = (values = {}) => insertRow(db, 'incidents', { ...by(), ...values });

/** The entry of the newest transaction; ids and times tell the order of entries to a millisecond only. */
async function historyOf(incidentId: string) {
  const { rows } = await db.query<Record<string, unknown>>(
    `SELECT type, description, created_by, hypothesis_id, evidence_id, responder_id, comment_id FROM incident_histories
     WHERE incident_id = $1 ORDER BY xmin::text::bigint DESC LIMIT 1`,
    [incidentId],
  );
  return rows[0];
}

const NOTHING = { hypothesis_id: null, evidence_id: null, responder_id: null, comment_id: null };

describe('changelog of an incident (data-model §6.3)', () => {
  it('begins with incident.created and the id', async () => {
    const id = await newIncident();

    expect(await historyOf(id)).toEqual({ ...NOTHING, type: 'incident.created', description: id, created_by: personId });
  });

  it('has every change of the status, under the creator when nobody is known to have asked', async () => {
    const id = await newIncident();
    await db.query(`UPDATE incidents SET status = 'mitigated' WHERE id = $1`, [id]);

    expect(await historyOf(id)).toEqual({
      ...NOTHING,
      type: 'incident.status_updated',
      description: 'mitigated',
      created_by: personId,
    });
  });

  it('has it under the person who asked', async () => {
    const id = await newIncident();
    await db.transaction(async (tx) => {
      await tx.query(`SELECT set_config('request.person_id', $1, true)`, [editorId]);
      await tx.query(`UPDATE incidents SET status = 'closed' WHERE id = $1`, [id]);
    });

    expect(await historyOf(id)).toMatchObject({ type: 'incident.status_updated', created_by: editorId });
  });

  it('has responders', async () => {
    const incident_id = await newIncident();
    const responder_id = await insertRow(db, 'responders', { ...by(), incident_id });

    expect(await historyOf(incident_id)).toEqual({
      ...NOTHING,
      type: 'responder.created',
      description: null,
      created_by: personId,
      responder_id,
    });
  });

  it('has new hypotheses and every change of their status', async () => {
    const incident_id = await newIncident();
    const hypothesis_id = await insertRow(db, 'hypotheses', { ...by(), incident_id, status: 'possible' });
    const created = await historyOf(incident_id);
    await db.query(`UPDATE hypotheses SET status = 'likely' WHERE id = $1`, [hypothesis_id]);

    const of = { ...NOTHING, created_by: personId, hypothesis_id };
    expect(created).toEqual({ ...of, type: 'hypothesis.created', description: 'possible' });
    expect(await historyOf(incident_id)).toEqual({ ...of, type: 'hypothesis.status_updated', description: 'likely' });
  });

  it('has evidence, and when it joins the definition of done', async () => {
    const incident_id = await newIncident();
    const hypothesis_id = await insertRow(db, 'hypotheses', { ...by(), incident_id });
    const evidence_id = await insertRow(db, 'evidences', { ...by(), hypothesis_id });
    const created = await historyOf(incident_id);
    await db.query('UPDATE evidences SET definition_of_done = true WHERE id = $1', [evidence_id]);

    const of = { ...NOTHING, description: null, created_by: personId, evidence_id };
    expect(created).toEqual({ ...of, type: 'evidence.created', hypothesis_id });
    expect(await historyOf(incident_id)).toEqual({ ...of, type: 'evidence.done_definition_added' });
  });

  it('has what responders say, and nothing of other comments', async () => {
    const incident_id = await newIncident();
    const responder_id = await insertRow(db, 'responders', { ...by(), incident_id });
    await insertRow(db, 'comments', { ...by(), incident_id });
    const before = await historyOf(incident_id);
    const comment_id = await insertRow(db, 'comments', { ...by(), incident_id, responder_id });

    expect(before).toMatchObject({ type: 'responder.created' });
    expect(await historyOf(incident_id)).toEqual({
      ...NOTHING,
      type: 'responder.commented',
      description: null,
      created_by: personId,
      comment_id,
    });
  });

  it('stays when evidence, comments and hypotheses are deleted in the console’s order', async () => {
    const incident_id = await newIncident();
    const responder_id = await insertRow(db, 'responders', { ...by(), incident_id });
    const hypothesis_id = await insertRow(db, 'hypotheses', { ...by(), incident_id });
    await insertRow(db, 'evidences', { ...by(), hypothesis_id });
    await insertRow(db, 'comments', { ...by(), incident_id, hypothesis_id, responder_id });

    await db.query('DELETE FROM comments WHERE hypothesis_id = $1', [hypothesis_id]);
    await db.query('DELETE FROM evidences WHERE hypothesis_id = $1', [hypothesis_id]);
    await db.query('DELETE FROM hypotheses WHERE id = $1', [hypothesis_id]);

    expect(await readValue(db, 'SELECT count(*) FROM incident_histories WHERE incident_id = $1', [incident_id])).toBe(5);
  });
});

describe('times of an incident (data-model §15 row 7)', () => {
  const times = async (id: string) =>
    (
      await db.query(
        'SELECT acknowledged IS NOT NULL AS acknowledged, resolved IS NOT NULL AS resolved, closed IS NOT NULL AS closed FROM incidents WHERE id = $1',
        [id],
      )
    ).rows[0];

  it.each([
    ['open', { acknowledged: false, resolved: false, closed: false }],
    ['investigating', { acknowledged: true, resolved: false, closed: false }],
    ['mitigated', { acknowledged: true, resolved: false, closed: false }],
    ['resolved', { acknowledged: true, resolved: true, closed: false }],
    ['closed', { acknowledged: true, resolved: true, closed: true }],
    ['cancelled', { acknowledged: true, resolved: true, closed: true }],
  ])('follow the status %s', async (status, expected) => {
    const id = await newIncident();
    await db.query('UPDATE incidents SET status = $2 WHERE id = $1', [id, status]);

    expect(await times(id)).toEqual(expected);
    expect(await times(await newIncident({ status }))).toEqual(expected);
  });

  it('of an incident that is opened again are empty but for when it was taken up', async () => {
    const id = await newIncident({ status: 'closed' });
    await db.query(`UPDATE incidents SET status = 'open' WHERE id = $1`, [id]);

    expect(await times(id)).toEqual({ acknowledged: true, resolved: false, closed: false });
  });
});

describe('incidents', () => {
  it('get an id to read, one after another', async () => {
    const first = await readValue<string>(db, 'SELECT incident_id FROM incidents WHERE id = $1', [await newIncident()]);
    const second = await readValue<string>(db, 'SELECT incident_id FROM incidents WHERE id = $1', [await newIncident()]);

    expect(first).toMatch(/^INC-\d+$/);
    expect(Number(second?.slice(4))).toBe(Number(first?.slice(4)) + 1);
  });

  it('of a component stop counting when they are closed', async () => {
    const component_id = await insertRow(db, 'components', { name: 'counted' });
    const incident_id = await newIncident();
    const hypothesis_id = await insertRow(db, 'hypotheses', { ...by(), incident_id });
    await insertRow(db, 'evidences', { ...by(), hypothesis_id, component_id, type: 'topology' });
    const counted = () => readValue(db, 'SELECT incidents FROM topology WHERE id = $1', [component_id]);

    expect(await counted()).toEqual({ availability: { high: 1 } });
    await db.query(`UPDATE incidents SET status = 'closed' WHERE id = $1`, [incident_id]);
    expect(await counted()).toBeNull();
  });

  it('each show the people who commented on them', async () => {
    const [one, other] = [await newIncident({ title: 'one' }), await newIncident({ title: 'other' })];
    await insertRow(db, 'comments', { ...by(), incident_id: one });
    await insertRow(db, 'comments', { ...by(), incident_id: other });
    await insertRow(db, 'comments', { created_by: editorId, incident_id: other });

    const { rows } = await db.query<{ title: string; names: string[] }>(
      `SELECT title, ARRAY(SELECT c ->> 'name' FROM jsonb_array_elements(commenters) AS c ORDER BY 1) AS names FROM incident_summary
       WHERE title IN ('one', 'other') ORDER BY title`,
    );
    expect(rows).toEqual([
      { title: 'one', names: ['Ada'] },
      { title: 'other', names: ['Ada', 'Grace'] },
    ]);
  });

  it('show their commander, an object of nulls without one, and responders that are still there', async () => {
    const team_id = await insertRow(db, 'teams', { ...by(), icon: 'group' });
    const incident_id = await newIncident({ title: 'led', commander_id: personId });
    await newIncident({ title: 'unled' });
    await insertRow(db, 'responders', { ...by(), incident_id, team_id });
    await insertRow(db, 'responders', { ...by(), incident_id, person_id: editorId, deleted_at: 'now()' });

    const { rows } = await db.query(
      `SELECT commander, responders FROM incident_summary WHERE title IN ('led', 'unled') ORDER BY title`,
    );
    expect(rows).toEqual([
      {
        commander: { id: personId, name: 'Ada', avatar: null },
        responders: [{ id: team_id, name: 'platform', avatar: 'group' }],
      },
      { commander: { id: null, name: null, avatar: null }, responders: null },
    ]);
  });
});
