-- The catalog of configuration items with what happens to them, and the topology of components.

CREATE TABLE config_scrapers (
  id uuid NOT NULL DEFAULT generate_ulid() CONSTRAINT config_scrapers_pkey PRIMARY KEY,
  description text,
  name text NOT NULL,
  namespace text,
  spec jsonb NOT NULL,
  source source NOT NULL,
  created_by uuid CONSTRAINT config_scrapers_created_by_fkey REFERENCES people (id),
  agent_id uuid NOT NULL DEFAULT '00000000-0000-0000-0000-000000000000' CONSTRAINT config_scrapers_agent_id_fkey REFERENCES agents (id),
  created_at timestamptz NOT NULL DEFAULT now(),
  updated_at timestamptz,
  deleted_at timestamptz,
  is_pushed boolean NOT NULL DEFAULT false
);
CREATE INDEX config_scrapers_created_by_idx ON config_scrapers (created_by);
CREATE INDEX config_scrapers_agent_id_idx ON config_scrapers (agent_id);
COMMENT ON TABLE config_scrapers IS 'What fills the catalog: definitions of scrapers.';

-- No scrapers and topologies were there until now, so every id of one leads nowhere. The rows keep the time of their last change.
ALTER TABLE config_items DISABLE TRIGGER config_items_touch;
UPDATE config_items SET scraper_id = NULL WHERE scraper_id IS NOT NULL;
ALTER TABLE config_items ENABLE TRIGGER config_items_touch;
ALTER TABLE config_items ADD CONSTRAINT config_items_scraper_id_fkey FOREIGN KEY (scraper_id) REFERENCES config_scrapers (id);
CREATE INDEX config_items_type_idx ON config_items (type, name) WHERE deleted_at IS NULL;
CREATE INDEX config_items_any_type_idx ON config_items (type);
CREATE INDEX config_items_config_class_idx ON config_items (config_class);
CREATE INDEX config_items_status_idx ON config_items (status);
CREATE INDEX config_items_name_idx ON config_items (name);
CREATE INDEX config_items_path_idx ON config_items (path text_pattern_ops);
CREATE INDEX config_items_live_agent_idx ON config_items (agent_id) WHERE deleted_at IS NULL;
CREATE INDEX config_items_live_health_idx ON config_items (health, type, name) WHERE deleted_at IS NULL;
CREATE INDEX config_items_live_updated_at_idx ON config_items (updated_at DESC) WHERE deleted_at IS NULL;
CREATE INDEX config_items_live_created_at_idx ON config_items (created_at DESC) WHERE deleted_at IS NULL;
CREATE INDEX config_items_labels_idx ON config_items USING gin (labels jsonb_path_ops);
COMMENT ON COLUMN config_items.external_id IS 'Names of the item in the systems it comes from.';
COMMENT ON COLUMN config_items.path IS 'Ids of the ancestors from the root to the parent, joined with dots.';
COMMENT ON COLUMN config_items.properties IS 'Array of properties: label, name, icon, type, text or value, unit, links and so on.';
COMMENT ON COLUMN config_items.delete_reason IS 'Why it was deleted, such as stale.';

CREATE TABLE config_tag_values (
  kind text NOT NULL CONSTRAINT config_tag_values_kind_check CHECK (kind IN ('tag', 'label')),
  key text NOT NULL,
  value text NOT NULL,
  CONSTRAINT config_tag_values_pkey PRIMARY KEY (kind, key, value)
);
COMMENT ON TABLE config_tag_values IS 'Pairs that tags and labels of configuration items have. New ones are added at once, unused ones taken out by a job.';

CREATE TABLE config_changes (
  id uuid NOT NULL DEFAULT generate_ulid() CONSTRAINT config_changes_pkey PRIMARY KEY,
  config_id uuid NOT NULL CONSTRAINT config_changes_config_id_fkey REFERENCES config_items (id) ON DELETE CASCADE DEFERRABLE INITIALLY DEFERRED,
  external_change_id text,
  external_created_by text,
  change_type text,
  severity text,
  source text,
  summary text,
  patches jsonb,
  diff text,
  details jsonb,
  created_by uuid,
  created_at timestamptz NOT NULL DEFAULT now(),
  count integer NOT NULL DEFAULT 1,
  fingerprint text,
  first_observed timestamptz NOT NULL DEFAULT now(),
  is_pushed boolean NOT NULL DEFAULT false,
  CONSTRAINT config_changes_config_id_external_change_id_key UNIQUE (config_id, external_change_id)
);
CREATE INDEX config_changes_config_id_created_at_idx ON config_changes (config_id, created_at DESC);
CREATE INDEX config_changes_created_at_idx ON config_changes (created_at DESC);
CREATE INDEX config_changes_change_type_idx ON config_changes (change_type);
CREATE INDEX config_changes_config_id_change_type_idx ON config_changes (config_id, change_type);
CREATE INDEX config_changes_fingerprint_idx ON config_changes (fingerprint, created_at) WHERE fingerprint IS NOT NULL;
COMMENT ON TABLE config_changes IS 'What happened to configuration items. Writing a change again with its external id updates the one that is there.';
COMMENT ON COLUMN config_changes.change_type IS 'diff when the document changed, otherwise the event.';
COMMENT ON COLUMN config_changes.count IS 'How often it happened since first_observed.';
COMMENT ON COLUMN config_changes.patches IS 'JSON merge patch.';
COMMENT ON COLUMN config_changes.diff IS 'Unified text diff.';
COMMENT ON COLUMN config_changes.fingerprint IS 'Same for changes that differ in ids, numbers and times alone.';

CREATE TABLE config_analysis (
  id uuid NOT NULL DEFAULT generate_ulid() CONSTRAINT config_analysis_pkey PRIMARY KEY,
  config_id uuid NOT NULL CONSTRAINT config_analysis_config_id_fkey REFERENCES config_items (id) ON DELETE CASCADE DEFERRABLE INITIALLY DEFERRED,
  scraper_id uuid CONSTRAINT config_analysis_scraper_id_fkey REFERENCES config_scrapers (id),
  created_by uuid CONSTRAINT config_analysis_created_by_fkey REFERENCES people (id),
  source text,
  analyzer text NOT NULL,
  analysis_type text,
  severity text,
  summary text,
  status text DEFAULT 'open',
  message text,
  analysis jsonb,
  first_observed timestamptz NOT NULL DEFAULT now(),
  last_observed timestamptz,
  is_pushed boolean NOT NULL DEFAULT false
);
CREATE INDEX config_analysis_config_id_idx ON config_analysis (config_id);
CREATE INDEX config_analysis_open_idx ON config_analysis (config_id) WHERE status = 'open';
CREATE INDEX config_analysis_first_observed_idx ON config_analysis (first_observed DESC);
CREATE INDEX config_analysis_last_observed_idx ON config_analysis (last_observed);
CREATE INDEX config_analysis_scraper_id_idx ON config_analysis (scraper_id);
CREATE INDEX config_analysis_created_by_idx ON config_analysis (created_by);
CREATE INDEX config_analysis_analyzer_idx ON config_analysis (analyzer);
CREATE INDEX config_analysis_analysis_type_idx ON config_analysis (analysis_type);
COMMENT ON TABLE config_analysis IS 'Insights: what analyzers found about configuration items.';
COMMENT ON COLUMN config_analysis.status IS 'open, resolved, silenced or closed.';

CREATE TABLE config_relationships (
  id uuid NOT NULL DEFAULT generate_ulid() CONSTRAINT config_relationships_pkey PRIMARY KEY,
  config_id uuid NOT NULL CONSTRAINT config_relationships_config_id_fkey REFERENCES config_items (id) ON DELETE CASCADE DEFERRABLE INITIALLY DEFERRED,
  related_id uuid NOT NULL CONSTRAINT config_relationships_related_id_fkey REFERENCES config_items (id) ON DELETE CASCADE DEFERRABLE INITIALLY DEFERRED,
  relation text,
  created_at timestamptz NOT NULL DEFAULT now(),
  updated_at timestamptz NOT NULL DEFAULT now(),
  deleted_at timestamptz,
  selector_id text,
  is_pushed boolean NOT NULL DEFAULT false,
  CONSTRAINT config_relationships_related_id_config_id_relation_key UNIQUE NULLS NOT DISTINCT (related_id, config_id, relation)
);
CREATE INDEX config_relationships_config_id_idx ON config_relationships (config_id);
CREATE INDEX config_relationships_deleted_at_idx ON config_relationships (deleted_at);
COMMENT ON TABLE config_relationships IS 'Edges between configuration items, from config_id (the parent) to related_id.';
COMMENT ON COLUMN config_relationships.relation IS 'hard for parent and child, anything else is a soft relation.';
COMMENT ON COLUMN config_relationships.selector_id IS 'Hash of the selector that made the edge; manual when a person did.';

CREATE TABLE topologies (
  id uuid NOT NULL DEFAULT generate_ulid() CONSTRAINT topologies_pkey PRIMARY KEY,
  agent_id uuid NOT NULL DEFAULT '00000000-0000-0000-0000-000000000000' CONSTRAINT topologies_agent_id_fkey REFERENCES agents (id),
  name text NOT NULL,
  namespace text NOT NULL,
  labels jsonb,
  source source NOT NULL DEFAULT 'UI',
  spec jsonb,
  created_at timestamptz DEFAULT now(),
  updated_at timestamptz DEFAULT now(),
  is_pushed boolean NOT NULL DEFAULT false,
  schedule text,
  created_by uuid CONSTRAINT topologies_created_by_fkey REFERENCES people (id),
  deleted_at timestamptz
);
CREATE UNIQUE INDEX topologies_agent_id_name_namespace_key ON topologies (agent_id, name, namespace)
  WHERE deleted_at IS NULL AND agent_id = '00000000-0000-0000-0000-000000000000';
CREATE INDEX topologies_created_by_idx ON topologies (created_by);
CREATE INDEX topologies_agent_id_idx ON topologies (agent_id);
COMMENT ON TABLE topologies IS 'What components are made from: definitions of topologies.';

ALTER TABLE components DISABLE TRIGGER components_touch;
UPDATE components SET topology_id = NULL WHERE topology_id IS NOT NULL;
UPDATE components c SET config_id = NULL
WHERE config_id IS NOT NULL AND NOT EXISTS (SELECT FROM config_items i WHERE i.id = c.config_id);
ALTER TABLE components ENABLE TRIGGER components_touch;
ALTER TABLE components
  ADD CONSTRAINT components_topology_id_fkey FOREIGN KEY (topology_id) REFERENCES topologies (id),
  ADD CONSTRAINT components_config_id_fkey FOREIGN KEY (config_id) REFERENCES config_items (id);
CREATE INDEX components_path_idx ON components (path text_pattern_ops);
CREATE INDEX components_name_idx ON components (name) WHERE deleted_at IS NULL;
COMMENT ON COLUMN components.path IS 'Ids of the ancestors from the root to the parent, joined with dots.';
COMMENT ON COLUMN components.selectors IS 'Selectors of the components that belong under this one.';
COMMENT ON COLUMN components.log_selectors IS 'Array of {name, type, labels}: where its logs are.';
COMMENT ON COLUMN components.component_checks IS 'Selectors, or definitions, of its health checks.';
COMMENT ON COLUMN components.configs IS 'Queries of the configuration items that belong to it.';
COMMENT ON COLUMN components.status_expr IS 'CEL over summary that gives the status.';
COMMENT ON COLUMN components.health_expr IS 'CEL over summary and self that gives the health.';

CREATE TABLE component_relationships (
  id uuid NOT NULL DEFAULT generate_ulid() CONSTRAINT component_relationships_pkey PRIMARY KEY,
  component_id uuid NOT NULL CONSTRAINT component_relationships_component_id_fkey REFERENCES components (id) ON DELETE CASCADE,
  relationship_id uuid NOT NULL CONSTRAINT component_relationships_relationship_id_fkey REFERENCES components (id) ON DELETE CASCADE,
  created_at timestamptz NOT NULL DEFAULT now(),
  updated_at timestamptz NOT NULL DEFAULT now(),
  deleted_at timestamptz,
  selector_id text,
  relationship_path text,
  is_pushed boolean NOT NULL DEFAULT false,
  CONSTRAINT component_relationships_key UNIQUE NULLS NOT DISTINCT (component_id, relationship_id, selector_id)
);
CREATE INDEX component_relationships_relationship_id_idx ON component_relationships (relationship_id);
CREATE INDEX component_relationships_deleted_at_idx ON component_relationships (deleted_at);
COMMENT ON TABLE component_relationships IS 'Further places of components in the topology: component_id is the child, relationship_id the parent.';

CREATE TABLE config_component_relationships (
  component_id uuid NOT NULL CONSTRAINT config_component_relationships_component_id_fkey REFERENCES components (id) ON DELETE CASCADE,
  config_id uuid NOT NULL CONSTRAINT config_component_relationships_config_id_fkey REFERENCES config_items (id) ON DELETE CASCADE,
  created_at timestamptz NOT NULL DEFAULT now(),
  updated_at timestamptz DEFAULT now(),
  deleted_at timestamptz,
  selector_id text,
  is_pushed boolean NOT NULL DEFAULT false,
  CONSTRAINT config_component_relationships_pkey PRIMARY KEY (component_id, config_id)
);
CREATE INDEX config_component_relationships_config_id_idx ON config_component_relationships (config_id);
CREATE INDEX config_component_relationships_deleted_at_idx ON config_component_relationships (deleted_at);
COMMENT ON TABLE config_component_relationships IS 'Which configuration item belongs to which component.';
COMMENT ON COLUMN config_component_relationships.selector_id IS 'Hash of the selector that made the relation; manual when a person did.';

-- The older relations of checks get a key too, and their unique keys hold for a missing selector as well.
DELETE FROM check_component_relationships r USING check_component_relationships k
WHERE r.selector_id IS NULL AND k.selector_id IS NULL AND r.ctid > k.ctid
  AND (r.component_id, r.check_id, r.canary_id) = (k.component_id, k.check_id, k.canary_id);
ALTER TABLE check_component_relationships
  ADD COLUMN id uuid NOT NULL DEFAULT generate_ulid() CONSTRAINT check_component_relationships_pkey PRIMARY KEY,
  DROP CONSTRAINT check_component_relationships_key,
  ADD CONSTRAINT check_component_relationships_key UNIQUE NULLS NOT DISTINCT (component_id, check_id, canary_id, selector_id);
DELETE FROM check_config_relationships r USING check_config_relationships k
WHERE r.selector_id IS NULL AND k.selector_id IS NULL AND r.ctid > k.ctid
  AND (r.config_id, r.check_id, r.canary_id) = (k.config_id, k.check_id, k.canary_id);
ALTER TABLE check_config_relationships
  ADD COLUMN id uuid NOT NULL DEFAULT generate_ulid() CONSTRAINT check_config_relationships_pkey PRIMARY KEY,
  DROP CONSTRAINT check_config_relationships_key,
  ADD CONSTRAINT check_config_relationships_key UNIQUE NULLS NOT DISTINCT (config_id, check_id, canary_id, selector_id);

CREATE TABLE logging_backends (
  id uuid NOT NULL DEFAULT generate_ulid() CONSTRAINT logging_backends_pkey PRIMARY KEY,
  name text NOT NULL,
  namespace text,
  labels jsonb,
  spec jsonb NOT NULL,
  source source,
  agent_id uuid CONSTRAINT logging_backends_agent_id_fkey REFERENCES agents (id),
  created_at timestamptz DEFAULT now(),
  created_by uuid CONSTRAINT logging_backends_created_by_fkey REFERENCES people (id),
  updated_at timestamptz,
  deleted_at timestamptz
);
CREATE INDEX logging_backends_agent_id_idx ON logging_backends (agent_id);
CREATE INDEX logging_backends_created_by_idx ON logging_backends (created_by);
COMMENT ON TABLE logging_backends IS 'Where logs are searched.';

CREATE FUNCTION name_config_item() RETURNS trigger LANGUAGE plpgsql AS $$
BEGIN
  NEW.name := right(NEW.id::text, 12);
  RETURN NEW;
END $$;
COMMENT ON FUNCTION name_config_item() IS 'Row trigger: an item without a name is called by the end of its id.';
CREATE TRIGGER config_items_name BEFORE INSERT ON config_items FOR EACH ROW
  WHEN (coalesce(NEW.name, '') = '') EXECUTE FUNCTION name_config_item();

CREATE FUNCTION relate_config_parent() RETURNS trigger LANGUAGE plpgsql AS $$
BEGIN
  IF TG_OP = 'UPDATE' AND OLD.parent_id IS NOT NULL THEN
    DELETE FROM config_relationships WHERE config_id = OLD.parent_id AND related_id = NEW.id AND relation = 'hard';
  END IF;
  IF NEW.parent_id IS NOT NULL THEN
    INSERT INTO config_relationships (config_id, related_id, relation) VALUES (NEW.parent_id, NEW.id, 'hard')
    ON CONFLICT (related_id, config_id, relation) DO UPDATE SET deleted_at = NULL;
  END IF;
  RETURN NULL;
END $$;
COMMENT ON FUNCTION relate_config_parent() IS 'Row trigger: the parent of an item is also a hard relation.';
CREATE TRIGGER config_items_relate_insert AFTER INSERT ON config_items FOR EACH ROW
  WHEN (NEW.parent_id IS NOT NULL) EXECUTE FUNCTION relate_config_parent();
CREATE TRIGGER config_items_relate_update AFTER UPDATE ON config_items FOR EACH ROW
  WHEN (OLD.parent_id IS DISTINCT FROM NEW.parent_id) EXECUTE FUNCTION relate_config_parent();

CREATE FUNCTION list_config_tag_values() RETURNS trigger LANGUAGE plpgsql AS $$
BEGIN
  INSERT INTO config_tag_values (kind, key, value)
  SELECT DISTINCT p.kind, p.key, p.value
  FROM written w
  CROSS JOIN LATERAL (
    SELECT 'tag' AS kind, t.key, t.value FROM jsonb_each_text(CASE WHEN jsonb_typeof(w.tags) = 'object' THEN w.tags END) AS t
    UNION ALL
    SELECT 'label', l.key, l.value FROM jsonb_each_text(CASE WHEN jsonb_typeof(w.labels) = 'object' THEN w.labels END) AS l
  ) AS p
  WHERE w.deleted_at IS NULL AND p.value IS NOT NULL
    AND NOT EXISTS (SELECT FROM config_tag_values v WHERE (v.kind, v.key, v.value) = (p.kind, p.key, p.value))
  ORDER BY 1, 2, 3
  ON CONFLICT DO NOTHING;
  RETURN NULL;
END $$;
COMMENT ON FUNCTION list_config_tag_values() IS 'Statement trigger: adds new pairs of tags and labels to config_tag_values.';
CREATE TRIGGER config_items_list_tags_insert AFTER INSERT ON config_items REFERENCING NEW TABLE AS written
  FOR EACH STATEMENT EXECUTE FUNCTION list_config_tag_values();
CREATE TRIGGER config_items_list_tags_update AFTER UPDATE ON config_items REFERENCING NEW TABLE AS written
  FOR EACH STATEMENT EXECUTE FUNCTION list_config_tag_values();

CREATE FUNCTION delete_unused_config_tag_values() RETURNS bigint LANGUAGE sql AS $$
  WITH used AS (
    SELECT 'tag' AS kind, t.key, t.value
    FROM config_items i, jsonb_each_text(CASE WHEN jsonb_typeof(i.tags) = 'object' THEN i.tags END) AS t WHERE i.deleted_at IS NULL
    UNION
    SELECT 'label', l.key, l.value
    FROM config_items i, jsonb_each_text(CASE WHEN jsonb_typeof(i.labels) = 'object' THEN i.labels END) AS l WHERE i.deleted_at IS NULL
  ), gone AS (
    DELETE FROM config_tag_values v
    WHERE NOT EXISTS (SELECT FROM used u WHERE (u.kind, u.key, u.value) = (v.kind, v.key, v.value))
    RETURNING 1
  )
  SELECT count(*) FROM gone
$$;
COMMENT ON FUNCTION delete_unused_config_tag_values() IS 'Takes out the pairs that no live item has any more; returns how many.';

INSERT INTO config_tag_values (kind, key, value)
SELECT 'tag', t.key, t.value
FROM config_items i, jsonb_each_text(CASE WHEN jsonb_typeof(i.tags) = 'object' THEN i.tags END) AS t
WHERE i.deleted_at IS NULL AND t.value IS NOT NULL
UNION
SELECT 'label', l.key, l.value
FROM config_items i, jsonb_each_text(CASE WHEN jsonb_typeof(i.labels) = 'object' THEN i.labels END) AS l
WHERE i.deleted_at IS NULL AND l.value IS NOT NULL;

CREATE FUNCTION merge_config_change() RETURNS trigger LANGUAGE plpgsql AS $$
DECLARE
  known config_changes;
BEGIN
  SELECT * INTO known FROM config_changes WHERE id = NEW.id FOR UPDATE;
  IF NOT FOUND AND NEW.external_change_id IS NOT NULL THEN
    SELECT * INTO known FROM config_changes
    WHERE config_id = NEW.config_id AND external_change_id = NEW.external_change_id FOR UPDATE;
  END IF;
  IF NOT FOUND THEN
    RETURN NEW;
  END IF;
  IF known.id = NEW.id THEN
    UPDATE config_changes SET config_id = NEW.config_id, external_created_by = NEW.external_created_by, severity = NEW.severity,
      source = NEW.source, summary = NEW.summary, patches = NEW.patches, diff = NEW.diff, details = NEW.details,
      created_by = NEW.created_by, created_at = NEW.created_at, count = NEW.count, fingerprint = NEW.fingerprint,
      is_pushed = NEW.is_pushed
    WHERE id = known.id;
  ELSE
    UPDATE config_changes SET change_type = NEW.change_type, created_at = NEW.created_at, created_by = NEW.created_by,
      details = NEW.details, diff = NEW.diff, external_created_by = NEW.external_created_by, patches = NEW.patches,
      severity = NEW.severity, source = NEW.source, summary = NEW.summary,
      count = known.count + CASE
        WHEN known.details IS DISTINCT FROM NEW.details OR known.created_at IS DISTINCT FROM NEW.created_at THEN 1 ELSE 0 END
    WHERE id = known.id;
  END IF;
  RETURN NULL;
END $$;
COMMENT ON FUNCTION merge_config_change() IS 'Row trigger: a change that is there already (by id, or by item and external id) is updated instead of inserted.';
CREATE TRIGGER config_changes_merge BEFORE INSERT ON config_changes FOR EACH ROW EXECUTE FUNCTION merge_config_change();

CREATE FUNCTION redirect_config_change() RETURNS trigger LANGUAGE plpgsql AS $$
BEGIN
  IF (OLD.config_id, OLD.external_change_id) IS DISTINCT FROM (NEW.config_id, NEW.external_change_id) THEN
    UPDATE config_changes SET count = count + greatest(NEW.count - OLD.count, 0), change_type = NEW.change_type,
      created_by = NEW.created_by, details = NEW.details, diff = NEW.diff, external_created_by = NEW.external_created_by,
      patches = NEW.patches, severity = NEW.severity, source = NEW.source, summary = NEW.summary
    WHERE config_id = NEW.config_id AND external_change_id = NEW.external_change_id AND id <> NEW.id;
    IF FOUND THEN
      RETURN NULL;
    END IF;
  END IF;
  -- A change that is only reported again did not happen again; merge_config_change decides for itself.
  IF pg_trigger_depth() = 1 AND (OLD.details, OLD.diff) IS NOT DISTINCT FROM (NEW.details, NEW.diff) THEN
    NEW.count := OLD.count;
    NEW.created_at := OLD.created_at;
  END IF;
  RETURN NEW;
END $$;
COMMENT ON FUNCTION redirect_config_change() IS 'Row trigger: an update that would repeat another change of the item goes to that one; count and time move only with the content.';
CREATE TRIGGER config_changes_redirect BEFORE UPDATE ON config_changes FOR EACH ROW EXECUTE FUNCTION redirect_config_change();

CREATE FUNCTION remove_component_relations() RETURNS trigger LANGUAGE plpgsql AS $$
BEGIN
  DELETE FROM team_components WHERE component_id = NEW.id;
  UPDATE component_relationships SET deleted_at = NEW.deleted_at
    WHERE (component_id = NEW.id OR relationship_id = NEW.id) AND deleted_at IS NULL;
  UPDATE check_component_relationships SET deleted_at = NEW.deleted_at WHERE component_id = NEW.id AND deleted_at IS NULL;
  UPDATE config_component_relationships SET deleted_at = NEW.deleted_at WHERE component_id = NEW.id AND deleted_at IS NULL;
  RETURN NULL;
END $$;
COMMENT ON FUNCTION remove_component_relations() IS 'Row trigger: what relates to a component goes with it.';
CREATE TRIGGER components_remove_relations AFTER UPDATE ON components FOR EACH ROW
  WHEN (OLD.deleted_at IS NULL AND NEW.deleted_at IS NOT NULL) EXECUTE FUNCTION remove_component_relations();

CREATE FUNCTION remove_team_components() RETURNS trigger LANGUAGE plpgsql AS $$
BEGIN
  DELETE FROM team_components WHERE team_id = NEW.id;
  RETURN NULL;
END $$;
COMMENT ON FUNCTION remove_team_components() IS 'Row trigger: a deleted team owns nothing.';
CREATE TRIGGER teams_remove_components AFTER UPDATE ON teams FOR EACH ROW
  WHEN (OLD.deleted_at IS NULL AND NEW.deleted_at IS NOT NULL) EXECUTE FUNCTION remove_team_components();

CREATE FUNCTION delete_agent_resources(agent uuid, deleted timestamptz) RETURNS void LANGUAGE plpgsql AS $$
BEGIN
  IF agent = '00000000-0000-0000-0000-000000000000' THEN
    RAISE EXCEPTION 'The resources of the local agent cannot be deleted' USING ERRCODE = 'invalid_parameter_value';
  END IF;
  UPDATE topologies SET deleted_at = deleted WHERE agent_id = agent AND deleted_at IS NULL;
  UPDATE components SET deleted_at = deleted WHERE agent_id = agent AND deleted_at IS NULL;
  UPDATE canaries SET deleted_at = deleted WHERE agent_id = agent AND deleted_at IS NULL;
  UPDATE check_definitions SET deleted_at = deleted WHERE agent_id = agent AND deleted_at IS NULL;
  UPDATE config_scrapers SET deleted_at = deleted WHERE agent_id = agent AND deleted_at IS NULL;
  UPDATE config_items SET deleted_at = deleted WHERE agent_id = agent AND deleted_at IS NULL;
  UPDATE logging_backends SET deleted_at = deleted WHERE agent_id = agent AND deleted_at IS NULL;
END $$;
COMMENT ON FUNCTION delete_agent_resources(uuid, timestamptz) IS 'Marks everything that an agent sent as deleted at that time; refuses the local agent.';

CREATE FUNCTION retire_agent() RETURNS trigger LANGUAGE plpgsql AS $$
DECLARE
  agent agents := coalesce(NEW, OLD);
BEGIN
  UPDATE access_tokens SET expires_at = now()
    WHERE person_id = agent.person_id AND (expires_at IS NULL OR expires_at > now());
  IF TG_OP = 'UPDATE' AND agent.cleanup THEN
    PERFORM delete_agent_resources(agent.id, agent.deleted_at);
  END IF;
  RETURN NULL;
END $$;
COMMENT ON FUNCTION retire_agent() IS 'Row trigger: the tokens of a deleted agent expire and, when asked for, its resources go.';
CREATE TRIGGER agents_retire_update AFTER UPDATE ON agents FOR EACH ROW
  WHEN (OLD.deleted_at IS NULL AND NEW.deleted_at IS NOT NULL) EXECUTE FUNCTION retire_agent();
CREATE TRIGGER agents_retire_delete AFTER DELETE ON agents FOR EACH ROW EXECUTE FUNCTION retire_agent();
