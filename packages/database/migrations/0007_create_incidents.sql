-- Incidents, worked through hypotheses and evidence.

CREATE TABLE incident_rules (
  id uuid NOT NULL DEFAULT generate_ulid() CONSTRAINT incident_rules_pkey PRIMARY KEY,
  name text NOT NULL,
  spec jsonb,
  source text,
  created_by uuid NOT NULL CONSTRAINT incident_rules_created_by_fkey REFERENCES people (id),
  created_at timestamptz NOT NULL DEFAULT now(),
  updated_at timestamptz NOT NULL DEFAULT now(),
  deleted_at timestamptz
);
CREATE UNIQUE INDEX incident_rules_name_key ON incident_rules (name) WHERE deleted_at IS NULL;
CREATE INDEX incident_rules_created_by_idx ON incident_rules (created_by);
COMMENT ON TABLE incident_rules IS 'Rules that open incidents by themselves.';

CREATE SEQUENCE incident_id_sequence;
COMMENT ON SEQUENCE incident_id_sequence IS 'Numbers of incidents.';
CREATE FUNCTION format_incident_id(number bigint) RETURNS text LANGUAGE sql IMMUTABLE PARALLEL SAFE AS $$ SELECT 'INC-' || number $$;
COMMENT ON FUNCTION format_incident_id(bigint) IS 'The id of an incident that people read, such as INC-42.';

CREATE TABLE incidents (
  id uuid NOT NULL DEFAULT generate_ulid() CONSTRAINT incidents_pkey PRIMARY KEY,
  incident_id varchar(10) NOT NULL DEFAULT format_incident_id(nextval('incident_id_sequence'))
    CONSTRAINT incidents_incident_id_key UNIQUE,
  incident_rule_id uuid CONSTRAINT incidents_incident_rule_id_fkey REFERENCES incident_rules (id),
  title text NOT NULL,
  created_by uuid NOT NULL CONSTRAINT incidents_created_by_fkey REFERENCES people (id),
  commander_id uuid CONSTRAINT incidents_commander_id_fkey REFERENCES people (id),
  communicator_id uuid CONSTRAINT incidents_communicator_id_fkey REFERENCES people (id),
  severity text NOT NULL,
  description text NOT NULL,
  type text NOT NULL,
  status text NOT NULL,
  acknowledged timestamptz,
  resolved timestamptz,
  closed timestamptz,
  created_at timestamptz NOT NULL DEFAULT now(),
  updated_at timestamptz NOT NULL DEFAULT now()
);
ALTER SEQUENCE incident_id_sequence OWNED BY incidents.incident_id;
CREATE INDEX incidents_incident_rule_id_idx ON incidents (incident_rule_id);
CREATE INDEX incidents_created_by_idx ON incidents (created_by);
CREATE INDEX incidents_commander_id_idx ON incidents (commander_id);
CREATE INDEX incidents_communicator_id_idx ON incidents (communicator_id);
CREATE INDEX incidents_created_at_idx ON incidents (created_at DESC);
COMMENT ON TABLE incidents IS 'Incidents.';
COMMENT ON COLUMN incidents.incident_id IS 'The id that people read, such as INC-42.';
COMMENT ON COLUMN incidents.acknowledged IS 'When somebody first took it up; set with the status.';
COMMENT ON COLUMN incidents.resolved IS 'When it was resolved; empty again when it is reopened.';
COMMENT ON COLUMN incidents.closed IS 'When it was closed; empty again when it is reopened.';

CREATE TABLE incident_relationships (
  incident_id uuid NOT NULL CONSTRAINT incident_relationships_incident_id_fkey REFERENCES incidents (id) ON DELETE CASCADE,
  related_id uuid NOT NULL CONSTRAINT incident_relationships_related_id_fkey REFERENCES incidents (id) ON DELETE CASCADE,
  relationship text NOT NULL,
  created_at timestamptz NOT NULL DEFAULT now(),
  updated_at timestamptz NOT NULL DEFAULT now(),
  CONSTRAINT incident_relationships_pkey PRIMARY KEY (incident_id, related_id, relationship)
);
CREATE INDEX incident_relationships_related_id_idx ON incident_relationships (related_id);
COMMENT ON TABLE incident_relationships IS 'Incidents that belong together.';

CREATE TABLE responders (
  id uuid NOT NULL DEFAULT generate_ulid() CONSTRAINT responders_pkey PRIMARY KEY,
  incident_id uuid NOT NULL CONSTRAINT responders_incident_id_fkey REFERENCES incidents (id) ON DELETE CASCADE,
  type text NOT NULL,
  index smallint,
  person_id uuid CONSTRAINT responders_person_id_fkey REFERENCES people (id),
  team_id uuid CONSTRAINT responders_team_id_fkey REFERENCES teams (id),
  external_id text,
  properties jsonb,
  acknowledged timestamptz,
  resolved timestamptz,
  closed timestamptz,
  created_by uuid NOT NULL CONSTRAINT responders_created_by_fkey REFERENCES people (id),
  created_at timestamptz NOT NULL DEFAULT now(),
  updated_at timestamptz NOT NULL DEFAULT now(),
  deleted_at timestamptz
);
CREATE INDEX responders_incident_id_idx ON responders (incident_id);
CREATE INDEX responders_person_id_idx ON responders (person_id);
CREATE INDEX responders_team_id_idx ON responders (team_id);
CREATE INDEX responders_created_by_idx ON responders (created_by);
COMMENT ON TABLE responders IS 'People, teams and external systems called in on an incident.';
COMMENT ON COLUMN responders.type IS 'person or system.';
COMMENT ON COLUMN responders.external_id IS 'Id of the ticket in the external system.';

CREATE TABLE hypotheses (
  id uuid NOT NULL DEFAULT generate_ulid() CONSTRAINT hypotheses_pkey PRIMARY KEY,
  created_by uuid NOT NULL CONSTRAINT hypotheses_created_by_fkey REFERENCES people (id),
  incident_id uuid NOT NULL CONSTRAINT hypotheses_incident_id_fkey REFERENCES incidents (id) ON DELETE CASCADE,
  parent_id uuid CONSTRAINT hypotheses_parent_id_fkey REFERENCES hypotheses (id),
  owner uuid CONSTRAINT hypotheses_owner_fkey REFERENCES responders (id) ON DELETE SET NULL,
  team_id uuid CONSTRAINT hypotheses_team_id_fkey REFERENCES teams (id),
  type text NOT NULL CONSTRAINT hypotheses_type_check CHECK (type IN ('root', 'factor', 'solution')),
  title text NOT NULL,
  status text NOT NULL,
  created_at timestamptz NOT NULL DEFAULT now(),
  updated_at timestamptz NOT NULL DEFAULT now()
);
CREATE INDEX hypotheses_incident_id_idx ON hypotheses (incident_id);
CREATE INDEX hypotheses_parent_id_idx ON hypotheses (parent_id);
CREATE INDEX hypotheses_owner_idx ON hypotheses (owner);
CREATE INDEX hypotheses_team_id_idx ON hypotheses (team_id);
CREATE INDEX hypotheses_created_by_idx ON hypotheses (created_by);
COMMENT ON TABLE hypotheses IS 'The tree of what may have caused an incident: a root, its factors, their solutions.';

CREATE TABLE evidences (
  id uuid NOT NULL DEFAULT generate_ulid() CONSTRAINT evidences_pkey PRIMARY KEY,
  description text NOT NULL,
  hypothesis_id uuid NOT NULL CONSTRAINT evidences_hypothesis_id_fkey REFERENCES hypotheses (id),
  config_id uuid CONSTRAINT evidences_config_id_fkey REFERENCES config_items (id),
  config_change_id uuid CONSTRAINT evidences_config_change_id_fkey REFERENCES config_changes (id),
  config_analysis_id uuid CONSTRAINT evidences_config_analysis_id_fkey REFERENCES config_analysis (id),
  component_id uuid CONSTRAINT evidences_component_id_fkey REFERENCES components (id),
  check_id uuid CONSTRAINT evidences_check_id_fkey REFERENCES check_definitions (id),
  definition_of_done boolean DEFAULT false,
  done boolean,
  factor boolean,
  mitigator boolean,
  created_by uuid NOT NULL CONSTRAINT evidences_created_by_fkey REFERENCES people (id),
  type text NOT NULL,
  evidence jsonb,
  properties jsonb,
  created_at timestamptz NOT NULL DEFAULT now(),
  updated_at timestamptz NOT NULL DEFAULT now(),
  script text,
  script_result text
);
CREATE INDEX evidences_hypothesis_id_idx ON evidences (hypothesis_id);
CREATE INDEX evidences_config_id_idx ON evidences (config_id);
CREATE INDEX evidences_config_change_id_idx ON evidences (config_change_id);
CREATE INDEX evidences_config_analysis_id_idx ON evidences (config_analysis_id);
CREATE INDEX evidences_component_id_idx ON evidences (component_id);
CREATE INDEX evidences_check_id_idx ON evidences (check_id);
CREATE INDEX evidences_created_by_idx ON evidences (created_by);
COMMENT ON TABLE evidences IS 'What supports a hypothesis, and what must hold before the incident is done.';
COMMENT ON COLUMN evidences.script IS 'CEL that decides whether the item is done.';
COMMENT ON COLUMN evidences.script_result IS 'What the script said last.';

CREATE TABLE comments (
  id uuid NOT NULL DEFAULT generate_ulid() CONSTRAINT comments_pkey PRIMARY KEY,
  created_by uuid NOT NULL CONSTRAINT comments_created_by_fkey REFERENCES people (id),
  comment text NOT NULL,
  external_id text,
  external_created_by text,
  incident_id uuid NOT NULL CONSTRAINT comments_incident_id_fkey REFERENCES incidents (id) ON DELETE CASCADE,
  responder_id uuid CONSTRAINT comments_responder_id_fkey REFERENCES responders (id) ON DELETE SET NULL,
  hypothesis_id uuid CONSTRAINT comments_hypothesis_id_fkey REFERENCES hypotheses (id),
  read smallint[],
  created_at timestamptz NOT NULL DEFAULT now(),
  updated_at timestamptz NOT NULL DEFAULT now()
);
CREATE INDEX comments_incident_id_idx ON comments (incident_id);
CREATE INDEX comments_responder_id_idx ON comments (responder_id);
CREATE INDEX comments_hypothesis_id_idx ON comments (hypothesis_id);
CREATE INDEX comments_created_by_idx ON comments (created_by);
COMMENT ON TABLE comments IS 'What people and external systems say about an incident.';
COMMENT ON COLUMN comments.responder_id IS 'Set when it came from, or is for, a responder.';

CREATE TABLE comment_responders (
  id uuid NOT NULL DEFAULT generate_ulid() CONSTRAINT comment_responders_pkey PRIMARY KEY,
  comment_id uuid NOT NULL CONSTRAINT comment_responders_comment_id_fkey REFERENCES comments (id) ON DELETE CASCADE,
  responder_id uuid NOT NULL CONSTRAINT comment_responders_responder_id_fkey REFERENCES responders (id) ON DELETE CASCADE,
  external_id text,
  created_at timestamptz NOT NULL DEFAULT now(),
  updated_at timestamptz NOT NULL DEFAULT now()
);
CREATE INDEX comment_responders_comment_id_idx ON comment_responders (comment_id);
CREATE INDEX comment_responders_responder_id_idx ON comment_responders (responder_id);
COMMENT ON TABLE comment_responders IS 'Which comment was sent to which external responder.';

CREATE TABLE incident_histories (
  id uuid NOT NULL DEFAULT generate_ulid() CONSTRAINT incident_histories_pkey PRIMARY KEY,
  incident_id uuid NOT NULL CONSTRAINT incident_histories_incident_id_fkey REFERENCES incidents (id) ON DELETE CASCADE,
  created_by uuid NOT NULL CONSTRAINT incident_histories_created_by_fkey REFERENCES people (id),
  type text,
  description text,
  hypothesis_id uuid CONSTRAINT incident_histories_hypothesis_id_fkey REFERENCES hypotheses (id) ON DELETE SET NULL,
  created_at timestamptz NOT NULL DEFAULT now(),
  updated_at timestamptz NOT NULL DEFAULT now(),
  responder_id uuid CONSTRAINT incident_histories_responder_id_fkey REFERENCES responders (id) ON DELETE SET NULL,
  evidence_id uuid CONSTRAINT incident_histories_evidence_id_fkey REFERENCES evidences (id) ON DELETE SET NULL,
  comment_id uuid CONSTRAINT incident_histories_comment_id_fkey REFERENCES comments (id) ON DELETE SET NULL
);
CREATE INDEX incident_histories_incident_id_idx ON incident_histories (incident_id, created_at DESC);
CREATE INDEX incident_histories_hypothesis_id_idx ON incident_histories (hypothesis_id);
CREATE INDEX incident_histories_responder_id_idx ON incident_histories (responder_id);
CREATE INDEX incident_histories_evidence_id_idx ON incident_histories (evidence_id);
CREATE INDEX incident_histories_comment_id_idx ON incident_histories (comment_id);
CREATE INDEX incident_histories_created_by_idx ON incident_histories (created_by);
COMMENT ON TABLE incident_histories IS 'Changelog of incidents, written by triggers alone. It outlives what it speaks of.';

CREATE FUNCTION stamp_incident_status() RETURNS trigger LANGUAGE plpgsql AS $$
BEGIN
  IF NEW.status NOT IN ('new', 'open') THEN
    NEW.acknowledged := coalesce(NEW.acknowledged, now());
  END IF;
  IF NEW.status IN ('resolved', 'closed', 'cancelled') THEN
    NEW.resolved := coalesce(NEW.resolved, now());
  ELSE
    NEW.resolved := NULL;
  END IF;
  IF NEW.status IN ('closed', 'cancelled') THEN
    NEW.closed := coalesce(NEW.closed, now());
  ELSE
    NEW.closed := NULL;
  END IF;
  RETURN NEW;
END $$;
COMMENT ON FUNCTION stamp_incident_status() IS 'Row trigger: acknowledged, resolved and closed follow the status.';
CREATE TRIGGER incidents_stamp_insert BEFORE INSERT ON incidents FOR EACH ROW EXECUTE FUNCTION stamp_incident_status();
CREATE TRIGGER incidents_stamp_update BEFORE UPDATE ON incidents FOR EACH ROW
  WHEN (OLD.status IS DISTINCT FROM NEW.status) EXECUTE FUNCTION stamp_incident_status();

CREATE FUNCTION record_incident_history() RETURNS trigger LANGUAGE plpgsql AS $$
BEGIN
  IF TG_OP = 'INSERT' THEN
    INSERT INTO incident_histories (incident_id, created_by, type, description)
    VALUES (NEW.id, NEW.created_by, 'incident.created', NEW.id::text);
  ELSE
    INSERT INTO incident_histories (incident_id, created_by, type, description)
    VALUES (NEW.id, coalesce(try_uuid(current_setting('request.person_id', true)), NEW.created_by), 'incident.status_updated', NEW.status);
  END IF;
  RETURN NULL;
END $$;
COMMENT ON FUNCTION record_incident_history() IS 'Row trigger: a new incident and every change of its status are in the changelog, under the name of who asked when that is known.';
CREATE TRIGGER incidents_record_insert AFTER INSERT ON incidents FOR EACH ROW EXECUTE FUNCTION record_incident_history();
CREATE TRIGGER incidents_record_update AFTER UPDATE ON incidents FOR EACH ROW
  WHEN (OLD.status IS DISTINCT FROM NEW.status) EXECUTE FUNCTION record_incident_history();

CREATE FUNCTION record_hypothesis_history() RETURNS trigger LANGUAGE plpgsql AS $$
BEGIN
  INSERT INTO incident_histories (incident_id, created_by, type, description, hypothesis_id)
  VALUES (NEW.incident_id,
    CASE TG_OP WHEN 'INSERT' THEN NEW.created_by ELSE coalesce(try_uuid(current_setting('request.person_id', true)), NEW.created_by) END,
    CASE TG_OP WHEN 'INSERT' THEN 'hypothesis.created' ELSE 'hypothesis.status_updated' END, NEW.status, NEW.id);
  RETURN NULL;
END $$;
COMMENT ON FUNCTION record_hypothesis_history() IS 'Row trigger: a new hypothesis and every change of its status are in the changelog.';
CREATE TRIGGER hypotheses_record_insert AFTER INSERT ON hypotheses FOR EACH ROW EXECUTE FUNCTION record_hypothesis_history();
CREATE TRIGGER hypotheses_record_update AFTER UPDATE ON hypotheses FOR EACH ROW
  WHEN (OLD.status IS DISTINCT FROM NEW.status) EXECUTE FUNCTION record_hypothesis_history();

CREATE FUNCTION record_evidence_history() RETURNS trigger LANGUAGE plpgsql AS $$
BEGIN
  INSERT INTO incident_histories (incident_id, created_by, type, hypothesis_id, evidence_id)
  SELECT h.incident_id,
    CASE TG_OP WHEN 'INSERT' THEN NEW.created_by ELSE coalesce(try_uuid(current_setting('request.person_id', true)), NEW.created_by) END,
    CASE TG_OP WHEN 'INSERT' THEN 'evidence.created' ELSE 'evidence.done_definition_added' END,
    CASE TG_OP WHEN 'INSERT' THEN NEW.hypothesis_id END, NEW.id
  FROM hypotheses h WHERE h.id = NEW.hypothesis_id;
  RETURN NULL;
END $$;
COMMENT ON FUNCTION record_evidence_history() IS 'Row trigger: new evidence, and evidence that joins the definition of done, are in the changelog.';
CREATE TRIGGER evidences_record_insert AFTER INSERT ON evidences FOR EACH ROW EXECUTE FUNCTION record_evidence_history();
CREATE TRIGGER evidences_record_update AFTER UPDATE ON evidences FOR EACH ROW
  WHEN (OLD.definition_of_done IS NOT TRUE AND NEW.definition_of_done) EXECUTE FUNCTION record_evidence_history();

CREATE FUNCTION record_responder_history() RETURNS trigger LANGUAGE plpgsql AS $$
BEGIN
  INSERT INTO incident_histories (incident_id, created_by, type, responder_id)
  VALUES (NEW.incident_id, NEW.created_by, 'responder.created', NEW.id);
  RETURN NULL;
END $$;
COMMENT ON FUNCTION record_responder_history() IS 'Row trigger: a new responder is in the changelog.';
CREATE TRIGGER responders_record AFTER INSERT ON responders FOR EACH ROW EXECUTE FUNCTION record_responder_history();

CREATE FUNCTION record_comment_history() RETURNS trigger LANGUAGE plpgsql AS $$
BEGIN
  INSERT INTO incident_histories (incident_id, created_by, type, comment_id)
  VALUES (NEW.incident_id, NEW.created_by, 'responder.commented', NEW.id);
  RETURN NULL;
END $$;
COMMENT ON FUNCTION record_comment_history() IS 'Row trigger: what a responder says is in the changelog.';
CREATE TRIGGER comments_record AFTER INSERT ON comments FOR EACH ROW
  WHEN (NEW.responder_id IS NOT NULL) EXECUTE FUNCTION record_comment_history();
