-- From where somebody signed in before: what others do to the account elsewhere does not keep them out there.

ALTER TABLE sign_in_limits ADD COLUMN known_until timestamptz;
COMMENT ON COLUMN sign_in_limits.known_until IS 'Of an account at an address: until when a good sign-in from there is remembered.';
