-- Functions that clients call through the row API, and those that keep the data in order.

-- Relations of configuration items

CREATE FUNCTION config_relationships_recursive(
  config_id uuid, type_filter text DEFAULT 'outgoing', max_depth integer DEFAULT 5, incoming_relation text DEFAULT 'both',
  outgoing_relation text DEFAULT 'both'
) RETURNS TABLE (id uuid, related_id uuid, relation_type text, direction text, depth integer) LANGUAGE plpgsql STABLE AS $$
#variable_conflict use_column
DECLARE
  start_id constant uuid := config_relationships_recursive.config_id;
  walked text;
  wanted text;
  frontier uuid[];
  visited uuid[];
  level integer;
BEGIN
  IF coalesce(type_filter, '') NOT IN ('', 'all', 'outgoing', 'incoming') THEN
    RAISE EXCEPTION 'type_filter is outgoing, incoming or all, not %', type_filter USING ERRCODE = 'invalid_parameter_value';
  END IF;
  FOREACH walked IN ARRAY ARRAY['outgoing', 'incoming'] LOOP
    CONTINUE WHEN coalesce(type_filter, '') NOT IN ('', 'all', walked);
    wanted := coalesce(CASE walked WHEN 'outgoing' THEN outgoing_relation ELSE incoming_relation END, 'both');
    frontier := ARRAY[start_id];
    visited := frontier;
    level := 1;
    -- Each level visits only what no earlier one did: every edge comes once, with its smallest depth, and cycles end.
    WHILE level <= max_depth AND cardinality(frontier) > 0 LOOP
      IF walked = 'outgoing' THEN
        RETURN QUERY SELECT DISTINCT r.config_id, r.related_id, r.relation, walked, level FROM config_relationships r
          WHERE r.config_id = ANY (frontier) AND r.deleted_at IS NULL
            AND CASE wanted WHEN 'hard' THEN r.relation = 'hard' WHEN 'soft' THEN r.relation IS DISTINCT FROM 'hard' ELSE true END;
        frontier := ARRAY(SELECT DISTINCT r.related_id FROM config_relationships r
          WHERE r.config_id = ANY (frontier) AND r.deleted_at IS NULL
            AND CASE wanted WHEN 'hard' THEN r.relation = 'hard' WHEN 'soft' THEN r.relation IS DISTINCT FROM 'hard' ELSE true END
          EXCEPT SELECT unnest(visited));
      ELSE
        RETURN QUERY SELECT DISTINCT r.config_id, r.related_id, r.relation, walked, level FROM config_relationships r
          WHERE r.related_id = ANY (frontier) AND r.deleted_at IS NULL
            AND CASE wanted WHEN 'hard' THEN r.relation = 'hard' WHEN 'soft' THEN r.relation IS DISTINCT FROM 'hard' ELSE true END;
        frontier := ARRAY(SELECT DISTINCT r.config_id FROM config_relationships r
          WHERE r.related_id = ANY (frontier) AND r.deleted_at IS NULL
            AND CASE wanted WHEN 'hard' THEN r.relation = 'hard' WHEN 'soft' THEN r.relation IS DISTINCT FROM 'hard' ELSE true END
          EXCEPT SELECT unnest(visited));
      END IF;
      visited := visited || frontier;
      level := level + 1;
    END LOOP;
  END LOOP;
END $$;
COMMENT ON FUNCTION config_relationships_recursive(uuid, text, integer, text, text)
  IS 'Edges around an item, nearest first: type_filter outgoing, incoming or all; the relations both, hard or soft. id is always the source of the stored edge.';

CREATE FUNCTION get_recursive_path(start uuid)
RETURNS TABLE (id uuid, related_id uuid, relation_type text, direction text, depth integer) LANGUAGE sql STABLE AS $$
  WITH steps AS (
    SELECT try_uuid(p.step) AS step, row_number() OVER (ORDER BY p.position DESC) AS n
    FROM config_items i, unnest(string_to_array(i.path, '.')) WITH ORDINALITY AS p (step, position)
    WHERE i.id = start AND try_uuid(p.step) IS NOT NULL AND try_uuid(p.step) <> start
  )
  SELECT s.step, coalesce(lag(s.step) OVER (ORDER BY s.n), start), 'parent', 'incoming', s.n::integer FROM steps s ORDER BY s.n
$$;
COMMENT ON FUNCTION get_recursive_path(uuid) IS 'The ancestors of an item along its path, nearest first, as edges.';

CREATE FUNCTION related_configs_recursive(
  config_id uuid, type_filter text DEFAULT 'outgoing', include_deleted_configs boolean DEFAULT false, max_depth integer DEFAULT 5,
  incoming_relation text DEFAULT 'both', outgoing_relation text DEFAULT 'both'
) RETURNS TABLE (
  id uuid, name text, type text, related_ids text[], tags jsonb, changes bigint, analysis jsonb, cost_per_minute numeric, cost_total_1d numeric,
  cost_total_7d numeric, cost_total_30d numeric, created_at timestamptz, updated_at timestamptz, deleted_at timestamptz, agent_id uuid,
  health text, ready boolean, status text, path text
) LANGUAGE sql STABLE AS $$
  WITH edges AS (
    SELECT e.id, e.related_id, e.depth
    FROM config_relationships_recursive(related_configs_recursive.config_id, type_filter, max_depth, incoming_relation, outgoing_relation) AS e
    UNION ALL
    SELECT p.id, p.related_id, p.depth FROM get_recursive_path(related_configs_recursive.config_id) AS p
  ), nodes AS (
    SELECT n.id, min(n.depth) AS depth FROM (
      SELECT e.id, e.depth FROM edges e WHERE max_depth > 0
      UNION ALL SELECT e.related_id, e.depth FROM edges e WHERE max_depth > 0
      UNION ALL SELECT related_configs_recursive.config_id, 0
    ) AS n GROUP BY n.id
  ), targets AS (
    SELECT e.id, array_agg(DISTINCT e.related_id::text) AS related_ids FROM edges e GROUP BY e.id
  )
  SELECT c.id, c.name, c.type, t.related_ids, c.tags, c.changes, c.analysis, c.cost_per_minute, c.cost_total_1d, c.cost_total_7d,
    c.cost_total_30d, c.created_at, c.updated_at, c.deleted_at, c.agent_id, c.health, c.ready, c.status, c.path
  FROM nodes n
  JOIN configs c ON c.id = n.id
  LEFT JOIN targets t ON t.id = n.id
  WHERE include_deleted_configs OR c.deleted_at IS NULL
  ORDER BY n.depth, c.name
$$;
COMMENT ON FUNCTION related_configs_recursive(uuid, text, boolean, integer, text, text)
  IS 'The items around one item and itself, nearest first, each with the ids its edges lead to. Ancestors along the path are always among them.';

CREATE FUNCTION related_config_ids_recursive(
  config_id uuid, type_filter text DEFAULT 'outgoing', max_depth integer DEFAULT 5, incoming_relation text DEFAULT 'both',
  outgoing_relation text DEFAULT 'both'
) RETURNS TABLE (id uuid, direction text, depth integer) LANGUAGE sql STABLE AS $$
  SELECT n.id, n.direction, min(n.depth)
  FROM config_relationships_recursive(related_config_ids_recursive.config_id, type_filter, max_depth, incoming_relation, outgoing_relation) AS e
  CROSS JOIN LATERAL (VALUES (e.id, e.direction, e.depth), (e.related_id, e.direction, e.depth)) AS n (id, direction, depth)
  GROUP BY n.id, n.direction
$$;
COMMENT ON FUNCTION related_config_ids_recursive(uuid, text, integer, text, text) IS 'The ids at both ends of the edges around an item.';

CREATE FUNCTION related_configs(config_id uuid, type_filter text DEFAULT 'all', include_deleted_configs boolean DEFAULT false)
RETURNS SETOF configs LANGUAGE sql STABLE AS $$
  SELECT c.* FROM configs c
  WHERE (include_deleted_configs OR c.deleted_at IS NULL) AND c.id <> related_configs.config_id
    AND c.id IN (SELECT i.id FROM related_config_ids_recursive(related_configs.config_id, type_filter, 1) AS i)
$$;
COMMENT ON FUNCTION related_configs(uuid, text, boolean) IS 'The items that an item has an edge with.';

CREATE FUNCTION related_changes_recursive(
  lookup_id uuid, type_filter text DEFAULT 'downstream', include_deleted_configs boolean DEFAULT false, max_depth integer DEFAULT 5
) RETURNS SETOF catalog_changes LANGUAGE plpgsql STABLE AS $$
BEGIN
  IF coalesce(type_filter, '') NOT IN ('', 'none', 'upstream', 'downstream', 'all') THEN
    RAISE EXCEPTION 'type_filter is upstream, downstream, all or none, not %', type_filter USING ERRCODE = 'invalid_parameter_value';
  END IF;
  RETURN QUERY
  SELECT c.* FROM catalog_changes c
  WHERE c.config_id = lookup_id
    OR (coalesce(type_filter, '') NOT IN ('', 'none') AND (include_deleted_configs OR c.deleted_at IS NULL) AND c.config_id IN (
      SELECT i.id FROM related_config_ids_recursive(lookup_id,
        CASE type_filter WHEN 'upstream' THEN 'incoming' WHEN 'downstream' THEN 'outgoing' ELSE 'all' END, max_depth) AS i));
END $$;
COMMENT ON FUNCTION related_changes_recursive(uuid, text, boolean, integer)
  IS 'Changes of an item and of what lies upstream or downstream of it; type_filter none for the item alone.';

CREATE FUNCTION config_path(id uuid) RETURNS text LANGUAGE sql STABLE AS $$
  WITH RECURSIVE up AS (
    SELECT i.id, i.parent_id, 0 AS height FROM config_items i WHERE i.id = config_path.id
    UNION ALL
    SELECT p.id, p.parent_id, up.height + 1 FROM config_items p JOIN up ON p.id = up.parent_id WHERE up.height < 100
  )
  SELECT string_agg(up.id::text, '.' ORDER BY up.height DESC) FROM up
$$;
COMMENT ON FUNCTION config_path(uuid) IS 'Ids from the root to the item along parent_id, joined with dots.';

-- Look-ups

CREATE FUNCTION lookup_configs_by_component(id text)
RETURNS TABLE (config_id uuid, name text, type text, icon text, role text, deleted_at timestamptz) LANGUAGE sql STABLE AS $$
  SELECT i.id, i.name, i.config_class, i.icon, 'left', i.deleted_at
  FROM config_component_relationships r JOIN config_items i ON i.id = r.config_id
  WHERE r.component_id = try_uuid(lookup_configs_by_component.id) AND r.deleted_at IS NULL
$$;
COMMENT ON FUNCTION lookup_configs_by_component(text) IS 'Configuration items that belong to a component.';

CREATE FUNCTION lookup_components_by_config(id text)
RETURNS TABLE (component_id uuid, name text, type text, icon text, role text) LANGUAGE sql STABLE AS $$
  SELECT c.id, c.name, c.type, c.icon, 'left'
  FROM config_component_relationships r JOIN components c ON c.id = r.component_id
  WHERE r.config_id = try_uuid(lookup_components_by_config.id) AND r.deleted_at IS NULL AND c.deleted_at IS NULL
$$;
COMMENT ON FUNCTION lookup_components_by_config(text) IS 'Components that a configuration item belongs to.';

CREATE FUNCTION lookup_changes_by_component(id text) RETURNS SETOF config_changes LANGUAGE sql STABLE AS $$
  SELECT c.* FROM config_changes c JOIN config_component_relationships r ON r.config_id = c.config_id AND r.deleted_at IS NULL
  WHERE r.component_id = try_uuid(lookup_changes_by_component.id)
$$;
COMMENT ON FUNCTION lookup_changes_by_component(text) IS 'Changes of the configuration items that belong to a component.';

CREATE FUNCTION lookup_analysis_by_component(id text) RETURNS SETOF config_analysis LANGUAGE sql STABLE AS $$
  SELECT a.* FROM config_analysis a JOIN config_component_relationships r ON r.config_id = a.config_id AND r.deleted_at IS NULL
  WHERE r.component_id = try_uuid(lookup_analysis_by_component.id)
$$;
COMMENT ON FUNCTION lookup_analysis_by_component(text) IS 'Insights about the configuration items that belong to a component.';

CREATE FUNCTION lookup_components_by_check(id uuid) RETURNS SETOF components LANGUAGE sql STABLE AS $$
  SELECT c.* FROM components c JOIN check_component_relationships r ON r.component_id = c.id AND r.deleted_at IS NULL
  WHERE r.check_id = lookup_components_by_check.id AND c.deleted_at IS NULL
$$;
COMMENT ON FUNCTION lookup_components_by_check(uuid) IS 'Components that a check watches.';

CREATE FUNCTION lookup_component_by_property(name text, text text) RETURNS SETOF components LANGUAGE sql STABLE AS $$
  SELECT c.* FROM components c
  WHERE c.deleted_at IS NULL AND c.properties @> jsonb_build_array(jsonb_build_object(
    'name', lookup_component_by_property.name, 'text', lookup_component_by_property.text))
$$;
COMMENT ON FUNCTION lookup_component_by_property(text, text) IS 'Components with a property of that name and text.';

CREATE FUNCTION lookup_component_children(id text, max_depth integer)
RETURNS TABLE (child_id uuid, parent_id uuid, level integer) LANGUAGE sql STABLE AS $$
  WITH RECURSIVE down AS (
    SELECT c.id, c.parent_id, 0 AS level FROM components c WHERE c.id = try_uuid(lookup_component_children.id)
    UNION ALL
    SELECT c.id, c.parent_id, down.level + 1 FROM components c JOIN down ON c.parent_id = down.id
    WHERE down.level < CASE WHEN max_depth < 0 THEN 10 ELSE max_depth END
  )
  SELECT down.id, down.parent_id, down.level FROM down
$$;
COMMENT ON FUNCTION lookup_component_children(text, integer) IS 'A component (level 0) and what lies under it; a negative depth means 10.';

CREATE FUNCTION lookup_config_children(id text, max_depth integer)
RETURNS TABLE (child_id uuid, parent_id uuid, level integer) LANGUAGE sql STABLE AS $$
  WITH RECURSIVE down AS (
    SELECT c.id, c.parent_id, 0 AS level FROM config_items c WHERE c.id = try_uuid(lookup_config_children.id)
    UNION ALL
    SELECT c.id, c.parent_id, down.level + 1 FROM config_items c JOIN down ON c.parent_id = down.id
    WHERE down.level < CASE WHEN max_depth < 0 THEN 10 ELSE max_depth END
  )
  SELECT down.id, down.parent_id, down.level FROM down
$$;
COMMENT ON FUNCTION lookup_config_children(text, integer) IS 'A configuration item (level 0) and what lies under it; a negative depth means 10.';

CREATE FUNCTION lookup_component_relations(component_id text) RETURNS TABLE (id uuid) LANGUAGE sql STABLE AS $$
  SELECT r.relationship_id FROM component_relationships r
  WHERE r.component_id = try_uuid(lookup_component_relations.component_id) AND r.deleted_at IS NULL
  UNION
  SELECT r.component_id FROM component_relationships r
  WHERE r.relationship_id = try_uuid(lookup_component_relations.component_id) AND r.deleted_at IS NULL
$$;
COMMENT ON FUNCTION lookup_component_relations(text) IS 'Components with a further relation to a component, both ways.';

CREATE FUNCTION lookup_config_relations(config_id text) RETURNS TABLE (id uuid) LANGUAGE sql STABLE AS $$
  SELECT r.related_id FROM config_relationships r
  WHERE r.config_id = try_uuid(lookup_config_relations.config_id) AND r.deleted_at IS NULL
  UNION
  SELECT r.config_id FROM config_relationships r
  WHERE r.related_id = try_uuid(lookup_config_relations.config_id) AND r.deleted_at IS NULL
$$;
COMMENT ON FUNCTION lookup_config_relations(text) IS 'Configuration items with an edge to an item, both ways.';

CREATE FUNCTION lookup_component_config_id_related_components(component_id text) RETURNS TABLE (id uuid) LANGUAGE sql STABLE AS $$
  SELECT c.id FROM components o
  JOIN config_items own ON own.id = o.config_id
  JOIN config_items i ON i.path LIKE concat_ws('.', nullif(own.path, ''), own.id::text) || '%'
  JOIN components c ON c.config_id = i.id AND c.deleted_at IS NULL
  WHERE o.id = try_uuid(lookup_component_config_id_related_components.component_id)
$$;
COMMENT ON FUNCTION lookup_component_config_id_related_components(text) IS 'Components made from items that lie under the item of a component.';

CREATE FUNCTION lookup_component_incidents(component_id text) RETURNS TABLE (id uuid) LANGUAGE sql STABLE AS $$
  SELECT DISTINCT h.incident_id FROM evidences e JOIN hypotheses h ON h.id = e.hypothesis_id
  WHERE e.component_id = try_uuid(lookup_component_incidents.component_id)
$$;
COMMENT ON FUNCTION lookup_component_incidents(text) IS 'Incidents with a component among their evidence.';

CREATE FUNCTION lookup_component_names(ids uuid[]) RETURNS text[] LANGUAGE sql STABLE AS $$
  SELECT array_agg(c.name ORDER BY c.name) FROM components c WHERE c.id = ANY (ids)
$$;
COMMENT ON FUNCTION lookup_component_names(uuid[]) IS 'Names of components.';

CREATE FUNCTION check_summary_for_component(id uuid) RETURNS SETOF check_summary LANGUAGE sql STABLE AS $$
  SELECT s.* FROM check_summary s JOIN check_component_relationships r ON r.check_id = s.id AND r.deleted_at IS NULL
  WHERE r.component_id = check_summary_for_component.id AND s.deleted_at IS NULL
$$;
COMMENT ON FUNCTION check_summary_for_component(uuid) IS 'Checks that watch a component.';

CREATE FUNCTION soft_delete_canary(id uuid) RETURNS void LANGUAGE sql AS $$
  UPDATE canaries SET deleted_at = now() WHERE canaries.id = soft_delete_canary.id AND deleted_at IS NULL
$$;
COMMENT ON FUNCTION soft_delete_canary(uuid) IS 'Marks a canary, and with it its checks, as deleted.';

CREATE FUNCTION soft_delete_check(id uuid) RETURNS void LANGUAGE sql AS $$
  UPDATE check_definitions SET deleted_at = now() WHERE check_definitions.id = soft_delete_check.id AND deleted_at IS NULL
$$;
COMMENT ON FUNCTION soft_delete_check(uuid) IS 'Marks a check as deleted.';

-- Deleting for good

CREATE FUNCTION drop_config_items(ids text[]) RETURNS bigint LANGUAGE plpgsql AS $$
DECLARE
  doomed uuid[];
  dropped bigint;
BEGIN
  doomed := ARRAY(
    SELECT i.id FROM config_items i WHERE i.id::text = ANY (ids)
    UNION
    SELECT i.id FROM config_items i WHERE string_to_array(i.path, '.') && ids);
  UPDATE config_items SET parent_id = NULL WHERE parent_id = ANY (doomed) AND id <> ALL (doomed);
  UPDATE components SET config_id = NULL WHERE config_id = ANY (doomed);
  UPDATE playbook_runs SET config_id = NULL WHERE config_id = ANY (doomed);
  UPDATE evidences SET config_id = NULL WHERE config_id = ANY (doomed);
  UPDATE evidences SET config_change_id = NULL WHERE config_change_id IN (SELECT id FROM config_changes WHERE config_id = ANY (doomed));
  UPDATE evidences SET config_analysis_id = NULL WHERE config_analysis_id IN (SELECT id FROM config_analysis WHERE config_id = ANY (doomed));
  DELETE FROM config_items WHERE id = ANY (doomed);
  GET DIAGNOSTICS dropped = ROW_COUNT;
  RETURN dropped;
END $$;
COMMENT ON FUNCTION drop_config_items(text[]) IS 'Deletes items, and everything under them, for good; returns how many.';

CREATE FUNCTION delete_config_items_gone_before(moment timestamptz, at_most integer) RETURNS bigint LANGUAGE plpgsql AS $$
DECLARE
  doomed uuid[];
  dropped bigint;
BEGIN
  doomed := ARRAY(
    SELECT i.id FROM config_items i
    WHERE i.deleted_at < moment
      AND NOT EXISTS (SELECT FROM evidences e WHERE e.config_id = i.id)
      AND NOT EXISTS (SELECT FROM evidences e JOIN config_changes c ON c.id = e.config_change_id WHERE c.config_id = i.id)
      AND NOT EXISTS (SELECT FROM evidences e JOIN config_analysis a ON a.id = e.config_analysis_id WHERE a.config_id = i.id)
      AND NOT EXISTS (SELECT FROM playbook_runs r WHERE r.config_id = i.id)
      AND NOT EXISTS (SELECT FROM components c WHERE c.config_id = i.id)
    LIMIT at_most);
  UPDATE config_items SET parent_id = NULL WHERE parent_id = ANY (doomed) AND id <> ALL (doomed);
  DELETE FROM config_items WHERE id = ANY (doomed);
  GET DIAGNOSTICS dropped = ROW_COUNT;
  RETURN dropped;
END $$;
COMMENT ON FUNCTION delete_config_items_gone_before(timestamptz, integer)
  IS 'Deletes for good up to at_most items that were marked as deleted before a moment and that nothing refers to; returns how many.';

CREATE FUNCTION delete_old_config_items(days integer) RETURNS bigint LANGUAGE sql AS $$
  SELECT delete_config_items_gone_before(now() - make_interval(days => days), 10000)
$$;
COMMENT ON FUNCTION delete_old_config_items(integer)
  IS 'Deletes for good up to 10,000 items that were marked as deleted longer ago and that nothing refers to; returns how many.';
