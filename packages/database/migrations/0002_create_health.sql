-- Canaries, their checks, the results and the roll-ups of results.

CREATE TABLE canaries (
  id uuid NOT NULL DEFAULT generate_ulid() CONSTRAINT canaries_pkey PRIMARY KEY,
  agent_id uuid NOT NULL DEFAULT '00000000-0000-0000-0000-000000000000' CONSTRAINT canaries_agent_id_fkey REFERENCES agents (id),
  name text NOT NULL,
  namespace text NOT NULL,
  labels jsonb,
  annotations jsonb,
  spec jsonb NOT NULL,
  source text,
  is_pushed boolean NOT NULL DEFAULT false,
  created_at timestamptz DEFAULT now(),
  created_by uuid CONSTRAINT canaries_created_by_fkey REFERENCES people (id),
  updated_at timestamptz DEFAULT now(),
  deleted_at timestamptz
);
CREATE UNIQUE INDEX canaries_agent_id_name_namespace_source_key ON canaries (agent_id, name, namespace, source)
  WHERE deleted_at IS NULL AND agent_id = '00000000-0000-0000-0000-000000000000';
CREATE INDEX canaries_source_idx ON canaries (source);
CREATE INDEX canaries_created_by_idx ON canaries (created_by);
CREATE INDEX canaries_agent_id_idx ON canaries (agent_id);
COMMENT ON TABLE canaries IS 'Check definitions: one specification makes many checks.';
CREATE TRIGGER canaries_touch BEFORE UPDATE ON canaries FOR EACH ROW EXECUTE FUNCTION touch_updated_at();

CREATE TABLE check_definitions (
  id uuid NOT NULL DEFAULT generate_ulid() CONSTRAINT checks_pkey PRIMARY KEY,
  canary_id uuid NOT NULL CONSTRAINT checks_canary_id_fkey REFERENCES canaries (id) ON DELETE CASCADE,
  agent_id uuid NOT NULL DEFAULT '00000000-0000-0000-0000-000000000000' CONSTRAINT checks_agent_id_fkey REFERENCES agents (id),
  type text NOT NULL,
  name text NOT NULL,
  namespace text,
  description text,
  icon text,
  spec jsonb,
  labels jsonb,
  owner text,
  severity text,
  category text,
  is_pushed boolean NOT NULL DEFAULT false,
  transformed boolean DEFAULT false,
  silenced_at timestamptz,
  created_at timestamptz DEFAULT now(),
  updated_at timestamptz DEFAULT now(),
  deleted_at timestamptz,
  CONSTRAINT checks_canary_id_type_name_agent_id_key UNIQUE (canary_id, type, name, agent_id)
);
CREATE INDEX checks_canary_id_transformed_idx ON check_definitions (canary_id, transformed);
CREATE INDEX checks_agent_id_idx ON check_definitions (agent_id);
CREATE INDEX checks_deleted_at_idx ON check_definitions (deleted_at);
COMMENT ON TABLE check_definitions IS 'What a check is: one row per check of a canary. What it last said is in check_states; the relation checks joins both.';
CREATE TRIGGER check_definitions_touch BEFORE UPDATE ON check_definitions FOR EACH ROW EXECUTE FUNCTION touch_updated_at();

CREATE TABLE check_states (
  check_id uuid NOT NULL CONSTRAINT check_states_pkey PRIMARY KEY
    CONSTRAINT check_states_check_id_fkey REFERENCES check_definitions (id) ON DELETE CASCADE,
  canary_id uuid NOT NULL,
  status text,
  last_runtime timestamptz,
  next_runtime timestamptz,
  last_transition_time timestamptz,
  last_duration integer,
  last_message text,
  last_error text,
  recent integer[] NOT NULL DEFAULT '{}'
) WITH (fillfactor = 50, autovacuum_vacuum_scale_factor = 0.05);
COMMENT ON TABLE check_states IS 'What a check last said. Written at every run; no column but the key is indexed, so the writes stay within a page.';
COMMENT ON COLUMN check_states.status IS 'healthy or unhealthy; NULL when it never ran.';
COMMENT ON COLUMN check_states.recent IS 'The last 40 results, newest last: duration in milliseconds * 4 + state (0 unhealthy, 1 healthy, 2 warning, 3 invalid).';

CREATE VIEW checks AS
SELECT d.id, d.canary_id, d.agent_id, d.type, d.name, d.namespace, d.description, d.icon, d.spec, d.labels, d.owner, d.severity,
  d.category, d.is_pushed, d.transformed, s.last_runtime, s.last_transition_time, s.next_runtime, d.silenced_at, s.status,
  d.created_at, d.updated_at, d.deleted_at
FROM check_definitions d
LEFT JOIN check_states s ON s.check_id = d.id;
COMMENT ON VIEW checks IS 'One row per check of a canary: its definition and what it last said. Writable.';

CREATE FUNCTION write_checks() RETURNS trigger LANGUAGE plpgsql AS $$
BEGIN
  IF TG_OP = 'DELETE' THEN
    DELETE FROM check_definitions WHERE id = OLD.id;
    RETURN OLD;
  END IF;
  IF TG_OP = 'INSERT' THEN
    INSERT INTO check_definitions (id, canary_id, agent_id, type, name, namespace, description, icon, spec, labels, owner, severity,
      category, is_pushed, transformed, silenced_at, created_at, updated_at, deleted_at)
    VALUES (coalesce(NEW.id, generate_ulid()), NEW.canary_id, coalesce(NEW.agent_id, '00000000-0000-0000-0000-000000000000'), NEW.type,
      NEW.name, NEW.namespace, NEW.description, NEW.icon, NEW.spec, NEW.labels, NEW.owner, NEW.severity, NEW.category,
      coalesce(NEW.is_pushed, false), coalesce(NEW.transformed, false), NEW.silenced_at, coalesce(NEW.created_at, now()),
      coalesce(NEW.updated_at, now()), NEW.deleted_at)
    RETURNING id, agent_id, is_pushed, transformed, created_at, updated_at
    INTO NEW.id, NEW.agent_id, NEW.is_pushed, NEW.transformed, NEW.created_at, NEW.updated_at;
  ELSE
    UPDATE check_definitions SET id = NEW.id, canary_id = NEW.canary_id, agent_id = NEW.agent_id, type = NEW.type, name = NEW.name,
      namespace = NEW.namespace, description = NEW.description, icon = NEW.icon, spec = NEW.spec, labels = NEW.labels,
      owner = NEW.owner, severity = NEW.severity, category = NEW.category, is_pushed = NEW.is_pushed, transformed = NEW.transformed,
      silenced_at = NEW.silenced_at, created_at = NEW.created_at, updated_at = NEW.updated_at, deleted_at = NEW.deleted_at
    WHERE id = OLD.id;
  END IF;
  IF TG_OP = 'INSERT'
    OR (NEW.status, NEW.last_runtime, NEW.next_runtime, NEW.last_transition_time)
      IS DISTINCT FROM (OLD.status, OLD.last_runtime, OLD.next_runtime, OLD.last_transition_time) THEN
    INSERT INTO check_states (check_id, canary_id, status, last_runtime, next_runtime, last_transition_time)
    VALUES (NEW.id, NEW.canary_id, NEW.status, NEW.last_runtime, NEW.next_runtime, NEW.last_transition_time)
    ON CONFLICT (check_id) DO UPDATE SET canary_id = excluded.canary_id, status = excluded.status, last_runtime = excluded.last_runtime,
      next_runtime = excluded.next_runtime, last_transition_time = excluded.last_transition_time;
  END IF;
  RETURN NEW;
END $$;
CREATE TRIGGER checks_write INSTEAD OF INSERT OR UPDATE OR DELETE ON checks FOR EACH ROW EXECUTE FUNCTION write_checks();

CREATE TABLE check_statuses (
  check_id uuid NOT NULL CONSTRAINT check_statuses_check_id_fkey REFERENCES check_definitions (id) ON DELETE CASCADE,
  details jsonb,
  duration integer,
  error text,
  time timestamptz NOT NULL,
  created_at timestamptz NOT NULL DEFAULT now(),
  invalid boolean,
  message text,
  status boolean,
  severity text,
  is_pushed boolean NOT NULL DEFAULT false,
  CONSTRAINT check_statuses_pkey PRIMARY KEY (check_id, time)
) PARTITION BY RANGE (time);
CREATE INDEX check_statuses_time_idx ON check_statuses USING brin (time);
COMMENT ON TABLE check_statuses IS 'Raw results, one row per run of a check, partitioned by day.';
COMMENT ON COLUMN check_statuses.duration IS 'Milliseconds.';
COMMENT ON COLUMN check_statuses.status IS 'true when the run passed.';
CREATE TABLE check_statuses_default PARTITION OF check_statuses DEFAULT;
COMMENT ON TABLE check_statuses_default IS 'Results outside every daily partition.';

CREATE FUNCTION ensure_check_status_partitions(from_day date, to_day date) RETURNS integer LANGUAGE plpgsql AS $$
DECLARE
  day date;
  made integer := 0;
  partition_name text;
BEGIN
  FOR day IN SELECT generate_series(from_day, to_day, interval '1 day')::date LOOP
    partition_name := 'check_statuses_' || to_char(day, 'YYYYMMDD');
    IF to_regclass(partition_name) IS NULL THEN
      -- Rows that reached the default partition first would stop the new partition from being attached.
      CREATE TEMP TABLE moved_statuses ON COMMIT DROP AS
        SELECT * FROM check_statuses_default
        WHERE time >= (day::timestamp AT TIME ZONE 'UTC') AND time < ((day + 1)::timestamp AT TIME ZONE 'UTC');
      DELETE FROM check_statuses_default
        WHERE time >= (day::timestamp AT TIME ZONE 'UTC') AND time < ((day + 1)::timestamp AT TIME ZONE 'UTC');
      EXECUTE format('CREATE TABLE %I PARTITION OF check_statuses FOR VALUES FROM (%L) TO (%L)', partition_name,
        day::timestamp AT TIME ZONE 'UTC', (day + 1)::timestamp AT TIME ZONE 'UTC');
      INSERT INTO check_statuses SELECT * FROM moved_statuses;
      DROP TABLE moved_statuses;
      made := made + 1;
    END IF;
  END LOOP;
  RETURN made;
END $$;
COMMENT ON FUNCTION ensure_check_status_partitions(date, date) IS 'Makes the daily partitions of check_statuses for both days and all between; returns how many were missing.';

CREATE FUNCTION drop_check_status_partitions(before_day date) RETURNS integer LANGUAGE plpgsql AS $$
DECLARE
  partition_name text;
  dropped integer := 0;
BEGIN
  FOR partition_name IN
    SELECT c.relname FROM pg_inherits i JOIN pg_class c ON c.oid = i.inhrelid
    WHERE i.inhparent = 'check_statuses'::regclass AND c.relname ~ '^check_statuses_\d{8}$'
      AND to_date(right(c.relname, 8), 'YYYYMMDD') < before_day
  LOOP
    EXECUTE format('DROP TABLE %I', partition_name);
    dropped := dropped + 1;
  END LOOP;
  DELETE FROM check_statuses_default WHERE time < (before_day::timestamp AT TIME ZONE 'UTC');
  RETURN dropped;
END $$;
COMMENT ON FUNCTION drop_check_status_partitions(date) IS 'Drops the daily partitions before a day and the strays of that age; returns how many partitions went.';

CREATE FUNCTION latency_bucket(ms integer) RETURNS smallint LANGUAGE sql IMMUTABLE PARALLEL SAFE AS $$
  SELECT (CASE
    WHEN ms IS NULL OR ms <= 0 THEN 0
    WHEN ms <= 50 THEN ms
    ELSE 50 + ceil(ln(ms / 50.0::float8) / ln(1.02::float8) - 1e-9)
  END)::smallint
$$;
COMMENT ON FUNCTION latency_bucket(integer) IS 'Bucket of a duration in the mergeable latency sketch: exact to 50 ms, then steps of 2 %.';

CREATE TABLE check_statuses_1h (
  check_id uuid NOT NULL CONSTRAINT check_statuses_1h_check_id_fkey REFERENCES check_definitions (id) ON DELETE CASCADE,
  created_at timestamptz NOT NULL,
  duration bigint NOT NULL,
  total integer NOT NULL,
  passed integer NOT NULL,
  failed integer NOT NULL,
  duration_max integer NOT NULL DEFAULT 0,
  latency_buckets smallint[] NOT NULL DEFAULT '{}',
  latency_counts integer[] NOT NULL DEFAULT '{}',
  CONSTRAINT check_statuses_1h_pkey PRIMARY KEY (check_id, created_at)
);
CREATE INDEX check_statuses_1h_created_at_idx ON check_statuses_1h USING brin (created_at);
COMMENT ON TABLE check_statuses_1h IS 'Results per check and hour: counts, sum of durations and a latency sketch.';
COMMENT ON COLUMN check_statuses_1h.created_at IS 'Start of the hour, UTC.';
COMMENT ON COLUMN check_statuses_1h.duration IS 'Sum of the durations in milliseconds.';
COMMENT ON COLUMN check_statuses_1h.latency_buckets IS 'Buckets (latency_bucket) that occur, ascending; latency_counts has the number of results of each.';

CREATE TABLE check_statuses_1d (
  check_id uuid NOT NULL CONSTRAINT check_statuses_1d_check_id_fkey REFERENCES check_definitions (id) ON DELETE CASCADE,
  created_at timestamptz NOT NULL,
  duration bigint NOT NULL,
  total integer NOT NULL,
  passed integer NOT NULL,
  failed integer NOT NULL,
  duration_max integer NOT NULL DEFAULT 0,
  latency_buckets smallint[] NOT NULL DEFAULT '{}',
  latency_counts integer[] NOT NULL DEFAULT '{}',
  CONSTRAINT check_statuses_1d_pkey PRIMARY KEY (check_id, created_at)
);
CREATE INDEX check_statuses_1d_created_at_idx ON check_statuses_1d USING brin (created_at);
COMMENT ON TABLE check_statuses_1d IS 'Results per check and day (UTC), merged from the hours.';

CREATE TABLE check_rollups (
  level text NOT NULL CONSTRAINT check_rollups_pkey PRIMARY KEY,
  complete_until timestamptz NOT NULL
);
COMMENT ON TABLE check_rollups IS 'Up to when each roll-up (1h, 1d) holds every result; later results are only in the finer level.';

CREATE TABLE check_rollups_late (
  hour timestamptz NOT NULL,
  check_id uuid NOT NULL,
  CONSTRAINT check_rollups_late_pkey PRIMARY KEY (hour, check_id)
);
COMMENT ON TABLE check_rollups_late IS 'Hours that got a result after they were rolled up, to be rolled up again.';

CREATE TABLE check_status_summary (
  check_id uuid NOT NULL CONSTRAINT check_status_summary_pkey PRIMARY KEY
    CONSTRAINT check_status_summary_check_id_fkey REFERENCES check_definitions (id) ON DELETE CASCADE,
  p99 integer,
  p97 integer,
  p95 integer,
  p50 integer,
  mean numeric,
  passed bigint NOT NULL DEFAULT 0,
  failed bigint NOT NULL DEFAULT 0,
  last_check timestamptz,
  last_pass timestamptz,
  last_fail timestamptz
) WITH (fillfactor = 60);
COMMENT ON TABLE check_status_summary IS 'Figures of the last hour per check, refreshed every minute; a check without a result in that hour counts its newest one.';

CREATE TABLE canary_schedules (
  canary_id uuid NOT NULL CONSTRAINT canary_schedules_pkey PRIMARY KEY
    CONSTRAINT canary_schedules_canary_id_fkey REFERENCES canaries (id) ON DELETE CASCADE,
  schedule text NOT NULL,
  next_at timestamptz NOT NULL,
  lease_until timestamptz,
  worker text,
  last_started_at timestamptz
) WITH (fillfactor = 60);
CREATE INDEX canary_schedules_next_at_idx ON canary_schedules (next_at);
COMMENT ON TABLE canary_schedules IS 'When each canary is due and which worker runs it until when.';

-- Components and configuration items: what a check can be related to.

CREATE TABLE components (
  id uuid NOT NULL DEFAULT generate_ulid() CONSTRAINT components_pkey PRIMARY KEY,
  agent_id uuid NOT NULL DEFAULT '00000000-0000-0000-0000-000000000000' CONSTRAINT components_agent_id_fkey REFERENCES agents (id),
  topology_id uuid,
  external_id text NOT NULL,
  parent_id uuid CONSTRAINT components_parent_id_fkey REFERENCES components (id),
  config_id uuid,
  name text NOT NULL,
  text text,
  topology_type text,
  namespace text,
  labels jsonb,
  hidden boolean NOT NULL DEFAULT false,
  silenced boolean NOT NULL DEFAULT false,
  is_pushed boolean NOT NULL DEFAULT false,
  status text NOT NULL,
  status_expr text,
  health_expr text,
  health text,
  description text,
  lifecycle text,
  tooltip text,
  status_reason text,
  schedule text,
  icon text,
  type text,
  owner text,
  selectors jsonb,
  log_selectors jsonb,
  component_checks jsonb,
  configs jsonb,
  properties jsonb,
  path text,
  summary jsonb,
  is_leaf boolean DEFAULT false,
  cost_per_minute numeric(16, 4),
  cost_total_1d numeric(16, 4),
  cost_total_7d numeric(16, 4),
  cost_total_30d numeric(16, 4),
  created_by uuid CONSTRAINT components_created_by_fkey REFERENCES people (id),
  created_at timestamptz NOT NULL DEFAULT now(),
  updated_at timestamptz DEFAULT now(),
  deleted_at timestamptz
);
CREATE UNIQUE INDEX components_topology_id_type_name_parent_id_key ON components (topology_id, type, name, parent_id);
CREATE INDEX components_parent_id_idx ON components (parent_id);
CREATE INDEX components_config_id_idx ON components (config_id);
CREATE INDEX components_agent_id_idx ON components (agent_id);
CREATE INDEX components_deleted_at_idx ON components (deleted_at);
CREATE INDEX components_created_by_idx ON components (created_by);
CREATE INDEX components_properties_idx ON components USING gin (properties);
COMMENT ON TABLE components IS 'Nodes of the topology.';
CREATE TRIGGER components_touch BEFORE UPDATE ON components FOR EACH ROW EXECUTE FUNCTION touch_updated_at();

CREATE TABLE config_items (
  id uuid NOT NULL DEFAULT generate_ulid() CONSTRAINT config_items_pkey PRIMARY KEY,
  agent_id uuid NOT NULL DEFAULT '00000000-0000-0000-0000-000000000000' CONSTRAINT config_items_agent_id_fkey REFERENCES agents (id),
  icon text,
  scraper_id uuid,
  config_class text NOT NULL,
  status text,
  health text,
  ready boolean,
  external_id text[],
  type text NOT NULL,
  cost_per_minute numeric(16, 4),
  cost_total_1d numeric(16, 4),
  cost_total_7d numeric(16, 4),
  cost_total_30d numeric(16, 4),
  name text,
  description text,
  config jsonb,
  source text,
  labels jsonb,
  tags jsonb,
  properties jsonb,
  parent_id uuid CONSTRAINT config_items_parent_id_fkey REFERENCES config_items (id) DEFERRABLE INITIALLY DEFERRED,
  path text,
  is_pushed boolean NOT NULL DEFAULT false,
  created_by uuid,
  last_scraped_time timestamptz,
  created_at timestamptz NOT NULL DEFAULT now(),
  updated_at timestamptz DEFAULT now(),
  deleted_at timestamptz,
  delete_reason text,
  CONSTRAINT config_items_name_type_check CHECK (length(name) > 0 AND length(type) > 0)
);
CREATE INDEX config_items_scraper_id_idx ON config_items (scraper_id);
CREATE INDEX config_items_parent_id_idx ON config_items (parent_id);
CREATE INDEX config_items_external_id_idx ON config_items USING gin (external_id);
CREATE INDEX config_items_deleted_at_idx ON config_items (deleted_at);
CREATE INDEX config_items_tags_idx ON config_items USING gin (tags);
CREATE INDEX config_items_identity_idx ON config_items (agent_id, name, type, config_class);
COMMENT ON TABLE config_items IS 'Items of the configuration catalog.';
CREATE TRIGGER config_items_touch BEFORE UPDATE ON config_items FOR EACH ROW EXECUTE FUNCTION touch_updated_at();

CREATE TABLE check_component_relationships (
  component_id uuid NOT NULL CONSTRAINT check_component_relationships_component_id_fkey REFERENCES components (id) ON DELETE CASCADE,
  check_id uuid NOT NULL CONSTRAINT check_component_relationships_check_id_fkey REFERENCES check_definitions (id) ON DELETE CASCADE,
  canary_id uuid NOT NULL CONSTRAINT check_component_relationships_canary_id_fkey REFERENCES canaries (id) ON DELETE CASCADE,
  created_at timestamptz NOT NULL DEFAULT now(),
  updated_at timestamptz NOT NULL DEFAULT now(),
  deleted_at timestamptz,
  selector_id text,
  is_pushed boolean NOT NULL DEFAULT false,
  CONSTRAINT check_component_relationships_key UNIQUE (component_id, check_id, canary_id, selector_id)
);
CREATE INDEX check_component_relationships_check_id_idx ON check_component_relationships (check_id);
CREATE INDEX check_component_relationships_canary_id_idx ON check_component_relationships (canary_id);
CREATE INDEX check_component_relationships_deleted_at_idx ON check_component_relationships (deleted_at);
COMMENT ON TABLE check_component_relationships IS 'Which check watches which component.';
COMMENT ON COLUMN check_component_relationships.selector_id IS 'Hash of the selector that made the relation.';
CREATE TRIGGER check_component_relationships_touch BEFORE UPDATE ON check_component_relationships FOR EACH ROW EXECUTE FUNCTION touch_updated_at();

CREATE TABLE check_config_relationships (
  config_id uuid NOT NULL CONSTRAINT check_config_relationships_config_id_fkey REFERENCES config_items (id) ON DELETE CASCADE DEFERRABLE INITIALLY DEFERRED,
  check_id uuid NOT NULL CONSTRAINT check_config_relationships_check_id_fkey REFERENCES check_definitions (id) ON DELETE CASCADE,
  canary_id uuid NOT NULL CONSTRAINT check_config_relationships_canary_id_fkey REFERENCES canaries (id) ON DELETE CASCADE,
  created_at timestamptz NOT NULL DEFAULT now(),
  updated_at timestamptz NOT NULL DEFAULT now(),
  deleted_at timestamptz,
  selector_id text,
  is_pushed boolean NOT NULL DEFAULT false,
  CONSTRAINT check_config_relationships_key UNIQUE (config_id, check_id, canary_id, selector_id)
);
CREATE INDEX check_config_relationships_check_id_idx ON check_config_relationships (check_id);
CREATE INDEX check_config_relationships_canary_id_idx ON check_config_relationships (canary_id);
COMMENT ON TABLE check_config_relationships IS 'Which check watches which configuration item.';
CREATE TRIGGER check_config_relationships_touch BEFORE UPDATE ON check_config_relationships FOR EACH ROW EXECUTE FUNCTION touch_updated_at();

-- State propagation.

CREATE FUNCTION stamp_check_transition() RETURNS trigger LANGUAGE plpgsql AS $$
BEGIN
  IF TG_OP = 'INSERT' THEN
    IF NEW.status IS NOT NULL AND NEW.last_transition_time IS NULL THEN
      NEW.last_transition_time := coalesce(NEW.last_runtime, now());
    END IF;
  ELSIF NEW.last_transition_time IS NOT DISTINCT FROM OLD.last_transition_time THEN
    NEW.last_transition_time := coalesce(NEW.last_runtime, now());
  END IF;
  RETURN NEW;
END $$;
CREATE TRIGGER check_states_stamp_insert BEFORE INSERT ON check_states FOR EACH ROW EXECUTE FUNCTION stamp_check_transition();
CREATE TRIGGER check_states_stamp_update BEFORE UPDATE ON check_states FOR EACH ROW
  WHEN (OLD.status IS DISTINCT FROM NEW.status) EXECUTE FUNCTION stamp_check_transition();

CREATE FUNCTION announce_check_transition() RETURNS trigger LANGUAGE plpgsql AS $$
DECLARE
  definition record;
BEGIN
  SELECT type, name, canary_id, agent_id INTO definition FROM check_definitions WHERE id = NEW.check_id;
  IF NEW.status IN ('healthy', 'unhealthy') THEN
    PERFORM enqueue_event(
      CASE NEW.status WHEN 'healthy' THEN 'check.passed' ELSE 'check.failed' END,
      jsonb_build_object('id', NEW.check_id::text, 'last_runtime', NEW.last_runtime::text)
    );
  END IF;
  PERFORM log_event('check', NEW.check_id::text, jsonb_build_object(
    'id', NEW.check_id, 'canary_id', definition.canary_id, 'type', definition.type, 'name', definition.name, 'status', NEW.status,
    'last_runtime', NEW.last_runtime, 'last_transition_time', NEW.last_transition_time));
  RETURN NULL;
END $$;
CREATE TRIGGER check_states_announce_insert AFTER INSERT ON check_states FOR EACH ROW
  WHEN (NEW.status IS NOT NULL) EXECUTE FUNCTION announce_check_transition();
CREATE TRIGGER check_states_announce_update AFTER UPDATE ON check_states FOR EACH ROW
  WHEN (OLD.status IS DISTINCT FROM NEW.status) EXECUTE FUNCTION announce_check_transition();

CREATE FUNCTION announce_check_change() RETURNS trigger LANGUAGE plpgsql AS $$
DECLARE
  change text := CASE
    WHEN TG_OP = 'INSERT' THEN 'created'
    WHEN NEW.deleted_at IS NOT NULL AND OLD.deleted_at IS NULL THEN 'deleted'
    WHEN NEW.deleted_at IS NULL AND OLD.deleted_at IS NOT NULL THEN 'created'
    ELSE 'updated'
  END;
BEGIN
  PERFORM log_event('check', NEW.id::text, jsonb_build_object('id', NEW.id, 'canary_id', NEW.canary_id, 'change', change));
  RETURN NULL;
END $$;
CREATE TRIGGER check_definitions_announce_insert AFTER INSERT ON check_definitions FOR EACH ROW EXECUTE FUNCTION announce_check_change();
CREATE TRIGGER check_definitions_announce_update AFTER UPDATE ON check_definitions FOR EACH ROW
  WHEN ((OLD.name, OLD.namespace, OLD.description, OLD.icon, OLD.labels, OLD.owner, OLD.severity, OLD.spec, OLD.deleted_at, OLD.silenced_at)
    IS DISTINCT FROM (NEW.name, NEW.namespace, NEW.description, NEW.icon, NEW.labels, NEW.owner, NEW.severity, NEW.spec, NEW.deleted_at, NEW.silenced_at))
  EXECUTE FUNCTION announce_check_change();

CREATE FUNCTION soft_delete_check_relations() RETURNS trigger LANGUAGE plpgsql AS $$
BEGIN
  UPDATE check_component_relationships SET deleted_at = NEW.deleted_at WHERE check_id = NEW.id AND deleted_at IS NULL;
  RETURN NULL;
END $$;
CREATE TRIGGER check_definitions_soft_delete AFTER UPDATE ON check_definitions FOR EACH ROW
  WHEN (OLD.deleted_at IS NULL AND NEW.deleted_at IS NOT NULL) EXECUTE FUNCTION soft_delete_check_relations();

CREATE FUNCTION propagate_canary_change() RETURNS trigger LANGUAGE plpgsql AS $$
DECLARE
  canary record := coalesce(NEW, OLD);
  change text := CASE
    WHEN TG_OP = 'INSERT' THEN 'created'
    WHEN TG_OP = 'DELETE' THEN 'deleted'
    WHEN NEW.deleted_at IS NOT NULL THEN 'deleted'
    WHEN OLD.deleted_at IS NOT NULL THEN 'created'
    ELSE 'updated'
  END;
BEGIN
  IF TG_OP = 'UPDATE' AND NEW.deleted_at IS NOT NULL AND OLD.deleted_at IS NULL THEN
    UPDATE check_definitions SET deleted_at = NEW.deleted_at WHERE canary_id = NEW.id AND deleted_at IS NULL;
    UPDATE check_component_relationships SET deleted_at = NEW.deleted_at WHERE canary_id = NEW.id AND deleted_at IS NULL;
    DELETE FROM canary_schedules WHERE canary_id = NEW.id;
  END IF;
  PERFORM log_event('canary', canary.id::text,
    jsonb_build_object('id', canary.id, 'name', canary.name, 'namespace', canary.namespace, 'change', change));
  RETURN NULL;
END $$;
CREATE TRIGGER canaries_propagate_insert_delete AFTER INSERT OR DELETE ON canaries FOR EACH ROW EXECUTE FUNCTION propagate_canary_change();
CREATE TRIGGER canaries_propagate_update AFTER UPDATE ON canaries FOR EACH ROW
  WHEN ((OLD.name, OLD.namespace, OLD.labels, OLD.annotations, OLD.spec, OLD.deleted_at)
    IS DISTINCT FROM (NEW.name, NEW.namespace, NEW.labels, NEW.annotations, NEW.spec, NEW.deleted_at))
  EXECUTE FUNCTION propagate_canary_change();
