import { type Company, createTestDatabase, insertCompany, insertRow } from '@quarterdeck/testing';
import { afterAll, beforeAll, describe, expect, it } from 'vitest';
import type { Database } from '../database.ts';
import { readValue } from './testing/observe.ts';

let db: Database;
let company: Company;
beforeAll(async () => {
  db = await createTestDatabase();
  company = await insertCompany(db);
});
afterAll(() => db.close());

const rowsOf = async (sql: string, values: readonly unknown[] = []) =>
  (await db.query<Record<string, unknown>>(sql, values)).rows;

describe('checks', () => {
  it('check_summary overlays the labels of the check over those of the canary, and has some without any (data-model §15 row 6)', async () => {
    const canary_id = await insertRow(db, 'canaries', { name: 'unlabelled', labels: null });
    const bare = await insertRow(db, 'checks', { canary_id });

    expect(await readValue(db, 'SELECT labels FROM check_summary WHERE id = $1', [company.checkId])).toEqual({
      app: 'shop',
      tier: 'web',
    });
    expect(await readValue(db, 'SELECT labels FROM check_summary WHERE id = $1', [bare])).toEqual({});
  });

  it('check_names leaves out what is deleted or silenced', async () => {
    const canary_id = company.canaryId;
    await insertRow(db, 'checks', { canary_id, name: 'silenced', silenced_at: 'now()' });
    await insertRow(db, 'checks', { canary_id, name: 'deleted', deleted_at: 'now()' });
    const rows = await rowsOf('SELECT name FROM check_names WHERE canary_id = $1', [canary_id]);

    expect(rows).toEqual([{ name: 'home page' }]);
  });
});

describe('views with the newest job run', () => {
  it.each([
    ['config_scrapers_with_status', 'scraperId', 'SUCCESS'],
    ['topologies_with_status', 'topologyId', 'FAILED'],
    ['canaries_with_status', 'canaryId', 'SUCCESS'],
  ] as const)('%s', async (view, id, status) => {
    const rows = await rowsOf(
      `SELECT job_name, job_status, job_last_failed IS NOT NULL AS failed, agent FROM ${view} WHERE id = $1`,
      [company[id]],
    );

    expect(rows).toEqual([
      {
        job_name: 'Scrape',
        job_status: status,
        failed: status === 'FAILED',
        agent: { id: '00000000-0000-0000-0000-000000000000', name: 'local' },
      },
    ]);
  });

  it('show the newest of several, and nothing of a run of another kind', async () => {
    const of = { resource_type: 'config_scraper', resource_id: company.scraperId };
    await insertRow(db, 'job_history', {
      ...of,
      status: 'FAILED',
      created_at: '2020-01-01T00:00:00Z',
      time_start: '2020-01-01T00:00:00Z',
    });
    await insertRow(db, 'job_history', { ...of, status: 'WARNING', created_at: 'tomorrow' });
    await insertRow(db, 'job_history', { resource_type: 'other', resource_id: company.teamId });

    expect(
      await rowsOf('SELECT job_status, job_last_failed FROM config_scrapers_with_status WHERE id = $1', [company.scraperId]),
    ).toEqual([{ job_status: 'WARNING', job_last_failed: new Date('2020-01-01T00:00:00Z') }]);
    expect(await rowsOf('SELECT job_status FROM teams_with_status WHERE id = $1', [company.teamId])).toEqual([
      { job_status: null },
    ]);
    expect(await rowsOf('SELECT status FROM job_history_latest_status WHERE resource_id = $1', [company.scraperId])).toEqual([
      { status: 'WARNING' },
    ]);
  });

  it('hide what is deleted', async () => {
    const id = await insertRow(db, 'config_scrapers', { name: 'deleted', deleted_at: 'now()' });

    expect(await rowsOf('SELECT id FROM config_scrapers_with_status WHERE id = $1', [id])).toEqual([]);
  });

  it('integrations_with_status unites scrapers, topologies and live log backends, with their namespace (data-model §15 row 9)', async () => {
    const rows = await rowsOf(
      'SELECT name, integration_type, namespace, creator_name FROM integrations_with_status ORDER BY integration_type',
    );

    expect(rows).toEqual([
      { name: 'logs', integration_type: 'logging_backends', namespace: null, creator_name: 'Ada Byron' },
      { name: 'cluster', integration_type: 'scrapers', namespace: null, creator_name: 'Ada Byron' },
      { name: 'shop', integration_type: 'topologies', namespace: 'default', creator_name: 'Ada Byron' },
    ]);
  });

  it('job_histories name the resource, or give its id when that is gone', async () => {
    await insertRow(db, 'job_history', { resource_type: 'canary', resource_id: 'nowhere' });
    const rows = await rowsOf(
      `SELECT DISTINCT resource_type, resource_name FROM job_histories WHERE resource_type IN ('canary', 'topology') ORDER BY 1, 2`,
    );

    expect(rows).toEqual([
      { resource_type: 'canary', resource_name: 'nowhere' },
      { resource_type: 'canary', resource_name: 'website' },
      { resource_type: 'topology', resource_name: 'shop' },
    ]);
  });
});

describe('notifications_summary (data-model §15 row 10)', () => {
  it('counts by status, averages what was sent and counts what waits', async () => {
    const of = { notification_id: company.notificationId, resource_id: company.configId };
    await insertRow(db, 'notification_send_history', { ...of, duration_millis: 300 });
    await insertRow(db, 'notification_send_history', { ...of, status: 'repeat-interval', duration_millis: 9000 });
    await insertRow(db, 'event_queue', {
      name: 'notification.send',
      properties: { notification_id: company.notificationId, n: '2' },
      attempts: 4,
    });

    const rows = await rowsOf(
      'SELECT namespace, pending, failed, sent, avg_duration_ms, most_common_error FROM notifications_summary WHERE id = $1',
      [company.notificationId],
    );
    expect(rows).toEqual([
      { namespace: '', pending: 1, failed: 1, sent: 3, avg_duration_ms: 166.67, most_common_error: 'no route' },
    ]);
  });

  it('hides deleted rules', async () => {
    const id = await insertRow(db, 'notifications', { name: 'deleted', deleted_at: 'now()' });

    expect(await rowsOf('SELECT id FROM notifications_summary WHERE id = $1', [id])).toEqual([]);
  });
});

describe('notification_send_history_summary', () => {
  it.each([
    ['config.unhealthy', 'config', { name: 'shop', type: 'Kubernetes::Deployment', config_class: 'Deployment' }],
    ['check.failed', 'check', { name: 'home page', type: 'http', status: 'healthy', icon: null }],
    ['component.warning', 'component', { name: 'shop', icon: null }],
    ['canary.failed', 'canary', { name: 'website' }],
  ])('shows what %s is about', async (event, type, resource) => {
    const rows = await rowsOf(
      'SELECT resource_type, resource FROM notification_send_history_summary WHERE source_event = $1 ORDER BY id LIMIT 1',
      [event],
    );

    expect(rows).toEqual([{ resource_type: type, resource: { id: expect.any(String), ...resource } }]);
  });

  it('shows an object of nulls when that is gone', async () => {
    const id = await insertRow(db, 'notification_send_history', {
      notification_id: company.notificationId,
      resource_id: '00000000-0000-0000-0000-00000000ffff',
      source_event: 'component.healthy',
    });

    expect(await readValue(db, 'SELECT resource FROM notification_send_history_summary WHERE id = $1', [id])).toEqual({
      id: null,
      name: null,
      icon: null,
    });
  });
});

describe('people, agents, queue and connections', () => {
  it('people_roles has people with roles, and policies are none', async () => {
    await insertRow(db, 'casbin_rule', { v0: company.personId, v1: 'editor' });
    await insertRow(db, 'casbin_rule', { ptype: 'p', v0: company.otherPersonId, v1: 'catalog', v2: 'read' });

    expect(await rowsOf('SELECT name, roles FROM people_roles')).toEqual([{ name: 'Ada Byron', roles: ['admin', 'editor'] }]);
  });

  it('agents_summary counts what live agents sent', async () => {
    await insertRow(db, 'agents', { name: 'deleted', deleted_at: 'now()' });
    const rows = await rowsOf(
      'SELECT name, config_count, config_scrapper_count, checks_count, playbook_runs_count FROM agents_summary ORDER BY name',
    );

    expect(rows).toEqual([
      { name: 'edge', config_count: 1, config_scrapper_count: 0, checks_count: 0, playbook_runs_count: 0 },
      { name: 'local', config_count: 3, config_scrapper_count: 1, checks_count: expect.any(Number), playbook_runs_count: 3 },
    ]);
  });

  it('event_queue_summary counts waiting and failed events by name', async () => {
    await db.query(`DELETE FROM event_queue WHERE name <> 'notification.send'`);
    const rows = await rowsOf('SELECT name, pending, failed, average_attempts, most_common_error FROM event_queue_summary');

    expect(rows).toEqual([
      { name: 'notification.send', pending: 2, failed: 1, average_attempts: 2.5, most_common_error: 'no route' },
    ]);
  });

  it.each([
    ['slack://hook:a@b', 'notification'],
    ['telegram://token@telegram', 'notification'],
    ['postgres://db', ''],
    [null, ''],
  ])('a connection to %s is of the category "%s"', async (url, category) => {
    const id = await insertRow(db, 'connections', { name: `to ${url}`, url });

    expect(await rowsOf('SELECT category FROM connections_list WHERE id = $1', [id])).toEqual([{ category }]);
    expect(await rowsOf('SELECT category FROM connection_details WHERE id = $1', [id])).toEqual([{ category }]);
  });

  it('connection_details masks what is no reference', async () => {
    const id = await insertRow(db, 'connections', {
      name: 'referenced',
      username: 'ada',
      password: 'secret://mail/password',
      certificate: '',
    });

    expect(await rowsOf('SELECT username, password, certificate FROM connection_details WHERE id = $1', [id])).toEqual([
      { username: '***', password: 'secret://mail/password', certificate: '' },
    ]);
  });

  it('playbook_names reads the specification first, and playbooks_for_agent what may run on an agent', async () => {
    await insertRow(db, 'playbooks', {
      name: 'described',
      category: 'Column',
      icon: 'column',
      spec: { category: 'Spec', description: 'from the spec' },
    });

    expect(await rowsOf(`SELECT description, category, icon FROM playbook_names WHERE name = 'described'`)).toEqual([
      { description: 'from the spec', category: 'Spec', icon: 'column' },
    ]);
    expect(await rowsOf('SELECT agent_name, playbook_ids FROM playbooks_for_agent')).toEqual([
      { agent_name: 'edge', playbook_ids: [company.playbookId] },
    ]);
  });
});
