-- What the scheduler, the roll-ups and the statistics of checks remember.

ALTER TABLE canary_schedules
  ADD COLUMN suspended boolean NOT NULL DEFAULT false,
  ADD COLUMN definition_hash text;
COMMENT ON COLUMN canary_schedules.next_at IS 'When the canary is due; infinity when it never is.';
COMMENT ON COLUMN canary_schedules.suspended IS 'true when replicas is 0 or the annotation suspend is true.';
COMMENT ON COLUMN canary_schedules.definition_hash IS 'Hash of the definition that the checks and the schedule were made from.';

CREATE FUNCTION canary_definition_hash(canary canaries) RETURNS text LANGUAGE sql STABLE PARALLEL SAFE AS $$
  SELECT md5(concat_ws(E'\x1f', canary.name, canary.namespace, canary.labels, canary.annotations, canary.spec))
$$;
COMMENT ON FUNCTION canary_definition_hash(canaries) IS 'Changes whenever anything changes that checks or schedules are made from.';

ALTER TABLE check_rollups ADD COLUMN closed_until timestamptz;
COMMENT ON COLUMN check_rollups.closed_until IS 'Results before this moment that arrive now are late: the level is being made, or was made, without them.';

ALTER TABLE check_status_summary ADD COLUMN first_check timestamptz;
COMMENT ON COLUMN check_status_summary.first_check IS 'Oldest result that is counted; when it leaves the hour, the row is made again.';

CREATE TABLE check_transitions (
  check_id uuid NOT NULL CONSTRAINT check_transitions_check_id_fkey REFERENCES check_definitions (id) ON DELETE CASCADE,
  time timestamptz NOT NULL,
  status text NOT NULL,
  CONSTRAINT check_transitions_pkey PRIMARY KEY (check_id, time)
);
COMMENT ON TABLE check_transitions IS 'Every change of a check between healthy and unhealthy, kept as long as the daily roll-ups.';

CREATE FUNCTION record_check_transition() RETURNS trigger LANGUAGE plpgsql AS $$
BEGIN
  INSERT INTO check_transitions (check_id, time, status)
  VALUES (NEW.check_id, coalesce(NEW.last_runtime, NEW.last_transition_time, now()), NEW.status)
  ON CONFLICT (check_id, time) DO UPDATE SET status = excluded.status;
  RETURN NULL;
END $$;
CREATE TRIGGER check_states_record_insert AFTER INSERT ON check_states FOR EACH ROW
  WHEN (NEW.status IS NOT NULL) EXECUTE FUNCTION record_check_transition();
CREATE TRIGGER check_states_record_update AFTER UPDATE ON check_states FOR EACH ROW
  WHEN (OLD.status IS DISTINCT FROM NEW.status AND NEW.status IS NOT NULL) EXECUTE FUNCTION record_check_transition();
