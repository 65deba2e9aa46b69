-- Brings a results file of format 5 to format 6: machines of a cluster, and what a run was asked for.

ALTER TABLE run ADD COLUMN request_json TEXT CHECK (request_json IS NULL OR json_valid(request_json));
ALTER TABLE round ADD COLUMN machine TEXT;
ALTER TABLE sample ADD COLUMN start_skew_us REAL;
