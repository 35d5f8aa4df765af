import type { Queryable } from '@quarterdeck/database';
import { type FactoryTable, insertRow, type RowValues } from './rows.ts';

type Queries = Pick<Queryable, 'query'>;

/** Ids of what `insertCompany` made. */
export interface Company {
  readonly personId: string;
  readonly otherPersonId: string;
  readonly teamId: string;
  readonly agentId: string;
  readonly canaryId: string;
  readonly checkId: string;
  readonly topologyId: string;
  readonly componentId: string;
  readonly childComponentId: string;
  readonly scraperId: string;
  readonly clusterId: string;
  readonly configId: string;
  readonly changeId: string;
  readonly analysisId: string;
  readonly incidentId: string;
  readonly hypothesisId: string;
  readonly evidenceId: string;
  readonly commentId: string;
  readonly responderId: string;
  readonly playbookId: string;
  readonly runId: string;
  readonly actionId: string;
  readonly notificationId: string;
  readonly silenceId: string;
  readonly sendId: string;
  readonly connectionId: string;
  readonly logBackendId: string;
  readonly ruleId: string;
}

type Insert = (table: FactoryTable, values?: RowValues) => Promise<string>;

async function insertPeople(insert: Insert) {
  const personId = await insert('identities');
  const otherPersonId = await insert('people', {
    name: 'Grace',
    email: 'grace@example.com',
    avatar: 'https://example.com/g.png',
  });
  await insert('casbin_rule', { v0: personId, v1: 'admin' });
  await insert('access_tokens', { person_id: personId });
  const teamId = await insert('teams', {
    created_by: personId,
    icon: 'group',
    spec: { responder_clients: { Jira: { linkUrl: 'x' } } },
  });
  await insert('team_members', { team_id: teamId, person_id: otherPersonId });
  const agentId = await insert('agents', { created_by: personId, properties: { region: 'eu' }, last_seen: 'now()' });
  await insert('properties', { created_by: personId });
  return { personId, otherPersonId, teamId, agentId };
}

async function insertCatalog(insert: Insert, personId: string, agentId: string) {
  const scraperId = await insert('config_scrapers', { created_by: personId });
  const item = {
    scraper_id: scraperId,
    labels: { 'app.kubernetes.io/name': 'shop', env: 'prod' },
    tags: { namespace: 'shop', cluster: 'main' },
  };
  const clusterId = await insert('config_items', { ...item, name: 'main', type: 'Kubernetes::Cluster', config_class: 'Cluster' });
  const configId = await insert('config_items', {
    ...item,
    parent_id: clusterId,
    path: clusterId,
    health: 'unhealthy',
    status: 'CrashLoopBackOff',
    external_id: ['shop', 'shop/shop'],
    config: { kind: 'Deployment' },
    properties: [{ name: 'replicas', value: 2 }],
    cost_total_30d: 12.5,
  });
  await insert('config_items', { ...item, name: 'edge', type: 'AWS::EC2::Instance', agent_id: agentId });
  await insert('config_items', {
    ...item,
    name: 'tracker',
    type: 'Jira',
    external_id: ['team-1'],
    config: { projects: ['SHOP'] },
  });
  const changeId = await insert('config_changes', {
    config_id: configId,
    diff: '-a\n+b',
    details: { by: 'CI' },
    patches: { a: 1 },
  });
  const analysisId = await insert('config_analysis', { config_id: configId, scraper_id: scraperId, last_observed: 'now()' });
  return { scraperId, clusterId, configId, changeId, analysisId };
}

async function insertHealth(insert: Insert, ids: Pick<Company, 'personId' | 'componentId' | 'configId'>) {
  const canaryId = await insert('canaries', { created_by: ids.personId, labels: { app: 'shop' } });
  const checkId = await insert('checks', {
    canary_id: canaryId,
    status: 'healthy',
    last_runtime: 'now()',
    labels: { tier: 'web' },
  });
  const links = { check_id: checkId, canary_id: canaryId };
  await insert('check_component_relationships', { ...links, component_id: ids.componentId });
  await insert('check_config_relationships', { ...links, config_id: ids.configId });
  await insert('check_statuses', { check_id: checkId, time: 'now()', message: 'ok' });
  await insert('check_statuses', { check_id: checkId, time: 'yesterday', status: false, error: 'timed out', duration: 900 });
  await insert('check_statuses_1h', { check_id: checkId });
  await insert('check_statuses_1d', { check_id: checkId });
  return { canaryId, checkId };
}

async function insertTopology(insert: Insert, ids: Pick<Company, 'personId' | 'teamId' | 'configId'>) {
  const topologyId = await insert('topologies', { created_by: ids.personId });
  const component = { topology_id: topologyId, labels: { env: 'prod' }, properties: [{ name: 'owner', text: 'platform' }] };
  const componentId = await insert('components', {
    ...component,
    log_selectors: [{ name: 'errors', type: 'pod' }],
    config_id: ids.configId,
  });
  const childComponentId = await insert('components', {
    ...component,
    name: 'basket',
    parent_id: componentId,
    path: componentId,
  });
  await insert('component_relationships', { component_id: childComponentId, relationship_id: componentId });
  await insert('config_component_relationships', { component_id: componentId, config_id: ids.configId });
  await insert('team_components', { team_id: ids.teamId, component_id: componentId, selector_id: 'selector' });
  await insert('logging_backends', { name: 'old logs', deleted_at: 'now()' });
  const logBackendId = await insert('logging_backends', { created_by: ids.personId, source: 'UI' });
  return { topologyId, componentId, childComponentId, logBackendId };
}

type ForIncident = Pick<
  Company,
  'personId' | 'otherPersonId' | 'teamId' | 'componentId' | 'configId' | 'changeId' | 'analysisId' | 'checkId'
>;

async function insertIncident(insert: Insert, ids: ForIncident) {
  const mine = { created_by: ids.personId };
  const ruleId = await insert('incident_rules', mine);
  const incidentId = await insert('incidents', { ...mine, commander_id: ids.personId, communicator_id: ids.otherPersonId });
  const other = await insert('incidents', { ...mine, title: 'Slow pages', status: 'closed', incident_rule_id: ruleId });
  await insert('incident_relationships', { incident_id: incidentId, related_id: other });
  const of = { ...mine, incident_id: incidentId };
  const responderId = await insert('responders', {
    ...of,
    team_id: ids.teamId,
    type: 'system',
    properties: { responderType: 'Jira' },
  });
  await insert('responders', { ...of, person_id: ids.otherPersonId });
  const hypothesisId = await insert('hypotheses', of);
  await insert('hypotheses', { ...of, parent_id: hypothesisId, type: 'factor', title: 'Traffic' });
  const found = { ...mine, hypothesis_id: hypothesisId };
  const evidenceId = await insert('evidences', { ...found, config_id: ids.configId, component_id: ids.componentId });
  await insert('evidences', {
    ...found,
    type: 'config_change',
    config_change_id: ids.changeId,
    config_analysis_id: ids.analysisId,
  });
  await insert('evidences', { ...found, type: 'check', check_id: ids.checkId, definition_of_done: true, script: 'true' });
  const commentId = await insert('comments', { ...of, hypothesis_id: hypothesisId, responder_id: responderId });
  await insert('comment_responders', { comment_id: commentId, responder_id: responderId });
  return { ruleId, incidentId, responderId, hypothesisId, evidenceId, commentId };
}

async function insertPlaybook(insert: Insert, ids: Pick<Company, 'personId' | 'configId' | 'componentId' | 'checkId'>) {
  const playbookId = await insert('playbooks', {
    created_by: ids.personId,
    category: 'Ops',
    spec: { actions: [{ name: 'restart' }], runsOn: ['edge'] },
  });
  const run = {
    playbook_id: playbookId,
    created_by: ids.personId,
    start_time: 'now()',
    status: 'completed',
    parameters: { replicas: '2' },
  };
  const runId = await insert('playbook_runs', { ...run, config_id: ids.configId });
  await insert('playbook_runs', { ...run, component_id: ids.componentId, status: 'running' });
  await insert('playbook_runs', { ...run, check_id: ids.checkId, status: 'failed', error: 'no access' });
  const actionId = await insert('playbook_run_actions', {
    playbook_run_id: runId,
    start_time: 'now()',
    status: 'completed',
    result: { stdout: 'done' },
  });
  await insert('playbook_approvals', { run_id: runId, person_id: ids.personId });
  await insert('playbook_action_agent_data', {
    action_id: actionId,
    playbook_id: playbookId,
    run_id: runId,
    env: { TOKEN: 'secret' },
  });
  await insert('artifacts', { playbook_run_action_id: actionId });
  return { playbookId, runId, actionId };
}

async function insertNotifications(
  insert: Insert,
  ids: Pick<Company, 'personId' | 'teamId' | 'configId' | 'componentId' | 'checkId' | 'canaryId'>,
) {
  const notificationId = await insert('notifications', {
    person_id: ids.personId,
    created_by: ids.personId,
    source: 'UI',
    wait_for: 60_000_000_000,
  });
  await insert('notifications', {
    name: 'chat',
    team_id: ids.teamId,
    custom_services: [{ name: 'chat', connection: 'connection://mail' }],
  });
  const of = { notification_id: notificationId, person_id: ids.personId };
  const sendId = await insert('notification_send_history', { ...of, resource_id: ids.configId, body: 'shop is unhealthy' });
  await insert('notification_send_history', {
    ...of,
    resource_id: ids.checkId,
    source_event: 'check.failed',
    status: 'error',
    error: 'no route',
  });
  await insert('notification_send_history', {
    ...of,
    resource_id: ids.componentId,
    source_event: 'component.warning',
    status: 'silenced',
  });
  await insert('notification_send_history', { ...of, resource_id: ids.canaryId, source_event: 'canary.failed' });
  const silenceId = await insert('notification_silences', { config_id: ids.configId, created_by: ids.personId, source: 'UI' });
  await insert('notification_silences', { check_id: ids.checkId, component_id: ids.componentId });
  await insert('event_queue', {
    name: 'notification.send',
    properties: { notification_id: notificationId },
    error: 'no route',
    attempts: 1,
    last_attempt: 'now()',
  });
  return { notificationId, silenceId, sendId };
}

/** A small company: at least one row of every table, related to one another the way screens show them. */
export async function insertCompany(db: Queries): Promise<Company> {
  const insert: Insert = (table, values) => insertRow(db, table, values);
  const people = await insertPeople(insert);
  const catalog = await insertCatalog(insert, people.personId, people.agentId);
  const topology = await insertTopology(insert, { ...people, ...catalog });
  const health = await insertHealth(insert, { ...people, ...catalog, ...topology });
  const incident = await insertIncident(insert, { ...people, ...catalog, ...topology, ...health });
  const playbook = await insertPlaybook(insert, { ...people, ...catalog, ...topology, ...health });
  const notifications = await insertNotifications(insert, { ...people, ...catalog, ...topology, ...health });
  const connectionId = await insert('connections', {
    created_by: people.personId,
    url: 'smtp://ada:hunter2@mail:25',
    username: 'ada',
    password: 'hunter2',
    certificate: 'key material',
  });
  await insert('integrations', { created_by: people.personId });
  await insert('permissions', { created_by: people.personId, person_id: people.otherPersonId, connection_id: connectionId });
  await insert('saved_query', {});
  await insert('job_history', { resource_type: 'config_scraper', resource_id: catalog.scraperId });
  await insert('job_history', {
    resource_type: 'topology',
    resource_id: topology.topologyId,
    status: 'FAILED',
    details: { errors: ['no access'] },
  });
  await insert('job_history', { resource_type: 'canary', resource_id: health.canaryId, agent_id: people.agentId });
  return { ...people, ...catalog, ...topology, ...health, ...incident, ...playbook, ...notifications, connectionId };
}
