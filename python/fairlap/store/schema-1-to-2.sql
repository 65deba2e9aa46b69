-- Brings a results file of format 1 to format 2: new columns here, new tables by schema.sql.

ALTER TABLE run ADD COLUMN "precision" REAL NOT NULL DEFAULT 0.02;
ALTER TABLE run ADD COLUMN budget_s REAL;
ALTER TABLE run ADD COLUMN looks TEXT NOT NULL DEFAULT '[]' CHECK (json_valid(looks));
ALTER TABLE run ADD COLUMN slo TEXT;
ALTER TABLE round ADD COLUMN lap_ms INTEGER;
ALTER TABLE round ADD COLUMN duration_s REAL;
ALTER TABLE contestant_round ADD COLUMN capacity_per_s REAL;
ALTER TABLE contestant_round ADD COLUMN steady_after_s REAL;
ALTER TABLE sample ADD COLUMN generator_run_delay_us INTEGER;
ALTER TABLE sample ADD COLUMN foreign_share REAL;
ALTER TABLE sample ADD COLUMN throttled_us INTEGER;
ALTER TABLE sample ADD COLUMN at_s REAL;
