import type { Database } from '@quarterdeck/database';

/** What the requests are about: values by the word that stands for them in the calls. */
export type Subjects = Readonly<Record<string, string>>;

/** Rows that have what the screens show of them; picked from whatever data there is. */
const SUBJECTS = `
  WITH item AS (
    SELECT i.* FROM config_items i
    WHERE i.parent_id IS NOT NULL AND i.deleted_at IS NULL AND i.labels IS NOT NULL AND i.labels <> '{}' AND i.health <> 'healthy' AND i.status IS NOT NULL
      AND EXISTS (SELECT FROM config_changes x WHERE x.config_id = i.id)
      AND EXISTS (SELECT FROM config_analysis x WHERE x.config_id = i.id AND x.status = 'open')
      AND EXISTS (SELECT FROM config_component_relationships x JOIN components c ON c.id = x.component_id
        WHERE x.config_id = i.id AND x.deleted_at IS NULL AND c.topology_id IS NOT NULL AND NOT c.hidden AND c.deleted_at IS NULL
          AND EXISTS (SELECT FROM check_component_relationships y JOIN checks k ON k.id = y.check_id WHERE y.component_id = c.id AND k.deleted_at IS NULL))
      AND EXISTS (SELECT FROM check_config_relationships x JOIN checks k ON k.id = x.check_id WHERE x.config_id = i.id AND k.deleted_at IS NULL)
    ORDER BY i.id LIMIT 1
  ), component AS (
    SELECT c.* FROM components c JOIN config_component_relationships x ON x.component_id = c.id AND x.config_id = (SELECT id FROM item)
    WHERE c.deleted_at IS NULL AND c.topology_id IS NOT NULL AND NOT c.hidden AND x.deleted_at IS NULL
      AND EXISTS (SELECT FROM check_component_relationships y JOIN checks k ON k.id = y.check_id WHERE y.component_id = c.id AND k.deleted_at IS NULL)
    ORDER BY c.id LIMIT 1
  ), checked AS (
    SELECT k.* FROM checks k
    WHERE k.deleted_at IS NULL AND EXISTS (SELECT FROM check_component_relationships x WHERE x.check_id = k.id)
      AND EXISTS (SELECT FROM check_config_relationships x WHERE x.check_id = k.id)
      AND EXISTS (SELECT FROM check_statuses x WHERE x.check_id = k.id AND x.status)
    ORDER BY k.id LIMIT 1
  ), incident AS (
    SELECT n.* FROM incidents n
    WHERE EXISTS (SELECT FROM hypotheses h JOIN evidences e ON e.hypothesis_id = h.id WHERE h.incident_id = n.id)
      AND EXISTS (SELECT FROM responders r WHERE r.incident_id = n.id AND r.deleted_at IS NULL)
    ORDER BY n.id LIMIT 1
  ), analysis AS (
    SELECT * FROM config_analysis WHERE config_id = (SELECT id FROM item) AND status = 'open' ORDER BY id LIMIT 1
  ), change AS (
    SELECT * FROM config_changes WHERE config_id = (SELECT id FROM item) ORDER BY id LIMIT 1
  ), run AS (
    SELECT r.* FROM playbook_runs r
    WHERE r.status = 'completed' AND EXISTS (SELECT FROM playbook_run_actions a WHERE a.playbook_run_id = r.id) ORDER BY r.id LIMIT 1
  ), job AS (
    SELECT * FROM job_history WHERE resource_type IS NOT NULL ORDER BY id LIMIT 1
  ), flag AS (
    SELECT * FROM properties ORDER BY name LIMIT 1
  )
  SELECT jsonb_build_object(
    'nil', '00000000-0000-0000-0000-000000000000', 'new_incident', gen_random_uuid(), 'new_hypothesis', gen_random_uuid(),
    'new_query', gen_random_uuid(),
    'person', (SELECT p.id FROM people p JOIN identities i ON i.id = p.id JOIN people_roles r ON r.id = p.id WHERE p.email IS NOT NULL ORDER BY p.id LIMIT 1),
    'email', (SELECT p.email FROM people p WHERE p.email IS NOT NULL ORDER BY p.id LIMIT 1),
    'spare_person', (SELECT id FROM people WHERE name = 'System'),
    'team', (SELECT team_id FROM team_members ORDER BY team_id LIMIT 1), 'teams', (SELECT id FROM teams ORDER BY id LIMIT 1),
    'agent', (SELECT id FROM agents WHERE name <> 'local' AND deleted_at IS NULL ORDER BY id LIMIT 1),
    'check', (SELECT id FROM checked), 'canary', (SELECT canary_id FROM checked), 'canaries', (SELECT canary_id FROM checked),
    'config', (SELECT id FROM item), 'config_type', (SELECT type FROM item), 'config_status', (SELECT status FROM item),
    'config_health', (SELECT health FROM item), 'config_word', (SELECT split_part(name, '-', 1) FROM item)) || jsonb_build_object(
    'cluster', (SELECT parent_id FROM item), 'scraper', (SELECT scraper_id FROM item), 'config_scrapers', (SELECT scraper_id FROM item),
    'label_key', (SELECT l.key FROM item, jsonb_each_text(item.labels) AS l ORDER BY l.value ~ '[^a-z]', l.key LIMIT 1),
    'label_value', (SELECT l.value FROM item, jsonb_each_text(item.labels) AS l ORDER BY l.value ~ '[^a-z]', l.key LIMIT 1),
    'ticket_type', 'jira',
    'unlinked_config', (SELECT i.id FROM config_items i WHERE NOT EXISTS (
      SELECT FROM config_component_relationships x WHERE x.config_id = i.id) ORDER BY i.id LIMIT 1),
    'change', (SELECT id FROM change), 'change_severity', (SELECT severity FROM change),
    'analysis', (SELECT id FROM analysis), 'analysis_type', (SELECT analysis_type FROM analysis),
    'analysis_severity', (SELECT severity FROM analysis), 'analyzer', (SELECT analyzer FROM analysis)) || jsonb_build_object(
    'component', (SELECT id FROM component), 'component_type', (SELECT type FROM component),
    'topology', (SELECT topology_id FROM component), 'topologies', (SELECT topology_id FROM component),
    'team_component', (SELECT component_id FROM team_components ORDER BY component_id LIMIT 1),
    'incident', (SELECT id FROM incident), 'incident_rules', (SELECT id FROM incident_rules WHERE deleted_at IS NULL ORDER BY id LIMIT 1),
    'incident_word', (SELECT split_part(title, ' ', 1) FROM incident), 'incident_type', (SELECT type FROM incident),
    'incident_status', (SELECT status FROM incident), 'incident_severity', (SELECT severity FROM incident),
    'incident_owner', (SELECT created_by FROM incident),
    'incident_component', (SELECT component_id FROM evidences WHERE component_id IS NOT NULL ORDER BY id LIMIT 1),
    'incident_config', (SELECT config_id FROM evidences WHERE config_id IS NOT NULL ORDER BY id LIMIT 1),
    'hypothesis', (SELECT h.id FROM hypotheses h WHERE h.incident_id = (SELECT id FROM incident)
      AND EXISTS (SELECT FROM evidences e WHERE e.hypothesis_id = h.id) ORDER BY h.id LIMIT 1),
    'evidence', (SELECT id FROM evidences ORDER BY id LIMIT 1),
    'run', (SELECT id FROM run), 'playbook', (SELECT playbook_id FROM run),
    'action', (SELECT id FROM playbook_run_actions WHERE playbook_run_id = (SELECT id FROM run) ORDER BY id LIMIT 1),
    'run_config', (SELECT config_id FROM playbook_runs WHERE config_id IS NOT NULL ORDER BY created_at DESC LIMIT 1),
    'run_component', (SELECT component_id FROM playbook_runs WHERE component_id IS NOT NULL ORDER BY created_at DESC LIMIT 1),
    'notification', (SELECT id FROM notifications WHERE deleted_at IS NULL ORDER BY id LIMIT 1),
    'send', (SELECT id FROM notification_send_history ORDER BY id LIMIT 1),
    'silence', (SELECT id FROM notification_silences WHERE deleted_at IS NULL ORDER BY id LIMIT 1),
    'connection', (SELECT id FROM connections WHERE deleted_at IS NULL ORDER BY id LIMIT 1),
    'log_backend', (SELECT id FROM logging_backends WHERE deleted_at IS NULL ORDER BY id LIMIT 1),
    'job_name', (SELECT name FROM job), 'job_resource_type', (SELECT resource_type FROM job), 'job_resource', (SELECT resource_id FROM job),
    'flag', (SELECT name FROM flag), 'flag_value', (SELECT value FROM flag),
    'month_ago', to_char(now() AT TIME ZONE 'UTC' - interval '30 days', 'YYYY-MM-DD"T"HH24:MI:SS.MS"Z"'),
    'year_ago', to_char(now() AT TIME ZONE 'UTC' - interval '365 days', 'YYYY-MM-DD"T"HH24:MI:SS.MS"Z"'),
    'tomorrow', to_char(now() AT TIME ZONE 'UTC' + interval '1 day', 'YYYY-MM-DD"T"HH24:MI:SS.MS"Z"')) AS subjects`;

/** @throws when the data lacks something that a request is about */
export async function findSubjects(db: Database): Promise<Subjects> {
  const { rows } = await db.query<{ subjects: Readonly<Record<string, string | null>> }>(SUBJECTS);
  const found = Object.entries(rows[0]?.subjects ?? {});
  const missing = found.filter(([, value]) => value === null).map(([word]) => word);
  if (missing.length > 0) throw new Error(`the data has no ${missing.join(', ')}`);
  return Object.fromEntries(found.map(([word, value]) => [word, value ?? '']));
}
