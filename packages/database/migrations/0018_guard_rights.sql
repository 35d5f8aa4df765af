-- What changes rights is heard at once, and cannot be done around the roles.

CREATE OR REPLACE FUNCTION log_access() RETURNS trigger LANGUAGE plpgsql AS $$
DECLARE
  person text := CASE TG_TABLE_NAME
    WHEN 'casbin_rule' THEN coalesce(to_jsonb(NEW), to_jsonb(OLD)) ->> 'v0'
    WHEN 'sessions' THEN coalesce(to_jsonb(NEW), to_jsonb(OLD)) ->> 'identity_id'
    WHEN 'access_tokens' THEN coalesce(to_jsonb(NEW), to_jsonb(OLD)) ->> 'person_id'
    ELSE coalesce(to_jsonb(NEW), to_jsonb(OLD)) ->> 'id' END;
BEGIN
  IF person IS NOT NULL THEN
    PERFORM log_event('access', person, jsonb_build_object('person_id', person));
  END IF;
  RETURN NULL;
END $$;
CREATE TRIGGER identities_log_access_end AFTER DELETE ON identities FOR EACH ROW EXECUTE FUNCTION log_access();
CREATE TRIGGER people_log_access AFTER UPDATE ON people FOR EACH ROW
  WHEN (OLD.deleted_at IS DISTINCT FROM NEW.deleted_at) EXECUTE FUNCTION log_access();
CREATE TRIGGER access_tokens_log_access AFTER UPDATE ON access_tokens FOR EACH ROW
  WHEN (OLD.expires_at IS DISTINCT FROM NEW.expires_at) EXECUTE FUNCTION log_access();
CREATE TRIGGER access_tokens_log_access_end AFTER DELETE ON access_tokens FOR EACH ROW EXECUTE FUNCTION log_access();

CREATE FUNCTION is_administrator() RETURNS boolean LANGUAGE sql STABLE AS
  $$ SELECT coalesce(nullif(current_setting('request.role', true), ''), 'admin') = 'admin' $$;
COMMENT ON FUNCTION is_administrator() IS 'Whether a request of an administrator runs, or none: then it is the server itself.';

CREATE FUNCTION guard_team_members() RETURNS trigger LANGUAGE plpgsql AS $$
BEGIN
  IF NOT is_administrator() AND EXISTS (SELECT FROM permissions p WHERE
    p.team_id::text IN (to_jsonb(NEW) ->> 'team_id', to_jsonb(OLD) ->> 'team_id')) THEN
    RAISE EXCEPTION 'the team has permissions of its own, so only administrators choose its members' USING ERRCODE = '42501';
  END IF;
  RETURN coalesce(NEW, OLD);
END $$;
COMMENT ON FUNCTION guard_team_members() IS 'Row trigger: nobody gets or loses permissions by joining or leaving a team.';
CREATE TRIGGER team_members_guard BEFORE INSERT OR UPDATE OR DELETE ON team_members
  FOR EACH ROW EXECUTE FUNCTION guard_team_members();

CREATE FUNCTION guard_properties() RETURNS trigger LANGUAGE plpgsql AS $$
DECLARE
  security constant text := '^(access|audit|auth|casbin|clerk|identity|kratos|rls|scope|session)\.';
BEGIN
  IF NOT is_administrator() AND (to_jsonb(NEW) ->> 'name' ~* security OR to_jsonb(OLD) ->> 'name' ~* security) THEN
    RAISE EXCEPTION 'this property is about security, so only administrators change it' USING ERRCODE = '42501';
  END IF;
  RETURN coalesce(NEW, OLD);
END $$;
COMMENT ON FUNCTION guard_properties() IS 'Row trigger: properties that decide on security or its record belong to administrators.';
CREATE TRIGGER properties_guard BEFORE INSERT OR UPDATE OR DELETE ON properties
  FOR EACH ROW EXECUTE FUNCTION guard_properties();
