-- HttpArena's table of items for its crud, with the id as price and quantity: arena-crud.toml writes these values, too.
SET client_min_messages = warning;
DROP TABLE IF EXISTS items, world CASCADE;
CREATE TABLE items (
    id INTEGER PRIMARY KEY,
    name TEXT NOT NULL,
    category TEXT NOT NULL,
    price INTEGER NOT NULL,
    quantity INTEGER NOT NULL,
    active BOOLEAN NOT NULL,
    tags JSONB NOT NULL,
    rating_score INTEGER NOT NULL,
    rating_count INTEGER NOT NULL
);
INSERT INTO items SELECT
    id,
    'Item ' || id,
    (ARRAY['books', 'garden', 'kitchen', 'office', 'toys'])[id % 5 + 1],
    id,
    id,
    id % 3 <> 0,
    (ARRAY['["new"]', '["fragile", "sale"]', '[]', '["boxed"]'])[id % 4 + 1]::jsonb,
    id % 50,
    id % 499
FROM generate_series(1, 100000) AS id;
-- Who also answers TechEmpower's tests reads its rows into a cache at the start.
CREATE TABLE world (id INTEGER PRIMARY KEY, randomnumber INTEGER NOT NULL);
ANALYZE;
