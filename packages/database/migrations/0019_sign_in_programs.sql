-- Programs that ask to be let in, until a person approves them in a browser.

CREATE TABLE device_sign_ins (
  id uuid NOT NULL DEFAULT gen_random_uuid() CONSTRAINT device_sign_ins_pkey PRIMARY KEY,
  device_code_hash text NOT NULL CONSTRAINT device_sign_ins_device_code_hash_key UNIQUE,
  user_code_hash text NOT NULL CONSTRAINT device_sign_ins_user_code_hash_key UNIQUE,
  name text NOT NULL,
  ip_address text NOT NULL,
  person_id uuid CONSTRAINT device_sign_ins_person_id_fkey REFERENCES people (id) ON DELETE CASCADE,
  approved boolean,
  polled_at timestamptz,
  created_at timestamptz NOT NULL,
  expires_at timestamptz NOT NULL
);
CREATE INDEX device_sign_ins_person_id_idx ON device_sign_ins (person_id);
CREATE INDEX device_sign_ins_expires_at_idx ON device_sign_ins (expires_at);
COMMENT ON TABLE device_sign_ins IS 'Programs that ask to be let in. A row goes when its token is fetched.';
COMMENT ON COLUMN device_sign_ins.device_code_hash IS 'SHA-256 of what the program asks with, base64url.';
COMMENT ON COLUMN device_sign_ins.user_code_hash IS 'SHA-256 of what the person types, base64url.';
COMMENT ON COLUMN device_sign_ins.name IS 'What the program calls itself.';
COMMENT ON COLUMN device_sign_ins.person_id IS 'Who decided.';
COMMENT ON COLUMN device_sign_ins.approved IS 'NULL until somebody decides.';
COMMENT ON COLUMN device_sign_ins.polled_at IS 'When the program last asked whether it may come in.';
