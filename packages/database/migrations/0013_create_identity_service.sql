-- What signing in needs: credentials, addresses, sessions, flows, codes, mail; and the record of who did what.

CREATE TABLE identity_credentials (
  id uuid NOT NULL DEFAULT generate_ulid() CONSTRAINT identity_credentials_pkey PRIMARY KEY,
  identity_id uuid NOT NULL CONSTRAINT identity_credentials_identity_id_fkey REFERENCES identities (id) ON DELETE CASCADE,
  type text NOT NULL CONSTRAINT identity_credentials_type_check
    CHECK (type IN ('password', 'oidc', 'totp', 'webauthn', 'passkey', 'lookup_secret')),
  config text NOT NULL,
  created_at timestamptz NOT NULL DEFAULT now(),
  updated_at timestamptz NOT NULL DEFAULT now(),
  CONSTRAINT identity_credentials_identity_id_type_key UNIQUE (identity_id, type)
);
COMMENT ON TABLE identity_credentials IS 'What an identity signs in with; one row for each type.';
COMMENT ON COLUMN identity_credentials.config IS 'JSON of the type, sealed: a hash, a secret, keys, codes or links to providers.';

CREATE TABLE identity_credential_identifiers (
  type text NOT NULL,
  identifier text NOT NULL,
  credential_id uuid NOT NULL
    CONSTRAINT identity_credential_identifiers_credential_id_fkey REFERENCES identity_credentials (id) ON DELETE CASCADE,
  CONSTRAINT identity_credential_identifiers_pkey PRIMARY KEY (type, identifier)
);
CREATE INDEX identity_credential_identifiers_credential_id_idx ON identity_credential_identifiers (credential_id);
COMMENT ON TABLE identity_credential_identifiers IS 'By what a credential is found: provider and subject for oidc, the id of a key for webauthn and passkey.';

CREATE TABLE identity_addresses (
  id uuid NOT NULL DEFAULT generate_ulid() CONSTRAINT identity_addresses_pkey PRIMARY KEY,
  identity_id uuid NOT NULL CONSTRAINT identity_addresses_identity_id_fkey REFERENCES identities (id) ON DELETE CASCADE,
  value text NOT NULL,
  via text NOT NULL DEFAULT 'email' CONSTRAINT identity_addresses_via_check CHECK (via IN ('email')),
  verified_at timestamptz,
  created_at timestamptz NOT NULL DEFAULT now(),
  CONSTRAINT identity_addresses_identity_id_value_key UNIQUE (identity_id, value)
);
COMMENT ON TABLE identity_addresses IS 'Mail addresses of identities, lower case: for recovery, and verified or not.';

CREATE TABLE sessions (
  id uuid NOT NULL DEFAULT gen_random_uuid() CONSTRAINT sessions_pkey PRIMARY KEY,
  identity_id uuid NOT NULL CONSTRAINT sessions_identity_id_fkey REFERENCES identities (id) ON DELETE CASCADE,
  token_hash text NOT NULL CONSTRAINT sessions_token_hash_key UNIQUE,
  aal text NOT NULL DEFAULT 'aal1' CONSTRAINT sessions_aal_check CHECK (aal IN ('aal1', 'aal2')),
  methods jsonb NOT NULL DEFAULT '[]',
  authenticated_at timestamptz NOT NULL DEFAULT now(),
  issued_at timestamptz NOT NULL DEFAULT now(),
  expires_at timestamptz NOT NULL,
  last_seen_at timestamptz NOT NULL DEFAULT now(),
  revoked_at timestamptz,
  ip_address text,
  user_agent text
);
CREATE INDEX sessions_identity_id_idx ON sessions (identity_id);
CREATE INDEX sessions_expires_at_idx ON sessions (expires_at);
COMMENT ON TABLE sessions IS 'Who is signed in where. A session counts until it expires or is revoked.';
COMMENT ON COLUMN sessions.token_hash IS 'SHA-256 of the token in the cookie, base64url.';
COMMENT ON COLUMN sessions.methods IS 'How the person signed in, in order: [{method, aal, completed_at, provider?}].';

CREATE TABLE self_service_flows (
  id uuid NOT NULL DEFAULT gen_random_uuid() CONSTRAINT self_service_flows_pkey PRIMARY KEY,
  kind text NOT NULL CONSTRAINT self_service_flows_kind_check
    CHECK (kind IN ('login', 'registration', 'recovery', 'verification', 'settings')),
  type text NOT NULL DEFAULT 'browser' CONSTRAINT self_service_flows_type_check CHECK (type IN ('browser', 'api')),
  state text NOT NULL,
  active text,
  request_url text NOT NULL,
  return_to text,
  requested_aal text NOT NULL DEFAULT 'aal1',
  refresh boolean NOT NULL DEFAULT false,
  identity_id uuid CONSTRAINT self_service_flows_identity_id_fkey REFERENCES identities (id) ON DELETE CASCADE,
  csrf_hash text,
  ui jsonb NOT NULL,
  internal text,
  replaced_by uuid,
  issued_at timestamptz NOT NULL,
  expires_at timestamptz NOT NULL,
  updated_at timestamptz NOT NULL DEFAULT now()
);
CREATE INDEX self_service_flows_identity_id_idx ON self_service_flows (identity_id);
CREATE INDEX self_service_flows_expires_at_idx ON self_service_flows (expires_at);
COMMENT ON TABLE self_service_flows IS 'Forms of signing in, registering, recovery, verification and settings that are under way.';
COMMENT ON COLUMN self_service_flows.csrf_hash IS 'SHA-256 of the anti-forgery cookie of the browser that began; NULL when whoever has the id may go on.';
COMMENT ON COLUMN self_service_flows.internal IS 'JSON that the next step needs and nobody sees (challenges, pending secrets), sealed.';
COMMENT ON COLUMN self_service_flows.replaced_by IS 'The flow that goes on in place of this one.';

CREATE TABLE identity_codes (
  id uuid NOT NULL DEFAULT generate_ulid() CONSTRAINT identity_codes_pkey PRIMARY KEY,
  flow_id uuid NOT NULL CONSTRAINT identity_codes_flow_id_fkey REFERENCES self_service_flows (id) ON DELETE CASCADE,
  identity_id uuid NOT NULL CONSTRAINT identity_codes_identity_id_fkey REFERENCES identities (id) ON DELETE CASCADE,
  kind text NOT NULL CONSTRAINT identity_codes_kind_check CHECK (kind IN ('code', 'link')),
  address text,
  code_hash text NOT NULL,
  expires_at timestamptz NOT NULL,
  used_at timestamptz,
  created_at timestamptz NOT NULL DEFAULT now()
);
CREATE INDEX identity_codes_flow_id_idx ON identity_codes (flow_id);
CREATE INDEX identity_codes_identity_id_idx ON identity_codes (identity_id);
COMMENT ON TABLE identity_codes IS 'Codes and links that were given out for recovery and verification. Only hashes are kept.';

CREATE TABLE flow_errors (
  id uuid NOT NULL DEFAULT gen_random_uuid() CONSTRAINT flow_errors_pkey PRIMARY KEY,
  error jsonb NOT NULL,
  created_at timestamptz NOT NULL DEFAULT now(),
  updated_at timestamptz NOT NULL DEFAULT now()
);
CREATE INDEX flow_errors_created_at_idx ON flow_errors (created_at);
COMMENT ON TABLE flow_errors IS 'Failures of flows that a browser is sent to a page for.';

CREATE TABLE sign_in_limits (
  scope text NOT NULL,
  key text NOT NULL,
  failures integer NOT NULL DEFAULT 0,
  first_at timestamptz NOT NULL,
  blocked_until timestamptz,
  CONSTRAINT sign_in_limits_pkey PRIMARY KEY (scope, key)
);
CREATE INDEX sign_in_limits_first_at_idx ON sign_in_limits (first_at);
COMMENT ON TABLE sign_in_limits IS 'Failed attempts to sign in, by account and by address.';
COMMENT ON COLUMN sign_in_limits.key IS 'Hash of the account, or the address.';

CREATE TABLE courier_messages (
  id uuid NOT NULL DEFAULT generate_ulid() CONSTRAINT courier_messages_pkey PRIMARY KEY,
  template text NOT NULL,
  recipient text NOT NULL,
  subject text NOT NULL,
  body text NOT NULL,
  status text NOT NULL DEFAULT 'queued' CONSTRAINT courier_messages_status_check
    CHECK (status IN ('queued', 'sent', 'held', 'abandoned')),
  attempts integer NOT NULL DEFAULT 0,
  error text,
  next_at timestamptz NOT NULL DEFAULT now(),
  created_at timestamptz NOT NULL DEFAULT now(),
  sent_at timestamptz
);
CREATE INDEX courier_messages_next_at_idx ON courier_messages (next_at) WHERE status = 'queued';
CREATE INDEX courier_messages_created_at_idx ON courier_messages (created_at);
COMMENT ON TABLE courier_messages IS 'Mail of the identity service. Without a mail server it is held for the outbox page.';
COMMENT ON COLUMN courier_messages.body IS 'Text of the message, sealed: it has codes and links.';

ALTER TABLE access_tokens ADD COLUMN last_used_at timestamptz;
ALTER TABLE access_tokens ADD COLUMN last_used_from text;
COMMENT ON COLUMN access_tokens.last_used_at IS 'When it was last used, within a minute.';
COMMENT ON COLUMN access_tokens.last_used_from IS 'The address that it was last used from.';

CREATE TABLE audit_log (
  id uuid NOT NULL DEFAULT generate_ulid() CONSTRAINT audit_log_pkey PRIMARY KEY,
  at timestamptz NOT NULL DEFAULT now(),
  person_id uuid,
  actor text NOT NULL,
  via text NOT NULL,
  action text NOT NULL,
  resource text NOT NULL,
  resource_id text,
  outcome text NOT NULL CONSTRAINT audit_log_outcome_check CHECK (outcome IN ('done', 'refused', 'failed')),
  status integer,
  ip_address text,
  user_agent text,
  details jsonb
);
CREATE INDEX audit_log_at_idx ON audit_log (at DESC, id DESC);
CREATE INDEX audit_log_person_id_idx ON audit_log (person_id, at DESC);
CREATE INDEX audit_log_resource_idx ON audit_log (resource, at DESC);
COMMENT ON TABLE audit_log IS 'Who did what to which resource, when and from where: every write and every sign-in. It outlives the person.';
COMMENT ON COLUMN audit_log.actor IS 'Name or address of who did it, as it was then; of an unknown account what was entered, shortened.';
COMMENT ON COLUMN audit_log.via IS 'session, token, none or system.';
COMMENT ON COLUMN audit_log.resource IS 'A relation of the row API, or the resource of an endpoint.';
COMMENT ON COLUMN audit_log.details IS 'What else helps, never a secret: names of the columns written, filters, the method of a sign-in.';

CREATE FUNCTION log_access() RETURNS trigger LANGUAGE plpgsql AS $$
DECLARE
  person text := CASE TG_TABLE_NAME
    WHEN 'casbin_rule' THEN coalesce(to_jsonb(NEW), to_jsonb(OLD)) ->> 'v0'
    WHEN 'sessions' THEN coalesce(to_jsonb(NEW), to_jsonb(OLD)) ->> 'identity_id'
    ELSE coalesce(to_jsonb(NEW), to_jsonb(OLD)) ->> 'id' END;
BEGIN
  PERFORM log_event('access', person, jsonb_build_object('person_id', person));
  RETURN NULL;
END $$;
COMMENT ON FUNCTION log_access() IS 'Row trigger: tells a person''s open tabs that what the person may do has changed.';
CREATE TRIGGER casbin_rule_log_access AFTER INSERT OR UPDATE OR DELETE ON casbin_rule FOR EACH ROW EXECUTE FUNCTION log_access();
CREATE TRIGGER sessions_log_access AFTER UPDATE ON sessions FOR EACH ROW
  WHEN (OLD.revoked_at IS DISTINCT FROM NEW.revoked_at) EXECUTE FUNCTION log_access();
CREATE TRIGGER identities_log_access AFTER UPDATE ON identities FOR EACH ROW
  WHEN (OLD.state IS DISTINCT FROM NEW.state) EXECUTE FUNCTION log_access();

-- Roles of others are for administrators; without a caller (the server itself) every row is there.
CREATE OR REPLACE VIEW people_roles AS
SELECT p.id, p.name, p.email, array_agg(r.v1 ORDER BY r.v1) AS roles
FROM people p JOIN casbin_rule r ON r.ptype = 'g' AND r.v0 = p.id::text
WHERE coalesce(nullif(current_setting('request.role', true), ''), 'admin') = 'admin'
  OR p.id::text = current_setting('request.person_id', true)
GROUP BY p.id;
COMMENT ON VIEW people_roles IS 'One row per person with roles. Who is no administrator finds the own row.';
