-- What every write leaves behind: stamps, events for consumers, and the log of changes that the live stream reads.

-- updated_at: a change that came from an agent, that only marks a row as sent, or that deletes it, keeps the time it came with.
DROP TRIGGER people_touch ON people;
DROP TRIGGER agents_touch ON agents;
DROP TRIGGER canaries_touch ON canaries;
DROP TRIGGER check_definitions_touch ON check_definitions;
DROP TRIGGER components_touch ON components;
DROP TRIGGER config_items_touch ON config_items;
DROP TRIGGER check_component_relationships_touch ON check_component_relationships;
DROP TRIGGER check_config_relationships_touch ON check_config_relationships;

DO $$
DECLARE
  relation text;
BEGIN
  FOREACH relation IN ARRAY ARRAY['people', 'agents', 'teams', 'responders', 'incident_rules', 'playbooks', 'notifications',
    'notification_silences', 'connection_definitions'] LOOP
    EXECUTE format('CREATE TRIGGER %I BEFORE UPDATE ON %I FOR EACH ROW
      WHEN (NEW.deleted_at IS NOT DISTINCT FROM OLD.deleted_at OR NEW.deleted_at IS NULL) EXECUTE FUNCTION touch_updated_at()',
      relation || '_touch', relation);
  END LOOP;
  FOREACH relation IN ARRAY ARRAY['identities', 'saved_query', 'incidents', 'incident_relationships', 'hypotheses', 'evidences', 'comments',
    'comment_responders', 'incident_histories', 'integrations', 'permissions'] LOOP
    EXECUTE format('CREATE TRIGGER %I BEFORE UPDATE ON %I FOR EACH ROW EXECUTE FUNCTION touch_updated_at()',
      relation || '_touch', relation);
  END LOOP;
  FOREACH relation IN ARRAY ARRAY['component_relationships', 'config_relationships', 'config_component_relationships',
    'check_component_relationships', 'check_config_relationships', 'artifacts'] LOOP
    EXECUTE format('CREATE TRIGGER %I BEFORE UPDATE ON %I FOR EACH ROW
      WHEN (NEW.is_pushed = OLD.is_pushed AND (NEW.deleted_at IS NOT DISTINCT FROM OLD.deleted_at OR NEW.deleted_at IS NULL))
      EXECUTE FUNCTION touch_updated_at()', relation || '_touch', relation);
  END LOOP;
  FOREACH relation IN ARRAY ARRAY['check_definitions', 'components', 'topologies', 'config_scrapers'] LOOP
    EXECUTE format('CREATE TRIGGER %I BEFORE UPDATE ON %I FOR EACH ROW
      WHEN (NEW.agent_id = ''00000000-0000-0000-0000-000000000000'' AND NEW.is_pushed = OLD.is_pushed
        AND (NEW.deleted_at IS NOT DISTINCT FROM OLD.deleted_at OR NEW.deleted_at IS NULL))
      EXECUTE FUNCTION touch_updated_at()', relation || '_touch', relation);
  END LOOP;
END $$;
CREATE TRIGGER logging_backends_touch BEFORE UPDATE ON logging_backends FOR EACH ROW
  WHEN (coalesce(NEW.agent_id, '00000000-0000-0000-0000-000000000000') = '00000000-0000-0000-0000-000000000000'
    AND (NEW.deleted_at IS NOT DISTINCT FROM OLD.deleted_at OR NEW.deleted_at IS NULL))
  EXECUTE FUNCTION touch_updated_at();
CREATE TRIGGER canaries_touch BEFORE UPDATE ON canaries FOR EACH ROW
  WHEN (OLD.spec IS DISTINCT FROM NEW.spec AND NEW.agent_id = '00000000-0000-0000-0000-000000000000' AND NEW.is_pushed = OLD.is_pushed)
  EXECUTE FUNCTION touch_updated_at();
CREATE TRIGGER config_items_touch BEFORE UPDATE ON config_items FOR EACH ROW
  WHEN (OLD.config IS DISTINCT FROM NEW.config AND NEW.agent_id = '00000000-0000-0000-0000-000000000000' AND NEW.is_pushed = OLD.is_pushed)
  EXECUTE FUNCTION touch_updated_at();

CREATE FUNCTION mark_unpushed() RETURNS trigger LANGUAGE plpgsql AS $$
BEGIN
  NEW.is_pushed := false;
  RETURN NEW;
END $$;
COMMENT ON FUNCTION mark_unpushed() IS 'Row trigger: a row that changed is to be sent to the hub again.';
DO $$
DECLARE
  relation text;
BEGIN
  FOREACH relation IN ARRAY ARRAY['artifacts', 'topologies', 'config_scrapers', 'canaries', 'components', 'check_definitions', 'config_items',
    'config_analysis', 'config_changes', 'config_relationships', 'component_relationships', 'config_component_relationships',
    'check_component_relationships', 'check_config_relationships', 'playbook_run_actions'] LOOP
    EXECUTE format('CREATE TRIGGER %I BEFORE UPDATE ON %I FOR EACH ROW
      WHEN (OLD.is_pushed AND NEW.is_pushed AND OLD.* IS DISTINCT FROM NEW.*) EXECUTE FUNCTION mark_unpushed()',
      relation || '_unpushed', relation);
  END LOOP;
END $$;

CREATE FUNCTION notify_table_activity() RETURNS trigger LANGUAGE plpgsql AS $$
BEGIN
  PERFORM pg_notify('table_activity', TG_TABLE_NAME || ' ' || coalesce(NEW.id, OLD.id));
  RETURN NULL;
END $$;
COMMENT ON FUNCTION notify_table_activity() IS 'Row trigger: says on table_activity which row changed, so that every process drops what it remembers of it.';
CREATE TRIGGER notifications_activity AFTER INSERT OR UPDATE OR DELETE ON notifications FOR EACH ROW EXECUTE FUNCTION notify_table_activity();
CREATE TRIGGER permissions_activity AFTER INSERT OR UPDATE OR DELETE ON permissions FOR EACH ROW EXECUTE FUNCTION notify_table_activity();
CREATE TRIGGER teams_activity AFTER INSERT OR UPDATE OR DELETE ON teams FOR EACH ROW EXECUTE FUNCTION notify_table_activity();

-- The event queue. Writes of many rows are queued by one statement.
ALTER TABLE event_queue
  ADD COLUMN lease_until timestamptz,
  ADD COLUMN worker text;
COMMENT ON COLUMN event_queue.attempts IS 'How often handling it failed; after the fourth time it is left as it is.';
COMMENT ON COLUMN event_queue.lease_until IS 'While a worker handles it: when another one may take it over.';
COMMENT ON COLUMN event_queue.worker IS 'Who handles it.';
DROP TRIGGER event_queue_notify ON event_queue;
-- Transactions that notify commit one after the other, each with its own write to the disk. So of those that run together one does;
-- consumers and the live hub look by themselves as well.
CREATE FUNCTION may_notify() RETURNS boolean LANGUAGE sql VOLATILE AS $$ SELECT pg_try_advisory_xact_lock(7316002) $$;
COMMENT ON FUNCTION may_notify() IS 'Whether this transaction is the one that tells listeners; the others that run meanwhile do not.';
CREATE OR REPLACE FUNCTION notify_event_queue() RETURNS trigger LANGUAGE plpgsql AS $$
BEGIN
  IF may_notify() THEN
    PERFORM pg_notify('event_queue_updates', name) FROM (SELECT DISTINCT name FROM queued) AS names;
  END IF;
  RETURN NULL;
END $$;
COMMENT ON FUNCTION notify_event_queue() IS 'Statement trigger: says on event_queue_updates which events came.';
CREATE OR REPLACE FUNCTION notify_event_log() RETURNS trigger LANGUAGE plpgsql AS $$
BEGIN
  IF may_notify() THEN
    PERFORM pg_notify('event_log', '');
  END IF;
  RETURN NULL;
END $$;
CREATE TRIGGER event_queue_notify AFTER INSERT ON event_queue REFERENCING NEW TABLE AS queued
  FOR EACH STATEMENT EXECUTE FUNCTION notify_event_queue();
-- A description may be longer than a page of an index holds, so the same event is found by a hash of its properties.
DROP INDEX event_queue_name_properties_key;
CREATE UNIQUE INDEX event_queue_name_properties_key ON event_queue (name, md5(properties::text));
CREATE OR REPLACE FUNCTION enqueue_event(event_name text, event_properties jsonb) RETURNS void LANGUAGE sql AS $$
  INSERT INTO event_queue (name, properties) VALUES (event_name, event_properties)
  ON CONFLICT (name, md5(properties::text)) DO UPDATE SET created_at = now(), attempts = 0, last_attempt = NULL
$$;
DROP INDEX event_queue_due_idx;
CREATE INDEX event_queue_order_idx ON event_queue (name, priority DESC, created_at) WHERE coalesce(attempts, 0) <= 3;
CREATE INDEX event_queue_lease_idx ON event_queue (lease_until) WHERE lease_until IS NOT NULL;
CREATE INDEX event_queue_created_at_idx ON event_queue (created_at);
CREATE INDEX event_queue_notification_idx ON event_queue ((properties ->> 'notification_id')) WHERE name = 'notification.send';

CREATE FUNCTION queue_config_items_created() RETURNS trigger LANGUAGE plpgsql AS $$
BEGIN
  INSERT INTO event_queue (name, properties)
  SELECT 'config.created', jsonb_build_object('id', id::text) FROM written
  UNION
  SELECT 'config.' || health, jsonb_build_object('id', id::text, 'status', status, 'description', description)
  FROM written WHERE health IN ('warning', 'unhealthy')
  ON CONFLICT (name, md5(properties::text)) DO UPDATE SET created_at = now(), attempts = 0, last_attempt = NULL;
  RETURN NULL;
END $$;
COMMENT ON FUNCTION queue_config_items_created() IS 'Statement trigger: config.created, and config.warning or config.unhealthy when an item begins like that.';
CREATE TRIGGER config_items_queue_insert AFTER INSERT ON config_items REFERENCING NEW TABLE AS written
  FOR EACH STATEMENT EXECUTE FUNCTION queue_config_items_created();

CREATE FUNCTION queue_config_items_updated() RETURNS trigger LANGUAGE plpgsql AS $$
BEGIN
  INSERT INTO event_queue (name, properties)
  SELECT 'config.deleted', jsonb_build_object('id', n.id::text)
  FROM written n JOIN replaced o ON o.id = n.id WHERE o.deleted_at IS NULL AND n.deleted_at IS NOT NULL
  UNION
  SELECT 'config.' || coalesce(nullif(n.health, ''), 'unknown'),
    jsonb_build_object('id', n.id::text, 'status', n.status, 'description', n.description)
  FROM written n JOIN replaced o ON o.id = n.id WHERE o.health IS DISTINCT FROM n.health
  ON CONFLICT (name, md5(properties::text)) DO UPDATE SET created_at = now(), attempts = 0, last_attempt = NULL;
  RETURN NULL;
END $$;
COMMENT ON FUNCTION queue_config_items_updated() IS 'Statement trigger: config.deleted, and config.<health> when the health changed.';
CREATE TRIGGER config_items_queue_update AFTER UPDATE ON config_items REFERENCING OLD TABLE AS replaced NEW TABLE AS written
  FOR EACH STATEMENT EXECUTE FUNCTION queue_config_items_updated();

CREATE FUNCTION queue_config_changes() RETURNS trigger LANGUAGE plpgsql AS $$
BEGIN
  INSERT INTO event_queue (name, properties)
  SELECT CASE change_type WHEN 'diff' THEN 'config.updated' ELSE 'config.changed' END,
    jsonb_build_object('id', config_id::text, 'change_id', id::text)
  FROM written
  ON CONFLICT (name, md5(properties::text)) DO UPDATE SET created_at = now(), attempts = 0, last_attempt = NULL;
  RETURN NULL;
END $$;
COMMENT ON FUNCTION queue_config_changes() IS 'Statement trigger: config.updated for a change of the document, config.changed for every other change.';
CREATE TRIGGER config_changes_queue_insert AFTER INSERT ON config_changes REFERENCING NEW TABLE AS written
  FOR EACH STATEMENT EXECUTE FUNCTION queue_config_changes();
CREATE TRIGGER config_changes_queue_update AFTER UPDATE ON config_changes REFERENCING NEW TABLE AS written
  FOR EACH STATEMENT EXECUTE FUNCTION queue_config_changes();

CREATE FUNCTION queue_component_health() RETURNS trigger LANGUAGE plpgsql AS $$
BEGIN
  PERFORM enqueue_event('component.' || coalesce(nullif(NEW.health, ''), 'unknown'),
    jsonb_build_object('id', NEW.id::text, 'status', NEW.status, 'description', NEW.description));
  RETURN NULL;
END $$;
COMMENT ON FUNCTION queue_component_health() IS 'Row trigger: component.<health> when the health changed.';
CREATE TRIGGER components_queue_health AFTER UPDATE ON components FOR EACH ROW
  WHEN (OLD.health IS DISTINCT FROM NEW.health) EXECUTE FUNCTION queue_component_health();

CREATE FUNCTION queue_row_event() RETURNS trigger LANGUAGE plpgsql AS $$
BEGIN
  PERFORM enqueue_event(TG_ARGV[0], jsonb_build_object('id', NEW.id::text));
  RETURN NULL;
END $$;
COMMENT ON FUNCTION queue_row_event() IS 'Row trigger: the event named by the argument, with the id of the row.';
CREATE TRIGGER playbooks_queue_approval AFTER UPDATE ON playbooks FOR EACH ROW
  WHEN (OLD.spec -> 'approval' <> NEW.spec -> 'approval') EXECUTE FUNCTION queue_row_event('playbook.spec.approval.updated');
CREATE TRIGGER incidents_queue_insert AFTER INSERT ON incidents FOR EACH ROW EXECUTE FUNCTION queue_row_event('incident.created');
CREATE TRIGGER responders_queue_insert AFTER INSERT ON responders FOR EACH ROW EXECUTE FUNCTION queue_row_event('incident.responder.added');
CREATE TRIGGER responders_queue_delete AFTER UPDATE ON responders FOR EACH ROW
  WHEN (OLD.deleted_at IS NULL AND NEW.deleted_at IS NOT NULL) EXECUTE FUNCTION queue_row_event('incident.responder.removed');
CREATE TRIGGER comments_queue_insert AFTER INSERT ON comments FOR EACH ROW EXECUTE FUNCTION queue_row_event('incident.comment.added');
CREATE TRIGGER evidences_queue_added AFTER UPDATE ON evidences FOR EACH ROW
  WHEN (OLD.definition_of_done IS NOT TRUE AND NEW.definition_of_done) EXECUTE FUNCTION queue_row_event('incident.dod.added');
CREATE TRIGGER evidences_queue_removed AFTER UPDATE ON evidences FOR EACH ROW
  WHEN (OLD.definition_of_done AND NEW.definition_of_done IS NOT TRUE) EXECUTE FUNCTION queue_row_event('incident.dod.removed');
CREATE TRIGGER evidences_queue_passed AFTER UPDATE ON evidences FOR EACH ROW
  WHEN (OLD.done IS NOT TRUE AND NEW.done) EXECUTE FUNCTION queue_row_event('incident.dod.passed');
CREATE TRIGGER evidences_queue_regressed AFTER UPDATE ON evidences FOR EACH ROW
  WHEN (OLD.done AND NEW.done IS NOT TRUE) EXECUTE FUNCTION queue_row_event('incident.dod.regressed');

CREATE FUNCTION queue_incident_status() RETURNS trigger LANGUAGE plpgsql AS $$
BEGIN
  PERFORM enqueue_event('incident.status.' || NEW.status, jsonb_build_object('id', NEW.id::text));
  RETURN NULL;
END $$;
COMMENT ON FUNCTION queue_incident_status() IS 'Row trigger: incident.status.<status> when it changed.';
CREATE TRIGGER incidents_queue_status AFTER UPDATE ON incidents FOR EACH ROW
  WHEN (OLD.status IS DISTINCT FROM NEW.status) EXECUTE FUNCTION queue_incident_status();

CREATE FUNCTION queue_playbook_approval() RETURNS trigger LANGUAGE plpgsql AS $$
BEGIN
  PERFORM enqueue_event('playbook.approval.inserted', jsonb_build_object('id', NEW.id::text, 'run_id', NEW.run_id::text));
  RETURN NULL;
END $$;
COMMENT ON FUNCTION queue_playbook_approval() IS 'Row trigger: playbook.approval.inserted.';
CREATE TRIGGER playbook_approvals_queue AFTER INSERT ON playbook_approvals FOR EACH ROW EXECUTE FUNCTION queue_playbook_approval();

-- The event log, a partition for each day.
CREATE FUNCTION ensure_daily_partitions(parent text, key text, from_day date, to_day date) RETURNS integer LANGUAGE plpgsql AS $$
DECLARE
  day date;
  made integer := 0;
  partition_name text;
  bounds text;
BEGIN
  FOR day IN SELECT generate_series(from_day, to_day, interval '1 day')::date LOOP
    partition_name := parent || '_' || to_char(day, 'YYYYMMDD');
    IF to_regclass(partition_name) IS NULL THEN
      bounds := format('%I >= %L AND %1$I < %3$L', key, day::timestamp AT TIME ZONE 'UTC', (day + 1)::timestamp AT TIME ZONE 'UTC');
      -- Rows that reached the default partition first would stop the new partition from being attached; none may join them meanwhile.
      EXECUTE format('LOCK TABLE ONLY %I, ONLY %I IN ACCESS EXCLUSIVE MODE', parent, parent || '_default');
      EXECUTE format('CREATE TEMP TABLE moved_rows ON COMMIT DROP AS SELECT * FROM %I WHERE %s', parent || '_default', bounds);
      EXECUTE format('DELETE FROM %I WHERE %s', parent || '_default', bounds);
      EXECUTE format('CREATE TABLE %I PARTITION OF %I FOR VALUES FROM (%L) TO (%L)', partition_name, parent,
        day::timestamp AT TIME ZONE 'UTC', (day + 1)::timestamp AT TIME ZONE 'UTC');
      EXECUTE format('INSERT INTO %I SELECT * FROM moved_rows', partition_name);
      DROP TABLE moved_rows;
      made := made + 1;
    END IF;
  END LOOP;
  RETURN made;
END $$;
COMMENT ON FUNCTION ensure_daily_partitions(text, text, date, date)
  IS 'Makes the daily partitions of a table (its name, the name of its time column) for both days and all between; returns how many were missing.';

CREATE FUNCTION drop_daily_partitions(parent text, key text, before_day date, at_most integer DEFAULT NULL) RETURNS integer
LANGUAGE plpgsql AS $$
DECLARE
  partition_name text;
  dropped integer := 0;
BEGIN
  FOR partition_name IN
    SELECT c.relname FROM pg_inherits i JOIN pg_class c ON c.oid = i.inhrelid
    WHERE i.inhparent = parent::regclass AND c.relname ~ ('^' || parent || '_\d{8}$')
      AND to_date(right(c.relname, 8), 'YYYYMMDD') < before_day
    ORDER BY c.relname LIMIT at_most
  LOOP
    EXECUTE format('DROP TABLE %I', partition_name);
    dropped := dropped + 1;
  END LOOP;
  IF at_most IS NULL OR dropped < at_most THEN
    EXECUTE format('DELETE FROM %I WHERE %I < %L', parent || '_default', key, before_day::timestamp AT TIME ZONE 'UTC');
  END IF;
  RETURN dropped;
END $$;
COMMENT ON FUNCTION drop_daily_partitions(text, text, date, integer)
  IS 'Drops the daily partitions of a table before a day, oldest first and at most so many, and with the last of them the strays of that age; returns how many partitions went.';

CREATE OR REPLACE FUNCTION ensure_check_status_partitions(from_day date, to_day date) RETURNS integer LANGUAGE sql AS $$
  SELECT ensure_daily_partitions('check_statuses', 'time', from_day, to_day)
$$;
CREATE OR REPLACE FUNCTION drop_check_status_partitions(before_day date) RETURNS integer LANGUAGE sql AS $$
  SELECT drop_daily_partitions('check_statuses', 'time', before_day)
$$;

ALTER TABLE event_log RENAME TO old_event_log;
ALTER INDEX event_log_pkey RENAME TO old_event_log_pkey;
ALTER INDEX event_log_tx_seq_idx RENAME TO old_event_log_tx_seq_idx;
ALTER INDEX event_log_at_idx RENAME TO old_event_log_at_idx;
CREATE SEQUENCE event_log_sequence;
COMMENT ON SEQUENCE event_log_sequence IS 'Numbers of the events in the log.';
CREATE TABLE event_log (
  seq bigint NOT NULL DEFAULT nextval('event_log_sequence'),
  tx xid8 NOT NULL DEFAULT pg_current_xact_id(),
  at timestamptz NOT NULL DEFAULT now(),
  topic text NOT NULL,
  subject text NOT NULL,
  payload jsonb NOT NULL DEFAULT '{}'
) PARTITION BY RANGE (at);
COMMENT ON TABLE event_log IS 'Every state change in order. Readers go by (tx, seq) up to the oldest running transaction, so a late commit is never skipped.';
COMMENT ON COLUMN event_log.subject IS 'Id of the thing that changed.';
CREATE TABLE event_log_default PARTITION OF event_log DEFAULT;
COMMENT ON TABLE event_log_default IS 'Events outside every daily partition.';

CREATE TABLE event_log_dropped (
  log text NOT NULL DEFAULT 'event_log' CONSTRAINT event_log_dropped_pkey PRIMARY KEY
    CONSTRAINT event_log_dropped_log_check CHECK (log = 'event_log'),
  tx xid8 NOT NULL,
  seq bigint NOT NULL
);
COMMENT ON TABLE event_log_dropped IS 'The newest event that retention took out of the log: who stands before it has missed something. At most one row.';

-- An identity keeps its sequence when the table is renamed; numbers go on from it, whether or not rows are left.
SELECT setval('event_log_sequence', greatest((SELECT last_value FROM event_log_seq_seq), (SELECT coalesce(max(seq), 0) FROM old_event_log)) + 1, false);
INSERT INTO event_log_dropped (tx, seq)
SELECT coalesce(first.tx, pg_current_xact_id()), coalesce(first.seq, 0)
FROM (SELECT 1) AS one LEFT JOIN (SELECT tx, seq FROM old_event_log ORDER BY tx, seq LIMIT 1) AS first ON true
WHERE (SELECT is_called FROM event_log_seq_seq) AND first.seq IS DISTINCT FROM 1;
SELECT ensure_daily_partitions('event_log', 'at', (min(at) AT TIME ZONE 'UTC')::date, (max(at) AT TIME ZONE 'UTC')::date) FROM old_event_log;
INSERT INTO event_log (seq, tx, at, topic, subject, payload) SELECT seq, tx, at, topic, subject, payload FROM old_event_log;
-- Indexes are quicker to make of rows that are there.
ALTER TABLE event_log ADD CONSTRAINT event_log_pkey PRIMARY KEY (seq, at);
CREATE INDEX event_log_tx_seq_idx ON event_log (tx, seq);
DROP TABLE old_event_log;
CREATE TRIGGER event_log_notify AFTER INSERT ON event_log FOR EACH STATEMENT EXECUTE FUNCTION notify_event_log();

CREATE FUNCTION drop_event_log_partitions(before_day date, at_most integer DEFAULT NULL) RETURNS integer LANGUAGE plpgsql AS $$
BEGIN
  INSERT INTO event_log_dropped AS d (tx, seq)
  SELECT tx, seq FROM event_log WHERE at < before_day::timestamp AT TIME ZONE 'UTC' ORDER BY tx DESC, seq DESC LIMIT 1
  ON CONFLICT (log) DO UPDATE SET tx = excluded.tx, seq = excluded.seq WHERE (excluded.tx, excluded.seq) > (d.tx, d.seq);
  RETURN drop_daily_partitions('event_log', 'at', before_day, at_most);
END $$;
COMMENT ON FUNCTION drop_event_log_partitions(date, integer)
  IS 'Drops the daily partitions of the event log before a day, oldest first and at most so many, and remembers the newest event that went.';

CREATE FUNCTION log_row_change() RETURNS trigger LANGUAGE plpgsql AS $$
DECLARE
  item jsonb := CASE TG_OP WHEN 'DELETE' THEN to_jsonb(OLD) ELSE to_jsonb(NEW) END;
  change text := CASE
    WHEN TG_OP = 'INSERT' THEN 'created'
    WHEN TG_OP = 'DELETE' THEN 'deleted'
    WHEN item ->> 'deleted_at' IS NOT NULL THEN 'deleted'
    WHEN to_jsonb(OLD) ->> 'deleted_at' IS NOT NULL THEN 'created'
    ELSE 'updated'
  END;
  payload jsonb := jsonb_build_object('kind', replace(TG_TABLE_NAME, 'connection_definitions', 'connections'), 'change', change);
BEGIN
  IF TG_OP = 'DELETE' AND item ->> 'deleted_at' IS NOT NULL THEN
    -- It went when it was marked; taking the row out is no news.
    RETURN NULL;
  END IF;
  FOR i IN 2..TG_NARGS - 1 LOOP
    payload := payload || jsonb_build_object(TG_ARGV[i], item -> TG_ARGV[i]);
  END LOOP;
  -- On an agent a step belongs to no run of its own.
  PERFORM log_event(TG_ARGV[0], coalesce(item ->> TG_ARGV[1], item ->> 'id'), payload);
  RETURN NULL;
END $$;
COMMENT ON FUNCTION log_row_change()
  IS 'Row trigger: logs the change. Arguments: topic, column of the subject, columns for the payload.';

DO $$
DECLARE
  logged record;
BEGIN
  -- relation, topic, subject, payload; and the columns whose change matters (all of them when there are none)
  FOR logged IN SELECT * FROM (VALUES
    ('agents', 'agent', 'id', ARRAY['id', 'name'], ARRAY['name', 'description', 'properties', 'deleted_at']),
    ('teams', 'team', 'id', ARRAY['id', 'name'], NULL),
    ('people', 'person', 'id', ARRAY['id', 'name'], ARRAY['name', 'avatar', 'email', 'deleted_at']),
    ('properties', 'property', 'name', ARRAY['name'], NULL),
    ('connection_definitions', 'connection', 'id', ARRAY['id', 'name'], NULL),
    ('logging_backends', 'logging_backend', 'id', ARRAY['id', 'name'], NULL),
    ('config_scrapers', 'config_scraper', 'id', ARRAY['id', 'name'], NULL),
    ('topologies', 'topology', 'id', ARRAY['id', 'name'], NULL),
    ('components', 'component', 'id', ARRAY['id', 'name', 'status', 'health', 'parent_id', 'topology_id'],
      ARRAY['name', 'text', 'icon', 'type', 'status', 'health', 'status_reason', 'hidden', 'silenced', 'parent_id', 'labels', 'properties', 'deleted_at']),
    ('incident_rules', 'incident_rule', 'id', ARRAY['id', 'name'], NULL),
    ('incidents', 'incident', 'id', ARRAY['id', 'title', 'status', 'severity', 'type'], NULL),
    ('hypotheses', 'incident', 'incident_id', ARRAY['id'], NULL),
    ('comments', 'incident', 'incident_id', ARRAY['id'], NULL),
    ('responders', 'incident', 'incident_id', ARRAY['id'], NULL),
    ('incident_histories', 'incident', 'incident_id', ARRAY['id', 'type'], NULL),
    ('playbooks', 'playbook', 'id', ARRAY['id', 'name'], NULL),
    ('playbook_runs', 'playbook_run', 'id', ARRAY['id', 'playbook_id', 'status', 'config_id', 'component_id', 'check_id'],
      ARRAY['status', 'start_time', 'end_time', 'error']),
    ('playbook_run_actions', 'playbook_run', 'playbook_run_id', ARRAY['id', 'name', 'status'], ARRAY['status', 'start_time', 'end_time']),
    ('notifications', 'notification', 'id', ARRAY['id', 'name'], NULL),
    ('notification_send_history', 'notification_send', 'id', ARRAY['id', 'notification_id', 'resource_id', 'status'], NULL),
    ('notification_silences', 'notification_silence', 'id', ARRAY['id'], NULL)
  ) AS t (relation, topic, subject, payload, watched) LOOP
    -- Messages go by retention alone, which is no news.
    EXECUTE format('CREATE TRIGGER %I AFTER %s ON %I FOR EACH ROW EXECUTE FUNCTION log_row_change(%s)',
      logged.relation || '_log', CASE logged.topic WHEN 'notification_send' THEN 'INSERT' ELSE 'INSERT OR DELETE' END, logged.relation,
      (SELECT string_agg(quote_literal(a), ', ') FROM unnest(ARRAY[logged.topic, logged.subject] || logged.payload) AS a));
    EXECUTE format('CREATE TRIGGER %I AFTER UPDATE ON %I FOR EACH ROW WHEN (%s) EXECUTE FUNCTION log_row_change(%s)',
      logged.relation || '_log_update', logged.relation,
      CASE WHEN logged.watched IS NULL THEN 'OLD.* IS DISTINCT FROM NEW.*' ELSE
        (SELECT format('(%s) IS DISTINCT FROM (%s)', string_agg('OLD.' || c, ', '), string_agg('NEW.' || c, ', ')) FROM unnest(logged.watched) AS c)
      END,
      (SELECT string_agg(quote_literal(a), ', ') FROM unnest(ARRAY[logged.topic, logged.subject] || logged.payload) AS a));
  END LOOP;
END $$;

CREATE FUNCTION log_evidence_change() RETURNS trigger LANGUAGE plpgsql AS $$
DECLARE
  evidence evidences := coalesce(NEW, OLD);
BEGIN
  PERFORM log_event('incident', h.incident_id::text, jsonb_build_object('kind', 'evidences', 'id', evidence.id,
    'change', CASE TG_OP WHEN 'INSERT' THEN 'created' WHEN 'DELETE' THEN 'deleted' ELSE 'updated' END))
  FROM hypotheses h WHERE h.id = evidence.hypothesis_id;
  RETURN NULL;
END $$;
COMMENT ON FUNCTION log_evidence_change() IS 'Row trigger: logs the change of evidence under its incident.';
CREATE TRIGGER evidences_log AFTER INSERT OR UPDATE OR DELETE ON evidences FOR EACH ROW EXECUTE FUNCTION log_evidence_change();

-- The catalog is written many rows at a time, so its changes are logged by the statement.
CREATE FUNCTION log_config_items_created() RETURNS trigger LANGUAGE plpgsql AS $$
BEGIN
  INSERT INTO event_log (topic, subject, payload)
  SELECT 'config', id::text, jsonb_build_object('id', id, 'change', 'created', 'name', name, 'type', type, 'status', status, 'health', health)
  FROM written;
  RETURN NULL;
END $$;
COMMENT ON FUNCTION log_config_items_created() IS 'Statement trigger: logs new items of the catalog.';
CREATE TRIGGER config_items_log_insert AFTER INSERT ON config_items REFERENCING NEW TABLE AS written
  FOR EACH STATEMENT EXECUTE FUNCTION log_config_items_created();

CREATE FUNCTION log_config_items_updated() RETURNS trigger LANGUAGE plpgsql AS $$
BEGIN
  INSERT INTO event_log (topic, subject, payload)
  SELECT 'config', n.id::text, jsonb_build_object('id', n.id,
    'change', CASE
      WHEN o.deleted_at IS NULL AND n.deleted_at IS NOT NULL THEN 'deleted'
      WHEN o.deleted_at IS NOT NULL AND n.deleted_at IS NULL THEN 'created'
      ELSE 'updated' END,
    'name', n.name, 'type', n.type, 'status', n.status, 'health', n.health)
  FROM written n JOIN replaced o ON o.id = n.id
  WHERE (o.name, o.type, o.status, o.health, o.ready, o.description, o.labels, o.tags, o.parent_id, o.deleted_at, o.config IS DISTINCT FROM n.config)
    IS DISTINCT FROM (n.name, n.type, n.status, n.health, n.ready, n.description, n.labels, n.tags, n.parent_id, n.deleted_at, false);
  RETURN NULL;
END $$;
COMMENT ON FUNCTION log_config_items_updated() IS 'Statement trigger: logs items of the catalog that changed in something that people see.';
CREATE TRIGGER config_items_log_update AFTER UPDATE ON config_items REFERENCING OLD TABLE AS replaced NEW TABLE AS written
  FOR EACH STATEMENT EXECUTE FUNCTION log_config_items_updated();

CREATE FUNCTION log_config_changes() RETURNS trigger LANGUAGE plpgsql AS $$
BEGIN
  INSERT INTO event_log (topic, subject, payload)
  SELECT 'config_change', id::text, jsonb_build_object('id', id, 'config_id', config_id, 'change_type', change_type, 'severity', severity)
  FROM written;
  RETURN NULL;
END $$;
COMMENT ON FUNCTION log_config_changes() IS 'Statement trigger: logs changes of the catalog.';
CREATE TRIGGER config_changes_log_insert AFTER INSERT ON config_changes REFERENCING NEW TABLE AS written
  FOR EACH STATEMENT EXECUTE FUNCTION log_config_changes();
CREATE TRIGGER config_changes_log_update AFTER UPDATE ON config_changes REFERENCING NEW TABLE AS written
  FOR EACH STATEMENT EXECUTE FUNCTION log_config_changes();

CREATE FUNCTION log_config_analysis_created() RETURNS trigger LANGUAGE plpgsql AS $$
BEGIN
  INSERT INTO event_log (topic, subject, payload)
  SELECT 'config_analysis', id::text, jsonb_build_object('id', id, 'config_id', config_id, 'change', 'created', 'status', status, 'severity', severity)
  FROM written;
  RETURN NULL;
END $$;
COMMENT ON FUNCTION log_config_analysis_created() IS 'Statement trigger: logs new insights.';
CREATE TRIGGER config_analysis_log_insert AFTER INSERT ON config_analysis REFERENCING NEW TABLE AS written
  FOR EACH STATEMENT EXECUTE FUNCTION log_config_analysis_created();

CREATE FUNCTION log_config_analysis_updated() RETURNS trigger LANGUAGE plpgsql AS $$
BEGIN
  INSERT INTO event_log (topic, subject, payload)
  SELECT 'config_analysis', n.id::text,
    jsonb_build_object('id', n.id, 'config_id', n.config_id, 'change', 'updated', 'status', n.status, 'severity', n.severity)
  FROM written n JOIN replaced o ON o.id = n.id
  WHERE (o.status, o.severity, o.message, o.summary) IS DISTINCT FROM (n.status, n.severity, n.message, n.summary);
  RETURN NULL;
END $$;
COMMENT ON FUNCTION log_config_analysis_updated() IS 'Statement trigger: logs insights whose state or text changed.';
CREATE TRIGGER config_analysis_log_update AFTER UPDATE ON config_analysis REFERENCING OLD TABLE AS replaced NEW TABLE AS written
  FOR EACH STATEMENT EXECUTE FUNCTION log_config_analysis_updated();

COMMENT ON TABLE migration_logs IS 'Migrations that made this schema, with the hash of their text.';
COMMENT ON FUNCTION announce_check_change() IS 'Row trigger: logs new, changed and deleted checks.';
COMMENT ON FUNCTION announce_check_transition() IS 'Row trigger: check.passed or check.failed, and the log, when the status of a check changed.';
COMMENT ON FUNCTION notify_event_log() IS 'Statement trigger: says on event_log that there is something to read.';
COMMENT ON FUNCTION propagate_canary_change() IS 'Row trigger: the checks of a deleted canary and its schedule go with it; logs the change.';
COMMENT ON FUNCTION record_check_transition() IS 'Row trigger: remembers every change between healthy and unhealthy.';
COMMENT ON FUNCTION soft_delete_check_relations() IS 'Row trigger: the relations of a deleted check to components go with it.';
COMMENT ON FUNCTION stamp_check_transition() IS 'Row trigger: last_transition_time follows the status.';
COMMENT ON FUNCTION write_checks() IS 'Row trigger: writes through checks, to the definition and the state.';
