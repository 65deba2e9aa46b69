-- Brings a results file of format 2 to format 3: other generators, which do not tell everything.

ALTER TABLE run ADD COLUMN generator TEXT NOT NULL DEFAULT 'fairload';
ALTER TABLE run ADD COLUMN generator_version TEXT;
ALTER TABLE run ADD COLUMN method TEXT NOT NULL DEFAULT 'laps' CHECK (method IN ('laps', 'classic'));
-- SQLite cannot drop NOT NULL from a column: a new one takes its place.
ALTER TABLE sample ADD COLUMN new_bytes_received INTEGER;
ALTER TABLE sample ADD COLUMN new_reconnects INTEGER;
UPDATE sample SET new_bytes_received = bytes_received, new_reconnects = reconnects;
ALTER TABLE sample DROP COLUMN bytes_received;
ALTER TABLE sample DROP COLUMN reconnects;
ALTER TABLE sample RENAME COLUMN new_bytes_received TO bytes_received;
ALTER TABLE sample RENAME COLUMN new_reconnects TO reconnects;
