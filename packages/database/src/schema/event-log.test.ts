import { type Company, createTestDatabase, insertCompany, insertRow } from '@quarterdeck/testing';
import { afterAll, beforeAll, describe, expect, it } from 'vitest';
import type { Database } from '../database.ts';
import { logOf } from './testing/observe.ts';

let db: Database;
let company: Company;
beforeAll(async () => {
  db = await createTestDatabase();
  company = await insertCompany(db);
});
afterAll(() => db.close());

/** A write of each kind, and what of it is logged. */
const CHANGES: readonly (readonly [what: string, sql: string, id: keyof Company, topic: string, payload: object])[] = [
  ['a renamed agent', `UPDATE agents SET name = 'n' WHERE id = $1`, 'agentId', 'agent', { change: 'updated', name: 'n' }],
  ['a renamed team', `UPDATE teams SET name = 'n' WHERE id = $1`, 'teamId', 'team', { change: 'updated', name: 'n' }],
  ['a renamed person', `UPDATE people SET name = 'n' WHERE id = $1`, 'otherPersonId', 'person', { change: 'updated', name: 'n' }],
  [
    'a renamed connection',
    `UPDATE connections SET name = 'n' WHERE id = $1`,
    'connectionId',
    'connection',
    { kind: 'connections', change: 'updated' },
  ],
  [
    'a renamed log backend',
    `UPDATE logging_backends SET name = 'n' WHERE id = $1`,
    'logBackendId',
    'logging_backend',
    { name: 'n' },
  ],
  ['a renamed scraper', `UPDATE config_scrapers SET name = 'n' WHERE id = $1`, 'scraperId', 'config_scraper', { name: 'n' }],
  ['a renamed topology', `UPDATE topologies SET name = 'n' WHERE id = $1`, 'topologyId', 'topology', { name: 'n' }],
  [
    'a worse component',
    `UPDATE components SET health = 'warning' WHERE id = $1`,
    'componentId',
    'component',
    { health: 'warning' },
  ],
  ['a renamed rule', `UPDATE incident_rules SET name = 'n' WHERE id = $1`, 'ruleId', 'incident_rule', { name: 'n' }],
  ['a playbook', `UPDATE playbooks SET name = 'n' WHERE id = $1`, 'playbookId', 'playbook', { name: 'n' }],
  ['a run', `UPDATE playbook_runs SET status = 'failed' WHERE id = $1`, 'runId', 'playbook_run', { status: 'failed' }],
  ['a notification', `UPDATE notifications SET name = 'n' WHERE id = $1`, 'notificationId', 'notification', { name: 'n' }],
  [
    'a message',
    `UPDATE notification_send_history SET status = 'error' WHERE id = $1`,
    'sendId',
    'notification_send',
    { status: 'error' },
  ],
  [
    'a silence',
    `UPDATE notification_silences SET until = now() WHERE id = $1`,
    'silenceId',
    'notification_silence',
    { change: 'updated' },
  ],
  [
    'an item',
    `UPDATE config_items SET status = 'Ready' WHERE id = $1`,
    'configId',
    'config',
    { change: 'updated', status: 'Ready' },
  ],
  ['a change', `UPDATE config_changes SET severity = 'high' WHERE id = $1`, 'changeId', 'config_change', { severity: 'high' }],
  [
    'an insight',
    `UPDATE config_analysis SET status = 'resolved' WHERE id = $1`,
    'analysisId',
    'config_analysis',
    { status: 'resolved' },
  ],
];

describe('the log of changes', () => {
  it.each(CHANGES)('has %s under its id', async (_what, sql, id, topic, payload) => {
    const logged = await logOf(db, () => db.query(sql, [company[id]]));

    expect(logged).toEqual([{ topic, subject: company[id], payload: expect.objectContaining({ id: company[id], ...payload }) }]);
  });

  it.each([
    ['an incident', `UPDATE incidents SET title = 'n' WHERE id = $1`, 'incidentId', 'incidents'],
    ['a hypothesis', `UPDATE hypotheses SET title = 'n' WHERE id = $1`, 'hypothesisId', 'hypotheses'],
    ['evidence', `UPDATE evidences SET description = 'n' WHERE id = $1`, 'evidenceId', 'evidences'],
    ['a comment', `UPDATE comments SET comment = 'n' WHERE id = $1`, 'commentId', 'comments'],
    ['a responder', `UPDATE responders SET external_id = 'n' WHERE id = $1`, 'responderId', 'responders'],
  ] as const)('has %s under its incident', async (_what, sql, id, kind) => {
    const logged = await logOf(db, () => db.query(sql, [company[id]]));

    expect(logged).toEqual([
      {
        topic: 'incident',
        subject: company.incidentId,
        payload: expect.objectContaining({ kind, id: company[id], change: 'updated' }),
      },
    ]);
  });

  it('has a step under its run, and under itself where it has none', async () => {
    const ofRun = await logOf(db, () =>
      db.query(`UPDATE playbook_run_actions SET status = 'failed' WHERE id = $1`, [company.actionId]),
    );
    let id = '';
    const alone = await logOf(db, async () => {
      id = await insertRow(db, 'playbook_run_actions', { name: 'on an agent' });
    });

    expect(ofRun).toMatchObject([
      { topic: 'playbook_run', subject: company.runId, payload: { id: company.actionId, status: 'failed' } },
    ]);
    expect(alone).toMatchObject([{ topic: 'playbook_run', subject: id }]);
  });

  it('has a feature switch under its name', async () => {
    const logged = await logOf(db, () => db.query(`UPDATE properties SET value = 'false' WHERE name = 'logs.disable'`));

    expect(logged).toMatchObject([
      { topic: 'property', subject: 'logs.disable', payload: { name: 'logs.disable', change: 'updated' } },
    ]);
  });

  it('calls a soft delete deleted and its undoing created', async () => {
    const id = await insertRow(db, 'teams', { name: 'gone', created_by: company.personId });
    const changes = async (sql: string) => (await logOf(db, () => db.query(sql, [id]))).map(({ payload }) => payload.change);

    expect(await changes('UPDATE teams SET deleted_at = now() WHERE id = $1')).toEqual(['deleted']);
    expect(await changes('UPDATE teams SET deleted_at = NULL WHERE id = $1')).toEqual(['created']);
    expect(await changes('DELETE FROM teams WHERE id = $1')).toEqual(['deleted']);
  });

  it.each([
    ['a heartbeat', `UPDATE agents SET last_seen = now() WHERE id = $1`, 'agentId'],
    ['a scrape that found nothing new', `UPDATE config_items SET last_scraped_time = now() WHERE id = $1`, 'configId'],
    ['a recomputed summary', `UPDATE components SET summary = '{}' WHERE id = $1`, 'componentId'],
    ['a run that waits longer', `UPDATE playbook_runs SET scheduled_time = now() WHERE id = $1`, 'runId'],
    ['an insight that is still there', `UPDATE config_analysis SET last_observed = now() WHERE id = $1`, 'analysisId'],
    ['a write that changes nothing', `UPDATE teams SET name = name WHERE id = $1`, 'teamId'],
  ] as const)('does not have %s', async (_what, sql, id) => {
    expect(await logOf(db, () => db.query(sql, [company[id]]))).toEqual([]);
  });

  it('never holds a secret', async () => {
    const logged = await logOf(db, () =>
      db.query(`UPDATE connections SET password = 'pw-in-the-log' WHERE id = $1`, [company.connectionId]),
    );

    expect(logged).toHaveLength(1);
    expect(JSON.stringify(logged)).not.toContain('pw-in-the-log');
  });
});
