-- What went wrong for one browser is not for another one.

ALTER TABLE flow_errors ADD COLUMN csrf_hash text;
COMMENT ON COLUMN flow_errors.csrf_hash IS 'SHA-256 of the anti-forgery cookie of the browser that it happened to; NULL when that had none.';
