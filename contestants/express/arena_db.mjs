// HttpArena's async-db (docs/suites.md): items of PostgreSQL through node-postgres.
import { pool } from './te.mjs';

const ITEMS = {
  name: 'items',
  text: `SELECT id, name, category, price, quantity, active, tags, rating_score, rating_count
    FROM items WHERE price BETWEEN $1 AND $2 LIMIT $3`,
};

export async function items({ min, max, limit }) {
  const { rows } = await pool.query({ ...ITEMS, values: [min, max, limit] });
  const found = rows.map(({ rating_score: score, rating_count: count, ...rest }) => ({ ...rest, rating: { score, count } }));
  return { count: found.length, items: found };
}
