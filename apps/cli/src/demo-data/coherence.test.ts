import type { Database } from '@quarterdeck/database';
import { createTestDatabase } from '@quarterdeck/testing';
import { afterAll, beforeAll, describe, expect, it } from 'vitest';
import { generateDemoData } from './generate.ts';
import { SCALES } from './sizes.ts';

const END = new Date('2026-03-04T10:30:00Z');
const LOCAL_AGENT = '00000000-0000-0000-0000-000000000000';

let db: Database;
beforeAll(async () => {
  db = await createTestDatabase();
  await generateDemoData(db, { size: SCALES.small, days: 6, seed: 1, end: END }, () => {});
});
afterAll(() => db.close());

/** The rows of a query that should find nothing. */
async function breaches(text: string, values: readonly unknown[] = []): Promise<unknown[]> {
  return (await db.query(text, values)).rows;
}

async function count(text: string): Promise<number> {
  const { rows } = await db.query<{ count: number }>(`SELECT count(*)::int AS count FROM ${text}`);
  return rows[0]?.count ?? 0;
}

describe('the rows of the demo data', () => {
  it('are as many as the scale says', async () => {
    const { checks, items, components, changes, incidents, insights, runs, messages, jobs } = SCALES.small;

    expect({
      checks: await count('checks'),
      items: await count('config_items'),
      components: await count('components'),
      changes: await count('config_changes'),
      incidents: await count('incidents'),
      insights: await count('config_analysis'),
      runs: await count('playbook_runs'),
      messages: await count('notification_send_history'),
      jobs: await count('job_history'),
    }).toEqual({ checks, items, components, changes, incidents, insights, runs, messages, jobs });
  });

  it('satisfy every foreign key, though they were written without', async () => {
    const { rows } = await db.query<{ name: string; query: string }>(
      `SELECT c.conname AS name, format('SELECT 1 FROM %s t WHERE t.%I IS NOT NULL AND NOT EXISTS (SELECT FROM %s o WHERE o.%I = t.%2$I) LIMIT 1',
         c.conrelid::regclass, a.attname, c.confrelid::regclass, k.attname) AS query
       FROM pg_constraint c
       JOIN pg_attribute a ON a.attrelid = c.conrelid AND a.attnum = c.conkey[1]
       JOIN pg_attribute k ON k.attrelid = c.confrelid AND k.attnum = c.confkey[1]
       WHERE c.contype = 'f' AND c.conparentid = 0 AND c.connamespace = 'public'::regnamespace`,
    );
    const broken: string[] = [];
    for (const { name, query } of rows) if ((await db.query(query)).rows.length > 0) broken.push(name);

    expect(rows.length).toBeGreaterThan(80);
    expect(broken).toEqual([]);
  });

  it('lie in the past of their end', async () => {
    const { rows } = await db.query<{ relation: string; field: string }>(
      `SELECT c.table_name AS relation, c.column_name AS field FROM information_schema.columns c JOIN information_schema.tables t USING (table_schema, table_name)
       WHERE c.table_schema = 'public' AND t.table_type = 'BASE TABLE' AND c.data_type = 'timestamp with time zone'
         AND c.column_name IN ('created_at', 'updated_at', 'deleted_at', 'start_time', 'end_time', 'time_start', 'time_end', 'first_observed', 'last_observed',
           'acknowledged', 'resolved', 'closed', 'last_scraped_time', 'last_seen', 'last_login', 'time')
         AND EXISTS (SELECT FROM pg_class k WHERE k.relname = c.table_name AND NOT k.relispartition)
         AND c.table_name NOT IN ('people', 'agents', 'incident_rules', 'event_log', 'schema_migrations')`,
    );
    const late: string[] = [];
    for (const { relation, field } of rows) {
      if ((await breaches(`SELECT 1 FROM ${relation} WHERE ${field} > $1 LIMIT 1`, [END])).length > 0)
        late.push(`${relation}.${field}`);
    }

    expect(rows.length).toBeGreaterThan(60);
    expect(late).toEqual([]);
  });

  it('never end before they begin', async () => {
    expect(await breaches(`SELECT id FROM playbook_runs WHERE end_time < start_time OR start_time < created_at`)).toEqual([]);
    expect(await breaches(`SELECT id FROM playbook_run_actions WHERE end_time < start_time`)).toEqual([]);
    expect(await breaches(`SELECT id FROM job_history WHERE time_end < time_start`)).toEqual([]);
    expect(await breaches(`SELECT id FROM config_items WHERE deleted_at < created_at OR updated_at < created_at`)).toEqual([]);
    expect(await breaches(`SELECT id FROM config_changes WHERE created_at < first_observed`)).toEqual([]);
    expect(
      await breaches(
        `SELECT c.id FROM config_changes c JOIN config_items i ON i.id = c.config_id WHERE c.first_observed < i.created_at`,
      ),
    ).toEqual([]);
    expect(await breaches(`SELECT id FROM config_analysis WHERE last_observed < first_observed`)).toEqual([]);
  });
});

describe('the catalog of the demo data', () => {
  it('names in every path the ancestors from the root to the parent', async () => {
    for (const table of ['config_items', 'components']) {
      expect(
        await breaches(
          `SELECT i.id FROM ${table} i LEFT JOIN ${table} p ON p.id = i.parent_id
           WHERE i.path <> CASE WHEN p.id IS NULL THEN '' WHEN p.path = '' THEN p.id::text ELSE p.path || '.' || p.id END`,
        ),
      ).toEqual([]);
    }
  });

  it('has a hard relation for every parent, and soft ones besides', async () => {
    expect(
      await breaches(
        `SELECT i.id FROM config_items i FULL JOIN (SELECT * FROM config_relationships WHERE relation = 'hard') r ON r.related_id = i.id AND r.config_id = i.parent_id
         WHERE (i.parent_id IS NULL) <> (r.id IS NULL)`,
      ),
    ).toEqual([]);
    expect(await count(`config_relationships WHERE relation <> 'hard'`)).toBeGreaterThan(50);
  });

  it('lists the pairs of tags and labels that live items have', async () => {
    expect(await count('config_tag_values')).toBeGreaterThan(50);
    const { rows } = await db.query<{ unused: number }>(`SELECT delete_unused_config_tag_values() AS unused`);

    expect(rows[0]?.unused).toBe(0);
  });

  it('has files with content and format, big documents, and items that are gone', async () => {
    expect(
      await count(`config_items WHERE type = 'File' AND config ->> 'content' <> '' AND config ->> 'format' <> ''`),
    ).toBeGreaterThan(10);
    expect(await count(`config_items WHERE length(config::text) > 2000`)).toBeGreaterThan(5);
    expect(await count(`config_items WHERE deleted_at IS NOT NULL AND delete_reason = 'stale'`)).toBeGreaterThan(0);
    expect(await count(`configs WHERE type ILIKE 'jira'`)).toBeGreaterThan(0);
    expect(await count(`configs WHERE type ILIKE 'ms_planner'`)).toBeGreaterThan(0);
    expect(await count(`config_items_aws`)).toBeGreaterThan(0);
  });

  it('describes changes of documents with a unified diff and a patch', async () => {
    expect(
      await breaches(
        `SELECT id FROM config_changes WHERE change_type = 'diff' AND (diff NOT LIKE '--- a/%+++ b/%@@%' OR patches IS NULL)`,
      ),
    ).toEqual([]);
  });
});

describe('the incidents of the demo data', () => {
  /** Per incident: its deployment, the first failure of its checks since then, and the last failure before. */
  const CHAINS = `
    SELECT i.id, i.created_at, d.created_at AS deployed_at,
      (SELECT min(t.time) FROM check_transitions t WHERE t.check_id = k.check_id AND t.status = 'unhealthy' AND t.time > d.created_at) AS failed_at,
      (SELECT t.status FROM check_transitions t WHERE t.check_id = k.check_id AND t.time <= d.created_at ORDER BY t.time DESC LIMIT 1) AS status_before
    FROM incidents i
    JOIN hypotheses h ON h.incident_id = i.id
    JOIN evidences e ON e.hypothesis_id = h.id AND e.type = 'config_change'
    JOIN config_changes d ON d.id = e.config_change_id
    JOIN hypotheses hk ON hk.incident_id = i.id
    JOIN evidences k ON k.hypothesis_id = hk.id AND k.type = 'check'`;

  it('each follow a deployment, after which checks that were healthy fail', async () => {
    expect(await count(`(SELECT DISTINCT id FROM (${CHAINS}) c) d`)).toBe(SCALES.small.incidents);
    expect(
      await breaches(
        `SELECT id FROM (${CHAINS}) c WHERE failed_at IS NULL OR status_before <> 'healthy' OR failed_at > deployed_at + interval '15 minutes' OR created_at < failed_at`,
      ),
    ).toEqual([]);
  });

  it('are about a service whose checks fail now exactly when its item and component are unhealthy now', async () => {
    const { rows } = await db.query<{ failing: boolean; item: string; component: string }>(
      `SELECT DISTINCT bool_or(s.status = 'unhealthy') OVER (PARTITION BY c.id) AS failing, i.health AS item, c.health AS component
       FROM evidences e JOIN hypotheses h ON h.id = e.hypothesis_id
       JOIN evidences k ON k.hypothesis_id = h.id AND k.type = 'check' JOIN check_states s ON s.check_id = k.check_id
       JOIN components c ON c.id = e.component_id JOIN config_items i ON i.id = c.config_id
       WHERE e.type = 'topology'`,
    );

    expect(rows.toSorted((a, b) => Number(a.failing) - Number(b.failing))).toEqual([
      { failing: false, item: 'healthy', component: 'healthy' },
      { failing: true, item: 'unhealthy', component: 'unhealthy' },
    ]);
  });

  it('have the moments that their status stands for', async () => {
    expect(
      await breaches(
        `SELECT id FROM incidents WHERE (acknowledged IS NULL) <> (status IN ('new', 'open'))
           OR (resolved IS NULL) <> (status NOT IN ('resolved', 'closed', 'cancelled')) OR (closed IS NULL) <> (status NOT IN ('closed', 'cancelled'))
           OR acknowledged < created_at OR resolved < acknowledged OR closed < resolved`,
      ),
    ).toEqual([]);
  });

  it('have the changelog that triggers would have written', async () => {
    const { rows } = await db.query<{ kind: string; written: number; expected: number }>(
      `SELECT k.kind, (SELECT count(*)::int FROM incident_histories x WHERE x.type = k.kind) AS written, k.expected FROM (VALUES
         ('incident.created', (SELECT count(*)::int FROM incidents)),
         ('hypothesis.created', (SELECT count(*)::int FROM hypotheses)),
         ('hypothesis.status_updated', (SELECT count(*)::int FROM hypotheses WHERE status <> 'possible')),
         ('evidence.created', (SELECT count(*)::int FROM evidences)),
         ('evidence.done_definition_added', (SELECT count(*)::int FROM evidences WHERE definition_of_done)),
         ('responder.created', (SELECT count(*)::int FROM responders)),
         ('responder.commented', (SELECT count(*)::int FROM comments WHERE responder_id IS NOT NULL))
       ) AS k (kind, expected)`,
    );

    for (const { kind, written, expected } of rows) expect([kind, written]).toEqual([kind, expected]);
    expect(
      await breaches(
        `SELECT i.id FROM incidents i WHERE i.status NOT IN ('new', 'open') AND i.status <>
           (SELECT h.description FROM incident_histories h WHERE h.incident_id = i.id AND h.type = 'incident.status_updated' ORDER BY h.created_at DESC, h.id DESC LIMIT 1)`,
      ),
    ).toEqual([]);
  });

  it('have evidence of every type, and a tree of root, factors and solutions', async () => {
    const { rows } = await db.query<{ types: string[] }>(`SELECT array_agg(DISTINCT type ORDER BY type) AS types FROM evidences`);

    expect(rows[0]?.types).toEqual(['check', 'comment', 'config', 'config_analysis', 'config_change', 'log', 'topology']);
    expect(
      await breaches(
        `SELECT h.id FROM hypotheses h LEFT JOIN hypotheses p ON p.id = h.parent_id
         WHERE p.type IS DISTINCT FROM CASE h.type WHEN 'factor' THEN 'root' WHEN 'solution' THEN 'factor' END`,
      ),
    ).toEqual([]);
  });
});

describe('what the server must not take up', () => {
  it('belongs to agents', async () => {
    for (const table of [
      'canaries',
      'check_definitions',
      'config_scrapers',
      'topologies',
      'logging_backends',
      'playbook_runs',
      'playbook_run_actions',
    ]) {
      expect([table, await count(`${table} WHERE agent_id = '${LOCAL_AGENT}' OR agent_id IS NULL`)]).toEqual([table, 0]);
    }
    expect(await count(`playbooks WHERE jsonb_array_length(spec -> 'runsOn') IS DISTINCT FROM 1 OR spec ? 'on'`)).toBe(0);
  });

  it('is an event that was given up or is never due, or a rule that only hears demo agents', async () => {
    expect(await count(`event_queue WHERE attempts < 4 AND coalesce(delay, 0) < 100000000000000000`)).toBe(0);
    expect(await count(`event_queue WHERE error IS NOT NULL`)).toBeGreaterThan(0);
    expect(await count(`notifications WHERE filter NOT LIKE 'agent.name in %' AND error IS NULL`)).toBe(0);
  });

  it('raises no event when it is written', async () => {
    expect(await count('event_log')).toBe(0);
  });
});

describe('what people look at', () => {
  it('has runs in every state, steps with output, and approvals', async () => {
    const { rows } = await db.query<{ statuses: string[] }>(
      `SELECT array_agg(DISTINCT status ORDER BY status) AS statuses FROM playbook_runs`,
    );

    expect(rows[0]?.statuses).toEqual([
      'cancelled',
      'completed',
      'failed',
      'pending_approval',
      'running',
      'scheduled',
      'sleeping',
      'waiting',
    ]);
    expect(await count(`playbook_run_actions WHERE result ->> 'stdout' <> '' AND result ->> 'exitCode' = '0'`)).toBeGreaterThan(
      0,
    );
    expect(await count(`playbook_run_actions WHERE result ->> 'stderr' <> ''`)).toBeGreaterThan(0);
    expect(await count('playbook_approvals')).toBeGreaterThan(0);
    expect(
      await breaches(
        `SELECT id FROM playbook_runs WHERE (end_time IS NULL) <> (status NOT IN ('completed', 'failed', 'cancelled'))`,
      ),
    ).toEqual([]);
  });

  it('has parameters of every type', async () => {
    const { rows } = await db.query<{ types: string[] }>(
      `SELECT array_agg(DISTINCT p ->> 'type' ORDER BY p ->> 'type') AS types FROM playbooks, jsonb_array_elements(spec -> 'parameters') AS p`,
    );

    expect(rows[0]?.types).toEqual([
      'bytes',
      'check',
      'checkbox',
      'code',
      'component',
      'config',
      'list',
      'millicores',
      'people',
      'team',
      'text',
    ]);
  });

  it('has messages in every state, and silences of the past, of now and to come', async () => {
    const { rows } = await db.query<{ statuses: string[] }>(
      `SELECT array_agg(DISTINCT status ORDER BY status) AS statuses FROM notification_send_history`,
    );

    expect(rows[0]?.statuses).toEqual(['error', 'repeat-interval', 'sending', 'sent', 'silenced']);
    expect(await count(`notification_send_history_summary WHERE resource ->> 'id' IS NULL`)).toBe(0);
    for (const condition of [`until < $1`, `"from" <= $1 AND until >= $1`, `"from" > $1`]) {
      expect((await breaches(`SELECT 1 FROM notification_silences WHERE ${condition}`, [END])).length).toBeGreaterThan(0);
    }
  });

  it('has jobs in every state with the names of what they ran for', async () => {
    const { rows } = await db.query<{ statuses: string[] }>(
      `SELECT array_agg(DISTINCT status ORDER BY status) AS statuses FROM job_history`,
    );

    expect(rows[0]?.statuses).toEqual(['FAILED', 'RUNNING', 'SKIPPED', 'STALE', 'STOPPED', 'SUCCESS', 'WARNING']);
    expect(
      await count(
        `job_histories WHERE resource_type IN ('canary', 'config_scraper', 'topology', 'team', 'playbook') AND resource_name = resource_id`,
      ),
    ).toBe(0);
  });

  it('has insights of every type and state', async () => {
    const { rows } = await db.query<{ types: string[]; statuses: string[] }>(
      `SELECT array_agg(DISTINCT analysis_type ORDER BY analysis_type) AS types, array_agg(DISTINCT status ORDER BY status) AS statuses FROM config_analysis`,
    );

    expect(rows[0]?.types).toEqual([
      'availability',
      'compliance',
      'cost',
      'integration',
      'other',
      'performance',
      'recommendation',
      'reliability',
      'security',
      'technical_debt',
    ]);
    expect(rows[0]?.statuses).toEqual(['closed', 'open', 'resolved', 'silenced']);
  });
});
