-- Codes that were entered into a flow: after a few wrong ones it begins anew.

ALTER TABLE self_service_flows ADD COLUMN attempts integer NOT NULL DEFAULT 0;
COMMENT ON COLUMN self_service_flows.attempts IS 'Codes that were entered, counted before they are compared.';
