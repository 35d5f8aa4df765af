-- Canaries whose targets hang are run less often while they do.

ALTER TABLE canary_schedules ADD COLUMN costly_failures integer NOT NULL DEFAULT 0;
COMMENT ON COLUMN canary_schedules.costly_failures IS 'Runs in a row in which every check failed only after seconds; from five on the canary runs less often.';
