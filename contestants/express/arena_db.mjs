// HttpArena's async-db (docs/suites.md): items of PostgreSQL through node-postgres.
import { pool } from './te.mjs';

const ITEMS = {
  name: 'items',
  text: `SELECT id, name, category, price, quantity, active, tags, rating_score, rating_count
    FROM items WHERE price BETWEEN $1 AND $2 LIMIT $3`,
};

/** A row as it is answered. */
export const item = ({ rating_score: score, rating_count: count, ...rest }) => ({ ...rest, rating: { score, count } });

export async function items({ min, max, limit }) {
  const { rows } = await pool.query({ ...ITEMS, values: [min, max, limit] });
  return { count: rows.length, items: rows.map(item) };
}
