import { LIVE_PAYLOADS, LIVE_TOPICS } from '@quarterdeck/contract/platform';
import type { Database } from '@quarterdeck/database';
import { createTestDatabase } from '@quarterdeck/testing';
import { afterAll, beforeAll, describe, expect, it } from 'vitest';
import type { z } from 'zod';

let db: Database;
const logged = new Map<string, { payload: Record<string, unknown>; subject: string }[]>();

/** One row of everything that is logged, changed and then deleted where that is possible. */
const WRITES = `
  INSERT INTO agents (name) VALUES ('edge');
  UPDATE agents SET description = 'x' WHERE name = 'edge';
  INSERT INTO people (name) VALUES ('Ada');
  INSERT INTO casbin_rule (ptype, v0, v1) SELECT 'g', id, 'editor' FROM people;
  INSERT INTO teams (name, created_by) SELECT 'web', id FROM people LIMIT 1;
  INSERT INTO properties (name, value) VALUES ('incidents.disable', 'true');
  DELETE FROM properties;
  INSERT INTO connections (name, type, password) VALUES ('db', 'postgres', 'secret');
  INSERT INTO logging_backends (name, spec) VALUES ('loki', '{}');
  INSERT INTO config_scrapers (name, spec, source) VALUES ('kubernetes', '{}', 'UI');
  INSERT INTO topologies (name, namespace) VALUES ('shop', 'default');
  INSERT INTO components (name, external_id, status) VALUES ('web', 'web', 'healthy');
  UPDATE components SET health = 'unhealthy';
  UPDATE components SET deleted_at = now();
  INSERT INTO canaries (name, namespace, spec) VALUES ('shop', 'default', '{}');
  INSERT INTO checks (canary_id, type, name) SELECT id, 'http', 'home' FROM canaries;
  UPDATE checks SET status = 'healthy', last_runtime = now();
  INSERT INTO config_items (name, config_class, type) VALUES ('pod', 'Pod', 'Kubernetes::Pod');
  UPDATE config_items SET health = 'healthy';
  INSERT INTO config_changes (config_id, change_type, severity) SELECT id, 'diff', 'info' FROM config_items;
  INSERT INTO config_analysis (config_id, analyzer) SELECT id, 'x' FROM config_items;
  UPDATE config_analysis SET status = 'resolved';
  INSERT INTO incident_rules (name, created_by) SELECT 'rule', id FROM people LIMIT 1;
  INSERT INTO incidents (title, created_by, severity, description, type, status) SELECT 'down', id, 'High', '', 'cost', 'open' FROM people LIMIT 1;
  INSERT INTO hypotheses (created_by, incident_id, type, title, status) SELECT created_by, id, 'root', 'x', 'likely' FROM incidents;
  INSERT INTO evidences (description, hypothesis_id, created_by, type) SELECT '', id, created_by, 'log' FROM hypotheses;
  INSERT INTO comments (created_by, comment, incident_id) SELECT created_by, 'x', id FROM incidents;
  INSERT INTO responders (incident_id, type, created_by) SELECT id, 'person', created_by FROM incidents;
  INSERT INTO playbooks (name, spec, source) VALUES ('restart', '{}', 'UI');
  INSERT INTO playbook_runs (playbook_id) SELECT id FROM playbooks;
  INSERT INTO playbook_run_actions (name, playbook_run_id) SELECT 'step', id FROM playbook_runs;
  UPDATE playbook_run_actions SET status = 'completed';
  INSERT INTO notifications (events) VALUES ('{check.failed}');
  INSERT INTO notification_send_history (notification_id, source_event, resource_id, status) SELECT id, 'check.failed', id, 'sent' FROM notifications;
  INSERT INTO notification_silences ("from", until) VALUES (now(), now());`;

beforeAll(async () => {
  db = await createTestDatabase();
  await db.query(WRITES);
  const { rows } = await db.query<{ topic: string; payload: Record<string, unknown>; subject: string }>(
    'SELECT topic, subject, payload FROM event_log ORDER BY seq',
  );
  for (const { topic, ...event } of rows) logged.set(topic, [...(logged.get(topic) ?? []), event]);
});
afterAll(() => db.close());

describe('the live stream', () => {
  it('knows every topic that the database logs, and no other', () => {
    expect([...logged.keys()].toSorted()).toEqual(LIVE_TOPICS.toSorted());
  });

  it.each(Object.entries<z.ZodType>(LIVE_PAYLOADS))('%s has the payload of the contract, whole', (topic, schema) => {
    for (const { payload } of logged.get(topic) ?? []) expect(schema.parse(payload)).toEqual(payload);
  });

  it('gives the parts of an incident its id as subject', async () => {
    const { rows } = await db.query<{ id: string }>('SELECT id FROM incidents');
    const incident = logged.get('incident') ?? [];

    expect(new Set(incident.map(({ subject }) => subject))).toEqual(new Set(rows.map(({ id }) => id)));
    expect(new Set(incident.map(({ payload }) => payload.kind))).toEqual(
      new Set(['incidents', 'hypotheses', 'evidences', 'comments', 'responders', 'incident_histories']),
    );
  });

  it('never carries a secret', () => {
    expect(JSON.stringify([...logged])).not.toContain('secret');
  });
});
