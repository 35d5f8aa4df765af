-- Playbooks, their runs, and the files that checks and steps leave behind.

CREATE TABLE playbooks (
  id uuid NOT NULL DEFAULT generate_ulid() CONSTRAINT playbooks_pkey PRIMARY KEY,
  namespace text NOT NULL DEFAULT 'default',
  name text NOT NULL,
  title text NOT NULL DEFAULT '',
  icon text,
  description text,
  spec jsonb NOT NULL,
  created_by uuid CONSTRAINT playbooks_created_by_fkey REFERENCES people (id),
  source source NOT NULL,
  category text NOT NULL DEFAULT '',
  created_at timestamptz NOT NULL DEFAULT now(),
  updated_at timestamptz NOT NULL DEFAULT now(),
  deleted_at timestamptz
);
CREATE UNIQUE INDEX playbooks_namespace_name_category_key ON playbooks (namespace, name, category) WHERE deleted_at IS NULL;
CREATE INDEX playbooks_created_by_idx ON playbooks (created_by);
COMMENT ON TABLE playbooks IS 'Reusable automations.';

CREATE TABLE playbook_runs (
  id uuid NOT NULL DEFAULT generate_ulid() CONSTRAINT playbook_runs_pkey PRIMARY KEY,
  playbook_id uuid NOT NULL CONSTRAINT playbook_runs_playbook_id_fkey REFERENCES playbooks (id) ON DELETE CASCADE,
  spec jsonb NOT NULL DEFAULT '{}',
  status text NOT NULL DEFAULT 'scheduled',
  created_at timestamptz NOT NULL DEFAULT now(),
  start_time timestamptz,
  scheduled_time timestamptz NOT NULL DEFAULT now(),
  end_time timestamptz,
  created_by uuid CONSTRAINT playbook_runs_created_by_fkey REFERENCES people (id),
  check_id uuid CONSTRAINT playbook_runs_check_id_fkey REFERENCES check_definitions (id),
  config_id uuid CONSTRAINT playbook_runs_config_id_fkey REFERENCES config_items (id),
  component_id uuid CONSTRAINT playbook_runs_component_id_fkey REFERENCES components (id),
  parameters jsonb,
  request jsonb,
  agent_id uuid DEFAULT '00000000-0000-0000-0000-000000000000' CONSTRAINT playbook_runs_agent_id_fkey REFERENCES agents (id),
  error text
);
CREATE INDEX playbook_runs_playbook_id_idx ON playbook_runs (playbook_id, created_at DESC);
CREATE INDEX playbook_runs_created_at_idx ON playbook_runs (created_at DESC);
CREATE INDEX playbook_runs_config_id_idx ON playbook_runs (config_id, start_time);
CREATE INDEX playbook_runs_component_id_idx ON playbook_runs (component_id);
CREATE INDEX playbook_runs_check_id_idx ON playbook_runs (check_id);
CREATE INDEX playbook_runs_agent_id_idx ON playbook_runs (agent_id);
CREATE INDEX playbook_runs_created_by_idx ON playbook_runs (created_by);
CREATE INDEX playbook_runs_status_idx ON playbook_runs (status, scheduled_time);
COMMENT ON TABLE playbook_runs IS 'Runs of playbooks.';
COMMENT ON COLUMN playbook_runs.spec IS 'The specification of the playbook when the run was asked for.';
COMMENT ON COLUMN playbook_runs.status IS 'scheduled, running, waiting, sleeping, pending_approval, completed, failed or cancelled.';
COMMENT ON COLUMN playbook_runs.request IS 'The request that started the run.';

CREATE TABLE playbook_run_actions (
  id uuid NOT NULL DEFAULT generate_ulid() CONSTRAINT playbook_run_actions_pkey PRIMARY KEY,
  name text NOT NULL,
  status text NOT NULL DEFAULT 'running',
  playbook_run_id uuid CONSTRAINT playbook_run_actions_playbook_run_id_fkey REFERENCES playbook_runs (id) ON DELETE CASCADE,
  start_time timestamptz,
  scheduled_time timestamptz NOT NULL DEFAULT now(),
  end_time timestamptz,
  result jsonb,
  is_pushed boolean NOT NULL DEFAULT false,
  agent_id uuid DEFAULT '00000000-0000-0000-0000-000000000000'
    CONSTRAINT playbook_run_actions_agent_id_fkey REFERENCES agents (id),
  error text,
  CONSTRAINT playbook_run_actions_owner_check CHECK (playbook_run_id IS NOT NULL OR agent_id IS NOT NULL)
);
CREATE INDEX playbook_run_actions_status_idx ON playbook_run_actions (status, scheduled_time);
CREATE INDEX playbook_run_actions_playbook_run_id_idx ON playbook_run_actions (playbook_run_id, start_time);
CREATE INDEX playbook_run_actions_agent_id_idx ON playbook_run_actions (agent_id);
COMMENT ON TABLE playbook_run_actions IS 'Steps of runs, written when they start.';
COMMENT ON COLUMN playbook_run_actions.status IS 'scheduled, running, waiting, sleeping, skipped, completed or failed.';

CREATE TABLE playbook_approvals (
  id uuid NOT NULL DEFAULT generate_ulid() CONSTRAINT playbook_approvals_pkey PRIMARY KEY,
  run_id uuid NOT NULL CONSTRAINT playbook_approvals_run_id_fkey REFERENCES playbook_runs (id) ON DELETE CASCADE,
  person_id uuid CONSTRAINT playbook_approvals_person_id_fkey REFERENCES people (id),
  team_id uuid CONSTRAINT playbook_approvals_team_id_fkey REFERENCES teams (id),
  created_at timestamptz NOT NULL DEFAULT now(),
  CONSTRAINT playbook_approvals_run_id_person_id_team_id_key UNIQUE NULLS NOT DISTINCT (run_id, person_id, team_id)
);
CREATE INDEX playbook_approvals_person_id_idx ON playbook_approvals (person_id);
CREATE INDEX playbook_approvals_team_id_idx ON playbook_approvals (team_id);
COMMENT ON TABLE playbook_approvals IS 'Who approved which run.';

CREATE TABLE playbook_action_agent_data (
  action_id uuid NOT NULL CONSTRAINT playbook_action_agent_data_pkey PRIMARY KEY
    CONSTRAINT playbook_action_agent_data_action_id_fkey REFERENCES playbook_run_actions (id) ON DELETE CASCADE,
  playbook_id uuid NOT NULL,
  run_id uuid NOT NULL,
  spec jsonb NOT NULL,
  env jsonb
);
COMMENT ON TABLE playbook_action_agent_data IS 'On an agent: what it needs to run a step.';

CREATE TABLE artifacts (
  id uuid NOT NULL DEFAULT generate_ulid() CONSTRAINT artifacts_pkey PRIMARY KEY,
  check_id uuid CONSTRAINT artifacts_check_id_fkey REFERENCES check_definitions (id),
  check_time timestamptz,
  playbook_run_action_id uuid CONSTRAINT artifacts_playbook_run_action_id_fkey REFERENCES playbook_run_actions (id),
  connection_id uuid,
  path text NOT NULL,
  filename text NOT NULL,
  content_type text,
  size integer NOT NULL,
  checksum text NOT NULL,
  is_pushed boolean NOT NULL DEFAULT false,
  is_data_pushed boolean NOT NULL DEFAULT false,
  created_at timestamptz NOT NULL DEFAULT now(),
  updated_at timestamptz NOT NULL DEFAULT now(),
  deleted_at timestamptz,
  expires_at timestamptz
);
CREATE INDEX artifacts_check_id_idx ON artifacts (check_id, check_time);
CREATE INDEX artifacts_playbook_run_action_id_idx ON artifacts (playbook_run_action_id);
CREATE INDEX artifacts_expires_at_idx ON artifacts (expires_at);
COMMENT ON TABLE artifacts IS 'Files that checks and steps of playbooks left behind.';
COMMENT ON COLUMN artifacts.size IS 'Bytes.';
COMMENT ON COLUMN artifacts.check_time IS 'With check_id: the result that the file belongs to.';

CREATE FUNCTION notify_playbook_run() RETURNS trigger LANGUAGE plpgsql AS $$
BEGIN
  PERFORM pg_notify('playbook_run_updates', '');
  RETURN NULL;
END $$;
COMMENT ON FUNCTION notify_playbook_run() IS 'Row trigger: says on playbook_run_updates that there is a run to take up.';
CREATE TRIGGER playbook_runs_notify_insert AFTER INSERT ON playbook_runs FOR EACH ROW EXECUTE FUNCTION notify_playbook_run();
CREATE TRIGGER playbook_runs_notify_update AFTER UPDATE ON playbook_runs FOR EACH ROW
  WHEN (OLD.status IS DISTINCT FROM NEW.status AND NEW.status = 'scheduled') EXECUTE FUNCTION notify_playbook_run();

CREATE FUNCTION notify_playbook_action() RETURNS trigger LANGUAGE plpgsql AS $$
BEGIN
  PERFORM pg_notify('playbook_action_updates', json_build_object('id', NEW.id, 'agent_id', NEW.agent_id)::text);
  RETURN NULL;
END $$;
COMMENT ON FUNCTION notify_playbook_action() IS 'Row trigger: says on playbook_action_updates which step of which agent can be taken up.';
CREATE TRIGGER playbook_run_actions_notify_insert AFTER INSERT ON playbook_run_actions FOR EACH ROW
  EXECUTE FUNCTION notify_playbook_action();
CREATE TRIGGER playbook_run_actions_notify_update AFTER UPDATE ON playbook_run_actions FOR EACH ROW
  WHEN (OLD.status IS DISTINCT FROM NEW.status AND NEW.status = 'scheduled') EXECUTE FUNCTION notify_playbook_action();

CREATE FUNCTION notify_playbook() RETURNS trigger LANGUAGE plpgsql AS $$
BEGIN
  PERFORM pg_notify('playbook_updated', NEW.id::text);
  RETURN NULL;
END $$;
COMMENT ON FUNCTION notify_playbook() IS 'Row trigger: says on playbook_updated which playbook changed.';
CREATE TRIGGER playbooks_notify AFTER UPDATE ON playbooks FOR EACH ROW EXECUTE FUNCTION notify_playbook();
