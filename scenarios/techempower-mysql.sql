-- The tables of TechEmpower's tests for MySQL, with the rows of techempower.sql.
SET NAMES utf8mb4;
DROP TABLE IF EXISTS world, fortune;
CREATE TABLE world (id INTEGER PRIMARY KEY, randomNumber INTEGER NOT NULL DEFAULT 0) ENGINE = InnoDB;
SET cte_max_recursion_depth = 10000;
INSERT INTO world
WITH RECURSIVE
    ids (id) AS (SELECT 1 UNION ALL SELECT id + 1 FROM ids WHERE id < 10000),
    walk (id, place) AS (
        SELECT id, (4099 * id % 10007) * (4099 * id % 10007) % 10007 * (4099 * id % 10007) % 10007 FROM ids
        UNION ALL
        SELECT id, (4099 * place % 10007) * (4099 * place % 10007) % 10007 * (4099 * place % 10007) % 10007
        FROM walk WHERE place > 10000
    )
SELECT id, place FROM walk WHERE place <= 10000;
CREATE TABLE fortune (id INTEGER PRIMARY KEY, message VARCHAR(2048) NOT NULL) ENGINE = InnoDB CHARACTER SET utf8mb4;
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
ANALYZE TABLE world, fortune;
