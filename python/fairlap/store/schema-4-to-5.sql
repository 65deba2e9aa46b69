-- Brings a results file of format 4 to format 5: the images of contestants that ran in containers.

ALTER TABLE contestant_round ADD COLUMN image_id TEXT;
ALTER TABLE contestant_round ADD COLUMN image_bytes INTEGER;
ALTER TABLE contestant_round ADD COLUMN image_base TEXT;
