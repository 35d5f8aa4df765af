-- People, agents, settings, jobs and the two logs that everything else writes to.

CREATE FUNCTION generate_ulid() RETURNS uuid LANGUAGE sql VOLATILE PARALLEL SAFE AS $$
  -- 6 bytes of Unix milliseconds, then random bytes: ids sort by creation.
  SELECT encode(
    overlay(
      uuid_send(gen_random_uuid())
      PLACING substring(int8send((extract(epoch FROM clock_timestamp()) * 1000)::bigint) FROM 3)
      FROM 1 FOR 6
    ),
    'hex'
  )::uuid
$$;
COMMENT ON FUNCTION generate_ulid() IS 'A time-ordered id in the form of a UUID.';

CREATE TYPE source AS ENUM ('KubernetesCRD', 'ConfigFile', 'UI', 'Topology', 'Push', 'CRDSync');
COMMENT ON TYPE source IS 'Where a definition comes from.';

CREATE TABLE people (
  id uuid NOT NULL DEFAULT generate_ulid() CONSTRAINT people_pkey PRIMARY KEY,
  name text NOT NULL,
  avatar text,
  type text,
  team_id uuid,
  organization text,
  title text,
  email text,
  phone text,
  properties jsonb,
  external_id text,
  created_at timestamptz NOT NULL DEFAULT now(),
  updated_at timestamptz,
  deleted_at timestamptz,
  last_login timestamptz
);
CREATE UNIQUE INDEX people_email_key ON people (email) WHERE deleted_at IS NULL;
CREATE INDEX people_external_id_idx ON people (external_id);
COMMENT ON TABLE people IS 'Users, the technical users of agents, and the System person.';
INSERT INTO people (name) VALUES ('System');

CREATE TABLE agents (
  id uuid NOT NULL DEFAULT generate_ulid() CONSTRAINT agents_pkey PRIMARY KEY,
  name text NOT NULL,
  hostname text,
  description text,
  ip text,
  version text,
  username text,
  person_id uuid,
  properties jsonb,
  tls text,
  created_by uuid CONSTRAINT agents_created_by_fkey REFERENCES people (id),
  created_at timestamptz NOT NULL DEFAULT now(),
  updated_at timestamptz NOT NULL DEFAULT now(),
  cleanup boolean NOT NULL DEFAULT false,
  deleted_at timestamptz,
  last_seen timestamptz,
  last_received timestamptz
);
CREATE UNIQUE INDEX agents_name_key ON agents (name) WHERE deleted_at IS NULL;
CREATE INDEX agents_created_by_idx ON agents (created_by);
COMMENT ON TABLE agents IS 'Remote agents, and the local one with the all-zero id.';
INSERT INTO agents (id, name) VALUES ('00000000-0000-0000-0000-000000000000', 'local');

CREATE TABLE properties (
  name text NOT NULL CONSTRAINT properties_pkey PRIMARY KEY,
  value text NOT NULL,
  created_by uuid CONSTRAINT properties_created_by_fkey REFERENCES people (id),
  created_at timestamptz DEFAULT now(),
  updated_at timestamptz DEFAULT now(),
  deleted_at timestamptz
);
CREATE INDEX properties_created_by_idx ON properties (created_by);
COMMENT ON TABLE properties IS 'Feature switches and tunables of the server, by name.';

CREATE TABLE job_history (
  id uuid NOT NULL DEFAULT generate_ulid() CONSTRAINT job_history_pkey PRIMARY KEY,
  agent_id uuid NOT NULL DEFAULT '00000000-0000-0000-0000-000000000000',
  name text,
  success_count integer,
  error_count integer,
  details jsonb,
  hostname text,
  duration_millis integer,
  resource_type text,
  resource_id text,
  status text,
  time_start timestamptz,
  time_end timestamptz,
  created_at timestamptz NOT NULL DEFAULT now(),
  is_pushed boolean NOT NULL DEFAULT false
);
CREATE INDEX job_history_resource_id_idx ON job_history (resource_id);
CREATE INDEX job_history_status_idx ON job_history (status);
CREATE INDEX job_history_name_created_at_idx ON job_history (name, created_at DESC);
COMMENT ON TABLE job_history IS 'One row per retained run of a job.';

CREATE TABLE job_schedules (
  name text NOT NULL CONSTRAINT job_schedules_pkey PRIMARY KEY,
  next_at timestamptz NOT NULL,
  lease_until timestamptz,
  worker text,
  last_started_at timestamptz
);
COMMENT ON TABLE job_schedules IS 'When each background job is due and which worker holds it until when.';

CREATE TABLE event_queue (
  id uuid NOT NULL DEFAULT generate_ulid() CONSTRAINT event_queue_pkey PRIMARY KEY,
  name text NOT NULL,
  properties jsonb,
  error text,
  delay bigint,
  created_at timestamptz NOT NULL DEFAULT now(),
  last_attempt timestamptz,
  attempts integer DEFAULT 0,
  priority integer NOT NULL DEFAULT 100
);
CREATE UNIQUE INDEX event_queue_name_properties_key ON event_queue (name, properties);
CREATE INDEX event_queue_due_idx ON event_queue (name, delay, attempts, last_attempt, priority, created_at);
COMMENT ON TABLE event_queue IS 'Events that wait for a consumer; the same event again resets its attempts.';
COMMENT ON COLUMN event_queue.delay IS 'Nanoseconds after created_at before the event may be consumed.';

CREATE FUNCTION notify_event_queue() RETURNS trigger LANGUAGE plpgsql AS $$
BEGIN
  PERFORM pg_notify('event_queue_updates', NEW.name);
  RETURN NULL;
END $$;
CREATE TRIGGER event_queue_notify AFTER INSERT ON event_queue FOR EACH ROW EXECUTE FUNCTION notify_event_queue();

CREATE FUNCTION enqueue_event(event_name text, event_properties jsonb) RETURNS void LANGUAGE sql AS $$
  INSERT INTO event_queue (name, properties) VALUES (event_name, event_properties)
  ON CONFLICT (name, properties) DO UPDATE SET created_at = now(), attempts = 0, last_attempt = NULL
$$;
COMMENT ON FUNCTION enqueue_event(text, jsonb) IS 'Adds an event to the queue, or starts the same waiting event over.';

CREATE TABLE event_log (
  seq bigint GENERATED ALWAYS AS IDENTITY CONSTRAINT event_log_pkey PRIMARY KEY,
  tx xid8 NOT NULL DEFAULT pg_current_xact_id(),
  at timestamptz NOT NULL DEFAULT now(),
  topic text NOT NULL,
  subject text NOT NULL,
  payload jsonb NOT NULL DEFAULT '{}'
);
CREATE INDEX event_log_tx_seq_idx ON event_log (tx, seq);
CREATE INDEX event_log_at_idx ON event_log USING brin (at);
COMMENT ON TABLE event_log IS 'Every state change in order. Readers go by (tx, seq) up to the oldest running transaction, so a late commit is never skipped.';
COMMENT ON COLUMN event_log.subject IS 'Id of the thing that changed.';

CREATE FUNCTION notify_event_log() RETURNS trigger LANGUAGE plpgsql AS $$
BEGIN
  PERFORM pg_notify('event_log', '');
  RETURN NULL;
END $$;
CREATE TRIGGER event_log_notify AFTER INSERT ON event_log FOR EACH STATEMENT EXECUTE FUNCTION notify_event_log();

CREATE FUNCTION log_event(event_topic text, event_subject text, event_payload jsonb) RETURNS void LANGUAGE sql AS $$
  INSERT INTO event_log (topic, subject, payload) VALUES (event_topic, event_subject, event_payload)
$$;
COMMENT ON FUNCTION log_event(text, text, jsonb) IS 'Appends one state change in the transaction of the caller.';

CREATE FUNCTION touch_updated_at() RETURNS trigger LANGUAGE plpgsql AS $$
BEGIN
  IF NEW IS DISTINCT FROM OLD AND NEW.updated_at IS NOT DISTINCT FROM OLD.updated_at THEN
    NEW.updated_at := now();
  END IF;
  RETURN NEW;
END $$;
COMMENT ON FUNCTION touch_updated_at() IS 'Row trigger: stamps updated_at when anything else changed.';
CREATE TRIGGER people_touch BEFORE UPDATE ON people FOR EACH ROW EXECUTE FUNCTION touch_updated_at();
CREATE TRIGGER agents_touch BEFORE UPDATE ON agents FOR EACH ROW EXECUTE FUNCTION touch_updated_at();
CREATE TRIGGER properties_touch BEFORE UPDATE ON properties FOR EACH ROW EXECUTE FUNCTION touch_updated_at();
