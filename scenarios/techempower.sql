-- The tables of TechEmpower's tests for PostgreSQL. The numbers look random, but follow from the ids, so that every
-- answer can be checked: `permuted` in docs/fairload.md, whose prime for 10,000 rows is 10,007.
SET client_min_messages = warning;
DROP TABLE IF EXISTS world, fortune CASCADE;
CREATE TABLE world (id INTEGER PRIMARY KEY, randomnumber INTEGER NOT NULL DEFAULT 0);
CREATE FUNCTION pg_temp.step(place INTEGER) RETURNS INTEGER LANGUAGE SQL AS
    'SELECT factor * factor % 10007 * factor % 10007 FROM (SELECT 4099 * place % 10007 AS factor) AS mixed';
WITH RECURSIVE walk (id, place) AS (
    SELECT id, pg_temp.step(id) FROM generate_series(1, 10000) AS id
    UNION ALL
    SELECT id, pg_temp.step(place) FROM walk WHERE place > 10000
)
INSERT INTO world SELECT id, place FROM walk WHERE place <= 10000;
CREATE VIEW "World" AS SELECT * FROM world; -- both spellings are in use

-- Twelve fortunes of our own with the traps of the original: a script, an apostrophe, dashes, an ampersand, Japanese, and
-- an order that differs between bytes and dictionaries.
CREATE TABLE fortune (id INTEGER PRIMARY KEY, message VARCHAR(2048) NOT NULL);
INSERT INTO fortune VALUES
    (1, 'fortune: no server is as fast as its slide'),
    (2, 'A benchmark that nobody repeats isn''t one'),
    (3, 'After the warm-up comes the truth'),
    (4, 'A bug found in production costs more than a bug found in a lap'),
    (5, 'A cache is a promise that nothing has changed'),
    (6, 'Every queue is empty — until it is measured'),
    (7, 'Any percentile is an average to somebody'),
    (8, 'A mean hides what a maximum shows — and the other way round'),
    (9, 'Fast, correct & finished: choose two'),
    (10, 'Compilers believe what they are told'),
    (11, '<script>alert("A fortune that nobody escapes runs as a script.");</script>'),
    (12, '速さは、測るたびに変わる。');
CREATE VIEW "Fortune" AS SELECT * FROM fortune;
ANALYZE;
