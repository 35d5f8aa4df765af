import type { Database } from '@quarterdeck/database';
import { expect } from 'vitest';

type Queries = Pick<Database, 'query'>;

/** Rows that a version could write, and what must be true of them in the newest schema. */
export interface StateRows {
  /** Number of the migration that made their tables. */
  readonly since: string;
  /** Number of the migration from which on the statements no longer fit. */
  readonly until?: string;
  readonly rows: string;
  readonly what: string;
  check(db: Queries): Promise<void>;
}

/** An id that people can tell apart in a failure. */
const id = (number: number) => `00000000-0000-4000-8000-${String(number).padStart(12, '0')}`;
const PERSON = id(1);
const CANARY = id(10);
const CHECK = id(11);
const ITEM = id(20);
const COMPONENT = id(30);
const LONG_AGO = '2026-01-02 03:04:05+00';

async function one(db: Queries, sql: string): Promise<Record<string, unknown> | undefined> {
  return (await db.query<Record<string, unknown>>(sql)).rows[0];
}

const BASE: StateRows = {
  since: '0001',
  what: 'people, settings, job runs and waiting events',
  rows: `
    INSERT INTO people (id, name, email) VALUES ('${PERSON}', 'Ada', 'ada@example.org');
    INSERT INTO properties (name, value) VALUES ('check.status.retention.days', '45');
    INSERT INTO job_history (name, status, resource_type, resource_id) VALUES ('Import', 'FAILED', 'canary', '${CANARY}');
    INSERT INTO event_queue (name, properties, attempts, error) VALUES ('check.failed', '{"id": "x"}', 2, 'away');`,
  async check(db) {
    expect(await one(db, `SELECT name FROM people WHERE id = '${PERSON}'`)).toEqual({ name: 'Ada' });
    expect(await one(db, `SELECT value FROM properties WHERE name = 'check.status.retention.days'`)).toEqual({ value: '45' });
    expect(await one(db, `SELECT status FROM job_histories WHERE name = 'Import'`)).toEqual({ status: 'FAILED' });
    await db.query(`SELECT enqueue_event('check.failed', '{"id": "x"}')`);
    expect(await one(db, `SELECT attempts, error, lease_until FROM event_queue WHERE properties = '{"id": "x"}'`)).toEqual({
      attempts: 0,
      error: 'away',
      lease_until: null,
    });
  },
};

const DANGLING_TEAM: StateRows = {
  since: '0001',
  until: '0005',
  what: 'a person with a team that is none',
  rows: `INSERT INTO people (id, name, team_id, updated_at) VALUES ('${id(2)}', 'Bob', '${id(99)}', '${LONG_AGO}');`,
  async check(db) {
    expect(await one(db, `SELECT team_id, updated_at FROM people WHERE id = '${id(2)}'`)).toEqual({
      team_id: null,
      updated_at: new Date(LONG_AGO),
    });
  },
};

const HEALTH: StateRows = {
  since: '0002',
  what: 'a canary with a check, results and a change of state',
  rows: `
    INSERT INTO canaries (id, name, namespace, spec, labels, source) VALUES ('${CANARY}', 'shop', 'default', '{"interval": 30}', '{"team": "web"}', 'UI');
    INSERT INTO checks (id, canary_id, type, name, status, last_runtime) VALUES ('${CHECK}', '${CANARY}', 'http', 'home', 'healthy', '${LONG_AGO}');
    INSERT INTO check_statuses (check_id, time, duration, status) VALUES ('${CHECK}', '${LONG_AGO}', 12, true), ('${CHECK}', now(), 34, false);
    UPDATE check_states SET status = 'unhealthy' WHERE check_id = '${CHECK}';`,
  async check(db) {
    expect(await one(db, `SELECT canary_name, status, labels FROM check_summary WHERE id = '${CHECK}'`)).toEqual({
      canary_name: 'shop',
      status: 'unhealthy',
      labels: { team: 'web' },
    });
    expect(
      await one(db, `SELECT count(*) AS results, sum(duration) AS duration FROM check_statuses WHERE check_id = '${CHECK}'`),
    ).toEqual({
      results: 2,
      duration: 46,
    });
    await db.query(`UPDATE checks SET description = 'front page', status = 'healthy' WHERE id = '${CHECK}'`);
    expect(await one(db, `SELECT description, status FROM checks WHERE id = '${CHECK}'`)).toEqual({
      description: 'front page',
      status: 'healthy',
    });
    expect(await one(db, `SELECT count(*) > 0 AS queued FROM event_queue WHERE name = 'check.passed'`)).toEqual({ queued: true });
  },
};

const ITEMS: StateRows = {
  since: '0002',
  what: 'an item of the catalog and a component that a check watches',
  rows: `
    INSERT INTO config_items (id, name, config_class, type, tags, labels) VALUES ('${ITEM}', 'pod', 'Pod', 'Kubernetes::Pod', '{"cluster": "prod"}', '{"app": "web"}');
    INSERT INTO components (id, name, external_id, status, config_id) VALUES ('${COMPONENT}', 'web', 'web', 'healthy', '${ITEM}');
    INSERT INTO check_component_relationships (component_id, check_id, canary_id) VALUES ('${COMPONENT}', '${CHECK}', '${CANARY}');`,
  async check(db) {
    expect(await one(db, `SELECT type, tags FROM configs WHERE id = '${ITEM}'`)).toEqual({
      type: 'Kubernetes::Pod',
      tags: { cluster: 'prod' },
    });
    expect((await db.query(`SELECT kind, key, value FROM config_tag_values ORDER BY kind`)).rows).toEqual([
      { kind: 'label', key: 'app', value: 'web' },
      { kind: 'tag', key: 'cluster', value: 'prod' },
    ]);
    expect(await one(db, `SELECT config_id FROM components WHERE id = '${COMPONENT}'`)).toEqual({ config_id: ITEM });
    expect(await one(db, `SELECT name FROM checks_by_component WHERE component_id = '${COMPONENT}'`)).toEqual({ name: 'home' });
  },
};

const DANGLING_ITEMS: StateRows = {
  since: '0002',
  until: '0006',
  what: 'items and components with a scraper, a topology and an item that are none, which keep the time of their last change',
  rows: `
    INSERT INTO config_items (id, name, config_class, type, scraper_id, updated_at) VALUES ('${id(21)}', 'stray', 'Pod', 'Pod', '${id(99)}', '${LONG_AGO}');
    INSERT INTO components (id, name, external_id, status, topology_id, config_id, updated_at)
    VALUES ('${id(31)}', 'stray', 'stray', '', '${id(99)}', '${id(98)}', '${LONG_AGO}');`,
  async check(db) {
    const updated_at = new Date(LONG_AGO);
    expect(await one(db, `SELECT scraper_id, updated_at FROM config_items WHERE id = '${id(21)}'`)).toEqual({
      scraper_id: null,
      updated_at,
    });
    expect(await one(db, `SELECT topology_id, config_id, updated_at FROM components WHERE id = '${id(31)}'`)).toEqual({
      topology_id: null,
      config_id: null,
      updated_at,
    });
  },
};

const TRANSITIONS: StateRows = {
  since: '0004',
  what: 'a schedule and a remembered change of state',
  rows: `
    INSERT INTO canary_schedules (canary_id, schedule, next_at, definition_hash) VALUES ('${CANARY}', '@every 30s', '${LONG_AGO}', 'x');
    INSERT INTO check_transitions (check_id, time, status) VALUES ('${CHECK}', '${LONG_AGO}', 'unhealthy') ON CONFLICT DO NOTHING;`,
  async check(db) {
    expect(await one(db, `SELECT definition_hash, suspended FROM canary_schedules WHERE canary_id = '${CANARY}'`)).toMatchObject({
      suspended: false,
    });
    expect(await one(db, `SELECT count(*) > 0 AS remembered FROM check_transitions WHERE check_id = '${CHECK}'`)).toEqual({
      remembered: true,
    });
  },
};

const ACCESS: StateRows = {
  since: '0005',
  what: 'an account with its person, and a team',
  rows: `
    INSERT INTO identities (id, traits) VALUES ('${id(3)}', '{"email": "cy@example.org", "name": {"first": "Cy", "last": "Lee"}}');
    INSERT INTO teams (id, name, created_by) VALUES ('${id(4)}', 'web', '${PERSON}');
    INSERT INTO team_members (team_id, person_id) VALUES ('${id(4)}', '${id(3)}');`,
  async check(db) {
    expect(
      await one(db, `SELECT p.name FROM team_members m JOIN people p ON p.id = m.person_id WHERE m.team_id = '${id(4)}'`),
    ).toEqual({
      name: 'Cy Lee',
    });
  },
};

const CATALOG: StateRows = {
  since: '0006',
  what: 'a scraper with an item, its change and its insight',
  rows: `
    INSERT INTO config_scrapers (id, name, spec, source) VALUES ('${id(22)}', 'kubernetes', '{}', 'UI');
    INSERT INTO config_items (id, name, config_class, type, scraper_id, parent_id) VALUES ('${id(23)}', 'box', 'Pod', 'Pod', '${id(22)}', '${ITEM}');
    INSERT INTO config_changes (id, config_id, change_type, summary) VALUES ('${id(24)}', '${id(23)}', 'diff', 'image');
    INSERT INTO config_analysis (config_id, analyzer, analysis_type) VALUES ('${id(23)}', 'x', 'cost');`,
  async check(db) {
    expect(await one(db, `SELECT scraper_id, changes, analysis FROM configs WHERE id = '${id(23)}'`)).toEqual({
      scraper_id: id(22),
      changes: 1,
      analysis: { cost: 1 },
    });
    expect(await one(db, `SELECT relation FROM config_relationships WHERE related_id = '${id(23)}'`)).toEqual({
      relation: 'hard',
    });
  },
};

const INCIDENTS: StateRows = {
  since: '0007',
  what: 'an incident with its changelog',
  rows: `
    INSERT INTO incidents (id, title, created_by, severity, description, type, status) VALUES ('${id(40)}', 'down', '${PERSON}', 'High', '', 'availability', 'open');
    INSERT INTO hypotheses (id, created_by, incident_id, type, title, status) VALUES ('${id(41)}', '${PERSON}', '${id(40)}', 'root', 'deploy', 'likely');`,
  async check(db) {
    expect((await db.query(`SELECT type FROM incident_histories WHERE incident_id = '${id(40)}' ORDER BY type`)).rows).toEqual([
      { type: 'hypothesis.created' },
      { type: 'incident.created' },
    ]);
    expect(await one(db, `SELECT title FROM incident_summary WHERE id = '${id(40)}'`)).toEqual({ title: 'down' });
  },
};

const PLAYBOOKS: StateRows = {
  since: '0008',
  what: 'a playbook with a run',
  rows: `
    INSERT INTO playbooks (id, name, spec, source) VALUES ('${id(50)}', 'restart', '{"actions": []}', 'UI');
    INSERT INTO playbook_runs (id, playbook_id, status, config_id) VALUES ('${id(51)}', '${id(50)}', 'completed', '${ITEM}');`,
  async check(db) {
    expect(await one(db, `SELECT status, config_id FROM playbook_runs WHERE id = '${id(51)}'`)).toEqual({
      status: 'completed',
      config_id: ITEM,
    });
  },
};

const NOTIFICATIONS: StateRows = {
  since: '0009',
  what: 'a rule, a silence and a connection whose password stays hidden',
  rows: `
    INSERT INTO notifications (id, name, events) VALUES ('${id(60)}', 'down', '{check.failed}');
    INSERT INTO notification_silences (id, "from", until, canary_id) VALUES ('${id(61)}', now(), now(), '${CANARY}');
    INSERT INTO connections (id, name, type, password) VALUES ('${id(62)}', 'db', 'postgres', 'secret');`,
  async check(db) {
    expect(await one(db, `SELECT name FROM notifications_summary WHERE id = '${id(60)}'`)).toEqual({ name: 'down' });
    expect(await one(db, `SELECT canary_id FROM notification_silences WHERE id = '${id(61)}'`)).toEqual({ canary_id: CANARY });
    expect(await one(db, `SELECT password FROM connections WHERE id = '${id(62)}'`)).toEqual({ password: '***' });
  },
};

const ALL: readonly StateRows[] = [
  BASE,
  DANGLING_TEAM,
  HEALTH,
  ITEMS,
  DANGLING_ITEMS,
  TRANSITIONS,
  ACCESS,
  CATALOG,
  INCIDENTS,
  PLAYBOOKS,
  NOTIFICATIONS,
];

/** What a database in the state of a migration can hold. */
export function rowsOf(state: string): readonly StateRows[] {
  return ALL.filter(({ since, until = '9999' }) => since <= state && state < until);
}
