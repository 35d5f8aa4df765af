-- Secrets in any part of an address: tokens as users, in paths and in parameters, also of addresses in properties, and user names that are tokens.

CREATE FUNCTION secret_url_rules()
RETURNS TABLE (place integer, slot text, pattern text, for_urls text, for_types text, each boolean)
LANGUAGE sql IMMUTABLE PARALLEL SAFE AS $rules$
  VALUES
    (1, 'password', '^[a-z][a-z0-9+.:-]*://(?!enc:v1:)[^/?#:[]*:(?![0-9]+(?:[/?#,]|$)|x-oauth-basic@)([^?]+)@[^?@]*$', NULL::text, NULL::text, false),
    (2, 'password', '^[a-z][a-z0-9+.:-]*://(?!enc:v1:)[^/?#:[]*:(?![0-9]+(?:[/?#,]|$)|x-oauth-basic@)([^?]+)@[^?@/]+/[^?@]*[?](?:$|@?[a-z0-9_.$%-]+(?:[=&#]|$))', NULL, NULL, false),
    (3, 'password', '^[a-z][a-z0-9+.:-]*://(?!enc:v1:)[^/?#:[]*:(?![0-9]+(?:[/?#,]|$)|x-oauth-basic@)([^?]+)@[^?@/]+[?][^@]*$', NULL, NULL, false),
    (4, 'password', '^[a-z][a-z0-9+.:-]*://(?!enc:v1:)[^/?#:[]*:(?![0-9]+(?:[/?#,]|$)|x-oauth-basic@)(.+)@', NULL, NULL, false),
    (5, 'password', '^(?![a-z][a-z0-9+.:-]*://|(?:sftp|mailto|arn|scp|ssh|git|file):)[^/?#:@=; ][^/?#:@=; ]+:(?![0-9]+(?:[/?#,]|$))([^?]+)@[^?@]*(?:[?][^@]*)?$', NULL, NULL, false),
    (6, 'password', '^(?![a-z][a-z0-9+.:-]*://|(?:sftp|mailto|arn|scp|ssh|git|file):)[^/?#:@=; ][^/?#:@=; ]+:(?![0-9]+(?:[/?#,]|$))(.+)@', NULL, NULL, false),
    (7, 'user', '^(?:[a-z][a-z0-9+.:-]*[+:])?https?://((?:enc:v1:)?[^/?#:]+)(?::(?:x-oauth-basic)?)?@', NULL, NULL, false),
    (8, 'user', '^(?:slack|discord|telegram|ntfy|bark|join|gotify|pushover|opsgenie)://((?:enc:v1:)?[^/?#:]+)@', NULL, NULL, false),
    (9, 'host', '^(?:pushbullet|ifttt)://([^/?#@]+)', NULL, NULL, false),
    (10, 'path', '^(?:teams|opsgenie|mattermost|rocketchat)://[^/?#]*/([^/?#]+)', NULL, NULL, false),
    (11, 'path-second', '^rocketchat://[^/?#]*/[^/?#]+/([^/?#]+)', NULL, NULL, false),
    (12, 'path-rest', '^teams://[^/?#]*/[^/?#]*/[^/?#]*/([^?#]+)', NULL, NULL, false),
    (13, 'path', '^gotify://[^?#]*/([^/?#]+)/?(?:[?#]|$)', NULL, NULL, false),
    (14, 'path', '^slack://(?:[^/?#]*@)?([^/?#@]+/[^?#@]+|enc:v1:[a-z0-9_-]+$|[*]{3}$)', NULL, NULL, false),
    (15, 'path', '^generic://[^/?#]*/([^?#]+)', NULL, NULL, false),
    (16, 'path', '^generic[+]https?://[^/?#]*/([^?#]+)', NULL, NULL, false),
    (17, 'path', '^(?:[a-z][a-z0-9+.:-]*[+:])?https?://[^/?#]*/([^?#]+)', NULL, '^(?:webhook|slackwebhook|generic_webhook|discord|google_chat|ifttt|matrix|mattermost|ntfy|opsgenie|pushbullet|pushover|rocketchat|slack|teams|telegram|zulip_chat)$', false),
    (18, 'path', '^(?:[a-z][a-z0-9+.:-]*[+:])?https?://(?:[^/?#]*@)?hooks[.]slack(?:-gov)?[.]com(?::[0-9]+)?/[a-z]+/([^?#]+)', NULL, NULL, false),
    (19, 'path', '^(?:[a-z][a-z0-9+.:-]*[+:])?https?://[^/?#]*[.]office(?:365)?[.]com(?::[0-9]+)?/webhook[a-z0-9]*/([^?#]+)', NULL, NULL, false),
    (20, 'path', '^(?:[a-z][a-z0-9+.:-]*[+:])?https?://(?:[^/?#]*@)?(?:hc-ping[.]com|hook[.][a-z0-9]+[.]make[.]com|webhook[.]site|events[.]pagerduty[.]com|alert[.]victorops[.]com)(?::[0-9]+)?/([^?#]+)', NULL, NULL, false),
    (21, 'path', '^(?:[a-z][a-z0-9+.:-]*[+:])?https?://[^?#]*/bot((?:[0-9]+:|enc:v1:)[^/?#]+|[*]{3})', NULL, NULL, false),
    (22, 'path', '^(?:[a-z][a-z0-9+.:-]*[+:])?https?://(?:[^/?#]*@)?maker[.]ifttt[.]com/[^?#]*/key/([^/?#]+)', NULL, NULL, false),
    (23, 'path', '/(?:web)?hooks?/([^?#]+)', '^(?:[a-z][a-z0-9+.:-]*[+:])?https?://', NULL, false),
    (24, 'secret', '[?&#]([a-z0-9_.-]*(?:secret|password|passphrase|passwd|pwd|bearer|token|credentials?|signature|authorization|(?:secret|api|private|access|auth|account|integration|routing|webhook)[_-]?key)|key|sig|code|auth|pass)=([^&#]+)', NULL, NULL, true),
    (25, 'pair', '(?:^|;) *([a-z0-9_.-]*(?:secret|password|passphrase|passwd|pwd|bearer|token|credentials?|signature|authorization|(?:secret|api|private|access|auth|account|integration|routing|webhook)[_-]?key)|key|sig|code|auth|pass) *= *([^;]+)', NULL, NULL, true),
    (26, 'parameter', '[?&](?!(?:contenttype|messagekey|titlekey|requestmethod|method|disabletls|template|title|scheme|host|channel|thread_id|encoding|api-version)=)([^=&#]+)=([^&#]+)', '^generic(?:[+]https?)?://', NULL, true),
    (27, 'parameter', '[?&](?!(?:contenttype|messagekey|titlekey|requestmethod|method|disabletls|template|title|scheme|host|channel|thread_id|encoding|api-version)=)([^=&#]+)=([^&#]+)', '^(?:[a-z][a-z0-9+.:-]*[+:])?https?://', '^(?:webhook|slackwebhook|generic_webhook|discord|google_chat|ifttt|matrix|mattermost|ntfy|opsgenie|pushbullet|pushover|rocketchat|slack|teams|telegram|zulip_chat)$', true)
$rules$;
COMMENT ON FUNCTION secret_url_rules() IS 'Which part of which address is a secret: in the only group of the pattern, or in the second of each match.';

CREATE FUNCTION frame_url(url text, type text, OUT frame text, OUT secrets jsonb) LANGUAGE plpgsql IMMUTABLE PARALLEL SAFE AS $$
DECLARE
  mark CONSTANT text := chr(57344);
  rule record;
  done text[] := '{}';
  keys text[];
  part integer;
  starts integer;
  secret text;
  inner_secret record;
BEGIN
  frame := translate(url, mark, '');
  secrets := '[]';
  IF coalesce(frame, '') = '' OR frame ~ '^(secret|configmap|helm|serviceaccount)://' THEN
    RETURN;
  END IF;
  IF length(frame) > 2048 THEN
    secrets := jsonb_build_array(jsonb_build_object('slot', 'all', 'text', frame));
    frame := mark || '0' || mark;
    RETURN;
  END IF;
  FOR rule IN SELECT * FROM secret_url_rules() AS r ORDER BY r.place LOOP
    CONTINUE WHEN rule.slot = ANY (done) OR coalesce(frame !~* rule.for_urls, false) OR coalesce(coalesce(type, '') !~* rule.for_types, false);
    keys := CASE WHEN rule.each
      THEN ARRAY(SELECT lower(m[1]) FROM regexp_matches(frame, rule.pattern, 'gi') WITH ORDINALITY AS r (m, nth) ORDER BY nth)
      ELSE ARRAY[''] END;
    part := CASE WHEN rule.each THEN 2 ELSE 1 END;
    -- From the last on, so that the places of the others stay.
    FOR nth IN REVERSE cardinality(keys) .. 1 LOOP
      starts := regexp_instr(frame, rule.pattern, 1, nth, 0, 'i', part);
      CONTINUE WHEN starts = 0;
      IF NOT rule.each THEN
        done := done || rule.slot;
      END IF;
      secret := substr(frame, starts, regexp_instr(frame, rule.pattern, 1, nth, 1, 'i', part) - starts);
      CONTINUE WHEN secret ~ ('^(\$\( *\.?[A-Za-z0-9_.-]+ *\)|\{\{ *\.?[A-Za-z0-9_.-]+ *\}\}|' || mark || '[0-9]+' || mark || ')$');
      frame := overlay(frame PLACING mark || jsonb_array_length(secrets) || mark FROM starts FOR length(secret));
      FOR inner_secret IN SELECT e.value ->> 'text' AS text, e.ordinality - 1 AS number FROM jsonb_array_elements(secrets) WITH ORDINALITY AS e LOOP
        secret := replace(secret, mark || inner_secret.number || mark, inner_secret.text);
      END LOOP;
      secrets := secrets || jsonb_build_object('text', secret, 'slot', CASE WHEN rule.each
        THEN rule.slot || ':' || keys[nth] || ':' || cardinality(array_positions(keys[:nth], keys[nth])) ELSE rule.slot END);
    END LOOP;
  END LOOP;
END $$;
COMMENT ON FUNCTION frame_url(text, text)
  IS 'An address of a connection type with a numbered mark for each secret, and the secrets: which part each is, and its text.';

CREATE FUNCTION mask_url(url text, type text) RETURNS text LANGUAGE sql IMMUTABLE PARALLEL SAFE AS $$
  SELECT regexp_replace(frame, chr(57344) || '[0-9]+' || chr(57344) || '|enc:v1:[A-Za-z0-9_-]+', '***', 'g') FROM frame_url(url, type)
$$;
COMMENT ON FUNCTION mask_url(text, text) IS 'An address of a connection type with three asterisks for each secret; $(password) stays, it is none yet.';

CREATE FUNCTION keep_url(url text, kept text, type text) RETURNS text LANGUAGE plpgsql IMMUTABLE PARALLEL SAFE AS $$
DECLARE
  shown record;
  stored record;
  secret record;
  filled text;
BEGIN
  IF url = mask_url(kept, type) THEN
    RETURN kept;
  END IF;
  shown := frame_url(url, type);
  stored := frame_url(kept, type);
  filled := shown.frame;
  FOR secret IN SELECT e.value ->> 'slot' AS slot, e.value ->> 'text' AS text, e.ordinality - 1 AS number
    FROM jsonb_array_elements(shown.secrets) WITH ORDINALITY AS e LOOP
    filled := replace(filled, chr(57344) || secret.number || chr(57344), CASE WHEN secret.text <> '***' THEN secret.text ELSE
      coalesce((SELECT e ->> 'text' FROM jsonb_array_elements(stored.secrets) AS e WHERE e ->> 'slot' = secret.slot), '') END);
  END LOOP;
  RETURN filled;
END $$;
COMMENT ON FUNCTION keep_url(text, text, text)
  IS 'An address; where three asterisks stand for a secret, with that of the same part of the address that was kept.';

CREATE OR REPLACE FUNCTION is_secret_property(key text) RETURNS boolean LANGUAGE sql IMMUTABLE PARALLEL SAFE AS $$
  SELECT key ~* ('(secret|password|passphrase|passwd|bearer|token|credentials?|authorization|signature|altid|'
    || '(secret|api|private|access|auth|account)_?key)$')
$$;

CREATE FUNCTION property_url_type(key text) RETURNS text LANGUAGE sql IMMUTABLE PARALLEL SAFE AS $$
  SELECT CASE WHEN key ~* '^(target|webhook_?(url)?)$' THEN 'webhook' ELSE '' END
$$;
COMMENT ON FUNCTION property_url_type(text) IS 'The connection type by which an address in a property is read.';

CREATE FUNCTION mask_username(username text, type text) RETURNS text LANGUAGE sql IMMUTABLE PARALLEL SAFE AS $$
  SELECT CASE WHEN type IN ('rocketchat', 'ifttt', 'google_chat') OR username LIKE 'enc:v1:%' THEN mask_sensitive(username) ELSE username END
$$;
COMMENT ON FUNCTION mask_username(text, text) IS 'The user name of a connection type; three asterisks where it is a token.';

CREATE OR REPLACE FUNCTION mask_properties(properties jsonb) RETURNS jsonb LANGUAGE sql IMMUTABLE PARALLEL SAFE AS $$
  SELECT CASE WHEN jsonb_typeof(properties) = 'object' THEN
    (SELECT coalesce(jsonb_object_agg(p.key, CASE
        WHEN is_secret_property(p.key) THEN to_jsonb(mask_sensitive(p.value #>> '{}'))
        WHEN jsonb_typeof(p.value) = 'string' AND p.value #>> '{}' LIKE '%://%' THEN to_jsonb(mask_url(p.value #>> '{}', property_url_type(p.key)))
        ELSE p.value END), '{}')
      FROM jsonb_each(properties) AS p)
    ELSE properties END
$$;

CREATE OR REPLACE FUNCTION keep_properties(properties jsonb, kept jsonb) RETURNS jsonb LANGUAGE sql IMMUTABLE PARALLEL SAFE AS $$
  SELECT CASE WHEN jsonb_typeof(properties) = 'object' THEN
    (SELECT coalesce(jsonb_object_agg(p.key, CASE
        WHEN is_secret_property(p.key) THEN CASE WHEN p.value = '"***"' THEN kept -> p.key ELSE p.value END
        WHEN jsonb_typeof(p.value) = 'string' AND p.value #>> '{}' LIKE '%://%'
          THEN to_jsonb(keep_url(p.value #>> '{}', kept ->> p.key, property_url_type(p.key)))
        ELSE p.value END), '{}')
      FROM jsonb_each(properties) AS p)
    ELSE properties END
$$;

CREATE OR REPLACE VIEW connections AS
SELECT id, name, namespace, type, mask_url(url, type) AS url, source, mask_username(username, type) AS username,
  mask_sensitive(password) AS password, mask_sensitive(certificate) AS certificate, mask_properties(properties) AS properties, insecure_tls,
  created_by, created_at, updated_at, deleted_at
FROM connection_definitions;

CREATE OR REPLACE FUNCTION write_connections() RETURNS trigger LANGUAGE plpgsql AS $$
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
      keep_url(NEW.url, NULL, NEW.type), NEW.source, nullif(NEW.username, '***'), nullif(NEW.password, '***'), nullif(NEW.certificate, '***'),
      keep_properties(NEW.properties, '{}'), coalesce(NEW.insecure_tls, true), NEW.created_by, coalesce(NEW.created_at, now()),
      coalesce(NEW.updated_at, now()), NEW.deleted_at)
    RETURNING * INTO kept;
  ELSE
    UPDATE connection_definitions c SET id = NEW.id, name = NEW.name, namespace = coalesce(nullif(NEW.namespace, ''), 'default'), type = NEW.type,
      url = CASE WHEN NEW.url IS NOT DISTINCT FROM OLD.url THEN c.url ELSE keep_url(NEW.url, c.url, c.type) END, source = NEW.source,
      username = CASE WHEN NEW.username = '***' OR NEW.username IS NOT DISTINCT FROM OLD.username THEN c.username ELSE NEW.username END,
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

DROP FUNCTION keep_url_password(text, text);
DROP FUNCTION mask_url_password(text);
DROP FUNCTION replace_url_password(text, text);
DROP FUNCTION url_password(text);
