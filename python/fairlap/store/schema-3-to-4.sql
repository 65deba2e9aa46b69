-- Brings a results file of format 3 to format 4: what databases and caches did; their table is made by schema.sql.

ALTER TABLE sample ADD COLUMN services_cpu_us INTEGER;
