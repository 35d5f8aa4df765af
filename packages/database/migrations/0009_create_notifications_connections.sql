-- Notifications with their history and silences, connections, integrations and grants.

CREATE TABLE notifications (
  id uuid NOT NULL DEFAULT generate_ulid() CONSTRAINT notifications_pkey PRIMARY KEY,
  name text NOT NULL DEFAULT generate_ulid()::text,
  namespace text,
  events text[] NOT NULL,
  error text,
  title text,
  template text,
  filter text,
  properties jsonb,
  person_id uuid CONSTRAINT notifications_person_id_fkey REFERENCES people (id) ON DELETE CASCADE,
  team_id uuid CONSTRAINT notifications_team_id_fkey REFERENCES teams (id) ON DELETE CASCADE,
  repeat_interval text,
  wait_for bigint,
  group_by text[],
  custom_services jsonb,
  created_by uuid CONSTRAINT notifications_created_by_fkey REFERENCES people (id),
  created_at timestamptz NOT NULL DEFAULT now(),
  source source,
  updated_at timestamptz NOT NULL DEFAULT now(),
  deleted_at timestamptz
);
CREATE UNIQUE INDEX notifications_name_namespace_key ON notifications (name, namespace) NULLS NOT DISTINCT WHERE deleted_at IS NULL;
CREATE INDEX notifications_person_id_idx ON notifications (person_id);
CREATE INDEX notifications_team_id_idx ON notifications (team_id);
CREATE INDEX notifications_created_by_idx ON notifications (created_by);
COMMENT ON TABLE notifications IS 'Rules: who is told about which events.';
COMMENT ON COLUMN notifications.error IS 'What is wrong with the filter or the template; the rule rests until one of them, the services or the team changes.';
COMMENT ON COLUMN notifications.template IS 'Body in markdown; NULL for the default one.';
COMMENT ON COLUMN notifications.filter IS 'CEL that decides whether an event counts.';
COMMENT ON COLUMN notifications.wait_for IS 'Nanoseconds to wait before the health is looked at again and the message is sent.';
COMMENT ON COLUMN notifications.repeat_interval IS 'Duration such as 4h in which the same resource and event are told once.';

CREATE TABLE notification_send_history (
  id uuid NOT NULL DEFAULT generate_ulid() CONSTRAINT notification_send_history_pkey PRIMARY KEY,
  notification_id uuid NOT NULL CONSTRAINT notification_send_history_notification_id_fkey
    REFERENCES notifications (id) ON UPDATE CASCADE ON DELETE CASCADE,
  body text,
  status text,
  count integer NOT NULL DEFAULT 1,
  first_observed timestamptz NOT NULL DEFAULT now(),
  source_event text NOT NULL,
  resource_id uuid NOT NULL,
  person_id uuid CONSTRAINT notification_send_history_person_id_fkey REFERENCES people (id) ON UPDATE CASCADE ON DELETE CASCADE,
  error text,
  duration_millis integer,
  created_at timestamptz NOT NULL DEFAULT now()
);
CREATE INDEX notification_send_history_notification_id_idx ON notification_send_history (notification_id, created_at DESC);
CREATE INDEX notification_send_history_resource_id_idx ON notification_send_history (resource_id, created_at DESC);
CREATE INDEX notification_send_history_created_at_idx ON notification_send_history (created_at DESC);
CREATE INDEX notification_send_history_person_id_idx ON notification_send_history (person_id);
COMMENT ON TABLE notification_send_history IS 'Messages that were sent, failed, silenced or held back as repeats.';
COMMENT ON COLUMN notification_send_history.resource_id IS 'Id of the configuration item, component, check or canary that source_event is about.';
COMMENT ON COLUMN notification_send_history.body IS 'NULL when nothing was sent.';

CREATE TABLE notification_silences (
  id uuid NOT NULL DEFAULT generate_ulid() CONSTRAINT notification_silences_pkey PRIMARY KEY,
  namespace text NOT NULL DEFAULT '',
  description text,
  "from" timestamptz NOT NULL,
  until timestamptz NOT NULL,
  recursive boolean,
  config_id uuid CONSTRAINT notification_silences_config_id_fkey REFERENCES config_items (id) ON UPDATE CASCADE ON DELETE CASCADE,
  check_id uuid CONSTRAINT notification_silences_check_id_fkey REFERENCES check_definitions (id) ON UPDATE CASCADE ON DELETE CASCADE,
  canary_id uuid CONSTRAINT notification_silences_canary_id_fkey REFERENCES canaries (id) ON UPDATE CASCADE ON DELETE CASCADE,
  component_id uuid CONSTRAINT notification_silences_component_id_fkey REFERENCES components (id) ON UPDATE CASCADE ON DELETE CASCADE,
  source source,
  created_by uuid CONSTRAINT notification_silences_created_by_fkey REFERENCES people (id),
  created_at timestamptz NOT NULL DEFAULT now(),
  updated_at timestamptz NOT NULL DEFAULT now(),
  deleted_at timestamptz
);
CREATE INDEX notification_silences_until_idx ON notification_silences (until) WHERE deleted_at IS NULL;
CREATE INDEX notification_silences_config_id_idx ON notification_silences (config_id);
CREATE INDEX notification_silences_check_id_idx ON notification_silences (check_id);
CREATE INDEX notification_silences_canary_id_idx ON notification_silences (canary_id);
CREATE INDEX notification_silences_component_id_idx ON notification_silences (component_id);
CREATE INDEX notification_silences_created_by_idx ON notification_silences (created_by);
COMMENT ON TABLE notification_silences IS 'Times in which nobody is told about a resource.';
COMMENT ON COLUMN notification_silences.recursive IS 'Whether what lies under the resource is silent too.';

CREATE FUNCTION mask_sensitive(value text) RETURNS text LANGUAGE sql IMMUTABLE PARALLEL SAFE AS $$
  SELECT CASE
    WHEN value IS NULL OR value = '' OR value ~ '^(secret|configmap|helm|serviceaccount)://' THEN value
    ELSE '***'
  END
$$;
COMMENT ON FUNCTION mask_sensitive(text) IS 'Three asterisks instead of a secret; references to secrets and empty values stay as they are.';

CREATE FUNCTION url_password(url text) RETURNS text LANGUAGE sql IMMUTABLE PARALLEL SAFE AS $$
  -- Up to the last @, since people write passwords with / and @ as they are; a port is none.
  SELECT coalesce(
    substring(url FROM '^[A-Za-z][A-Za-z0-9+.-]*://[^/?#:@]*:(?!\d+(?:[/?#]|$))([^?]*)@'),
    substring(url FROM '^[A-Za-z][A-Za-z0-9+.-]*://[^/?#:@]*:(?!\d+(?:[/?#]|$))(.*)@'))
$$;
COMMENT ON FUNCTION url_password(text) IS 'The password in an address; NULL when there is none.';

CREATE FUNCTION replace_url_password(url text, password text) RETURNS text LANGUAGE sql IMMUTABLE PARALLEL SAFE AS $$
  SELECT overlay(url PLACING coalesce(':' || password, '') || '@'
    FROM position(':' || url_password(url) || '@' IN url) FOR length(url_password(url)) + 2)
$$;
COMMENT ON FUNCTION replace_url_password(text, text) IS 'An address that has a password, with another one, or with none for NULL.';

CREATE FUNCTION mask_url_password(url text) RETURNS text LANGUAGE sql IMMUTABLE PARALLEL SAFE AS $$
  SELECT CASE WHEN url_password(url) IS NULL OR url_password(url) ~ '^\$\(.*\)$' THEN url ELSE replace_url_password(url, '***') END
$$;
COMMENT ON FUNCTION mask_url_password(text) IS 'An address with three asterisks instead of the password in it; $(password) stays, it is none yet.';

CREATE FUNCTION keep_url_password(url text, kept text) RETURNS text LANGUAGE sql IMMUTABLE PARALLEL SAFE AS $$
  SELECT CASE WHEN url_password(url) = '***' THEN replace_url_password(url, url_password(kept)) ELSE url END
$$;
COMMENT ON FUNCTION keep_url_password(text, text) IS 'An address; where three asterisks stand for its password, with that of the address that was kept.';

CREATE FUNCTION is_secret_property(key text) RETURNS boolean LANGUAGE sql IMMUTABLE PARALLEL SAFE AS $$
  SELECT key ~* '(secret|password|passphrase|bearer|token|credentials?|(secret|api|private|access)_?key)$'
$$;
COMMENT ON FUNCTION is_secret_property(text) IS 'Whether a property of a connection holds a secret, by its name.';

CREATE FUNCTION mask_properties(properties jsonb) RETURNS jsonb LANGUAGE sql IMMUTABLE PARALLEL SAFE AS $$
  SELECT CASE WHEN jsonb_typeof(properties) = 'object' THEN
    (SELECT coalesce(jsonb_object_agg(p.key, CASE WHEN is_secret_property(p.key) THEN to_jsonb(mask_sensitive(p.value #>> '{}')) ELSE p.value END), '{}')
      FROM jsonb_each(properties) AS p)
    ELSE properties END
$$;
COMMENT ON FUNCTION mask_properties(jsonb) IS 'Properties with three asterisks instead of secrets.';

CREATE FUNCTION keep_properties(properties jsonb, kept jsonb) RETURNS jsonb LANGUAGE sql IMMUTABLE PARALLEL SAFE AS $$
  SELECT CASE WHEN jsonb_typeof(properties) = 'object' THEN
    (SELECT coalesce(jsonb_object_agg(p.key, CASE WHEN p.value = '"***"' AND is_secret_property(p.key) THEN kept -> p.key ELSE p.value END), '{}')
      FROM jsonb_each(properties) AS p)
    ELSE properties END
$$;
COMMENT ON FUNCTION keep_properties(jsonb, jsonb) IS 'Properties; where three asterisks stand for a secret, with that of the properties that were kept.';

CREATE TABLE connection_definitions (
  id uuid NOT NULL DEFAULT generate_ulid() CONSTRAINT connections_pkey PRIMARY KEY,
  name text NOT NULL,
  namespace text NOT NULL DEFAULT 'default',
  type text NOT NULL,
  url text,
  source source,
  username text,
  password text,
  certificate text,
  properties jsonb,
  insecure_tls boolean DEFAULT true,
  created_by uuid CONSTRAINT connections_created_by_fkey REFERENCES people (id),
  created_at timestamptz NOT NULL DEFAULT now(),
  updated_at timestamptz NOT NULL DEFAULT now(),
  deleted_at timestamptz
);
CREATE UNIQUE INDEX connections_name_namespace_key ON connection_definitions (name, namespace) WHERE deleted_at IS NULL;
CREATE INDEX connections_created_by_idx ON connection_definitions (created_by);
COMMENT ON TABLE connection_definitions IS 'How outside systems are reached, with the secrets. The relation connections shows them without.';

CREATE VIEW connections AS
SELECT id, name, namespace, type, mask_url_password(url) AS url, source, username, mask_sensitive(password) AS password,
  mask_sensitive(certificate) AS certificate, mask_properties(properties) AS properties, insecure_tls, created_by, created_at, updated_at,
  deleted_at
FROM connection_definitions;
COMMENT ON VIEW connections IS 'How outside systems are reached: password, certificate and other secrets read as ***, and *** leaves them as they are. Writable.';

CREATE FUNCTION write_connections() RETURNS trigger LANGUAGE plpgsql AS $$
DECLARE
  kept connection_definitions;
  violated text;
BEGIN
  IF TG_OP <> 'INSERT' AND OLD.source IS NOT NULL AND OLD.source <> 'UI' THEN
    RAISE SQLSTATE 'PT409' USING MESSAGE = format('The connection "%s" comes from %s and can only be changed there', OLD.name, OLD.source);
  END IF;
  IF TG_OP <> 'DELETE' AND btrim(NEW.name) = '' THEN
    RAISE check_violation USING MESSAGE = 'A connection needs a name';
  END IF;
  IF TG_OP = 'DELETE' THEN
    DELETE FROM connection_definitions WHERE id = OLD.id;
    RETURN OLD;
  END IF;
  IF TG_OP = 'INSERT' THEN
    INSERT INTO connection_definitions (id, name, namespace, type, url, source, username, password, certificate, properties, insecure_tls,
      created_by, created_at, updated_at, deleted_at)
    VALUES (coalesce(NEW.id, generate_ulid()), NEW.name, coalesce(nullif(NEW.namespace, ''), 'default'), NEW.type,
      keep_url_password(NEW.url, NULL), NEW.source, NEW.username, nullif(NEW.password, '***'), nullif(NEW.certificate, '***'),
      keep_properties(NEW.properties, '{}'), coalesce(NEW.insecure_tls, true), NEW.created_by, coalesce(NEW.created_at, now()),
      coalesce(NEW.updated_at, now()), NEW.deleted_at)
    RETURNING * INTO kept;
  ELSE
    UPDATE connection_definitions c SET id = NEW.id, name = NEW.name, namespace = coalesce(nullif(NEW.namespace, ''), 'default'), type = NEW.type,
      url = keep_url_password(NEW.url, c.url), source = NEW.source,
      username = CASE WHEN NEW.username = '***' THEN c.username ELSE NEW.username END,
      password = CASE WHEN NEW.password = '***' OR NEW.password IS NOT DISTINCT FROM OLD.password THEN c.password ELSE NEW.password END,
      certificate = CASE WHEN NEW.certificate = '***' OR NEW.certificate IS NOT DISTINCT FROM OLD.certificate THEN c.certificate ELSE NEW.certificate END,
      properties = keep_properties(NEW.properties, c.properties), insecure_tls = NEW.insecure_tls, created_by = NEW.created_by, created_at = NEW.created_at,
      updated_at = NEW.updated_at, deleted_at = NEW.deleted_at
    WHERE id = OLD.id
    RETURNING * INTO kept;
  END IF;
  -- What the caller gets back is what a reader would get.
  SELECT * INTO NEW FROM connections WHERE id = kept.id;
  RETURN NEW;
EXCEPTION
  WHEN not_null_violation OR check_violation THEN
    -- PostgreSQL would add the whole row to the error, and with it the secrets.
    RAISE EXCEPTION USING ERRCODE = SQLSTATE, MESSAGE = replace(SQLERRM, 'connection_definitions', 'connections');
  WHEN unique_violation THEN
    GET STACKED DIAGNOSTICS violated = CONSTRAINT_NAME;
    RAISE unique_violation USING CONSTRAINT = violated, MESSAGE = CASE violated
      WHEN 'connections_name_namespace_key' THEN
        format('A connection named "%s" exists already in the namespace "%s"', NEW.name, coalesce(nullif(NEW.namespace, ''), 'default'))
      ELSE replace(SQLERRM, 'connection_definitions', 'connections') END;
END $$;
COMMENT ON FUNCTION write_connections()
  IS 'Row trigger: writes through connections; a secret that comes back masked is kept, what comes from elsewhere than the console is refused.';
CREATE TRIGGER connections_write INSTEAD OF INSERT OR UPDATE OR DELETE ON connections FOR EACH ROW EXECUTE FUNCTION write_connections();

CREATE TABLE integrations (
  id uuid NOT NULL DEFAULT generate_ulid() CONSTRAINT integrations_pkey PRIMARY KEY,
  name text NOT NULL,
  icon text,
  spec jsonb,
  source text,
  created_by uuid NOT NULL CONSTRAINT integrations_created_by_fkey REFERENCES people (id),
  created_at timestamptz NOT NULL DEFAULT now(),
  updated_at timestamptz NOT NULL DEFAULT now()
);
CREATE INDEX integrations_created_by_idx ON integrations (created_by);
COMMENT ON TABLE integrations IS 'Integrations of older clients.';

CREATE TABLE permissions (
  id uuid NOT NULL DEFAULT generate_ulid() CONSTRAINT permissions_pkey PRIMARY KEY,
  description text,
  source text,
  action text NOT NULL,
  object text,
  deny boolean NOT NULL DEFAULT false,
  component_id uuid CONSTRAINT permissions_component_id_fkey REFERENCES components (id) ON DELETE CASCADE,
  config_id uuid CONSTRAINT permissions_config_id_fkey REFERENCES config_items (id) ON DELETE CASCADE,
  canary_id uuid CONSTRAINT permissions_canary_id_fkey REFERENCES canaries (id) ON DELETE CASCADE,
  playbook_id uuid CONSTRAINT permissions_playbook_id_fkey REFERENCES playbooks (id) ON DELETE CASCADE,
  connection_id uuid CONSTRAINT permissions_connection_id_fkey REFERENCES connection_definitions (id) ON DELETE CASCADE,
  created_by uuid NOT NULL CONSTRAINT permissions_created_by_fkey REFERENCES people (id),
  person_id uuid CONSTRAINT permissions_person_id_fkey REFERENCES people (id),
  team_id uuid CONSTRAINT permissions_team_id_fkey REFERENCES teams (id),
  updated_by uuid CONSTRAINT permissions_updated_by_fkey REFERENCES people (id),
  created_at timestamptz NOT NULL DEFAULT now(),
  updated_at timestamptz NOT NULL DEFAULT now(),
  until timestamptz
);
CREATE INDEX permissions_component_id_idx ON permissions (component_id);
CREATE INDEX permissions_config_id_idx ON permissions (config_id);
CREATE INDEX permissions_canary_id_idx ON permissions (canary_id);
CREATE INDEX permissions_playbook_id_idx ON permissions (playbook_id);
CREATE INDEX permissions_connection_id_idx ON permissions (connection_id);
CREATE INDEX permissions_created_by_idx ON permissions (created_by);
CREATE INDEX permissions_person_id_idx ON permissions (person_id);
CREATE INDEX permissions_team_id_idx ON permissions (team_id);
CREATE INDEX permissions_updated_by_idx ON permissions (updated_by);
COMMENT ON TABLE permissions IS 'Grants to a person or a team besides their roles: an action on an object or on one resource, until a moment.';

CREATE FUNCTION clear_notification_error() RETURNS trigger LANGUAGE plpgsql AS $$
BEGIN
  NEW.error := NULL;
  RETURN NEW;
END $$;
COMMENT ON FUNCTION clear_notification_error() IS 'Row trigger: a rule that was changed gets another chance.';
CREATE TRIGGER notifications_clear_error BEFORE UPDATE ON notifications FOR EACH ROW
  WHEN ((OLD.filter, OLD.custom_services, OLD.team_id, OLD.template) IS DISTINCT FROM (NEW.filter, NEW.custom_services, NEW.team_id, NEW.template)
    AND NEW.error IS NOT DISTINCT FROM OLD.error)
  EXECUTE FUNCTION clear_notification_error();

CREATE FUNCTION clear_team_notification_errors() RETURNS trigger LANGUAGE plpgsql AS $$
BEGIN
  UPDATE notifications SET error = NULL WHERE team_id = NEW.id AND error IS NOT NULL;
  RETURN NULL;
END $$;
COMMENT ON FUNCTION clear_team_notification_errors() IS 'Row trigger: the rules of a team whose specification changed get another chance.';
CREATE TRIGGER teams_clear_errors AFTER UPDATE ON teams FOR EACH ROW
  WHEN (OLD.spec IS DISTINCT FROM NEW.spec) EXECUTE FUNCTION clear_team_notification_errors();

CREATE FUNCTION insert_unsent_notification_to_history(
  notification uuid, event text, resource uuid, unsent_status text, merge_within interval
) RETURNS uuid LANGUAGE plpgsql AS $$
DECLARE
  merged uuid;
BEGIN
  IF unsent_status NOT IN ('silenced', 'repeat-interval') THEN
    RAISE EXCEPTION 'The status of a message that was not sent is silenced or repeat-interval, not %', unsent_status
      USING ERRCODE = 'invalid_parameter_value';
  END IF;
  UPDATE notification_send_history SET count = count + 1, created_at = now()
  WHERE id = (
    SELECT id FROM notification_send_history
    WHERE notification_id = notification AND source_event = event AND resource_id = resource AND status = unsent_status
      AND created_at > now() - merge_within
    ORDER BY created_at DESC LIMIT 1 FOR UPDATE)
  RETURNING id INTO merged;
  IF merged IS NULL THEN
    INSERT INTO notification_send_history (notification_id, status, source_event, resource_id)
    VALUES (notification, unsent_status, event, resource)
    RETURNING id INTO merged;
  END IF;
  RETURN merged;
END $$;
COMMENT ON FUNCTION insert_unsent_notification_to_history(uuid, text, uuid, text, interval)
  IS 'Records a message that was silenced or held back; one of the same kind within the interval only counts up. Returns the row''s id.';
