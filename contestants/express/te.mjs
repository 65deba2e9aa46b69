// TechEmpower's tests (docs/suites.md): rows of PostgreSQL through node-postgres.
import ejs from 'ejs';
import pg from 'pg';

const ROWS = 10_000;
export const POOL = 32; // connections, as many as PHP-FPM has
const WORLD = { name: 'world', text: 'SELECT id, randomnumber AS "randomNumber" FROM world WHERE id = $1' };
const FORTUNES = { name: 'fortunes', text: 'SELECT id, message FROM fortune' };
const UPDATE = {
  name: 'update',
  text: `UPDATE world SET randomnumber = fresh.number
    FROM unnest($1::integer[], $2::integer[]) AS fresh (id, number) WHERE world.id = fresh.id`,
};

/** The connections; undefined where there is no database. PGHOST, PGPORT and the like say where it is. */
export const pool = process.env.PGHOST ? new pg.Pool({ max: POOL }) : undefined;
const cache = (await pool?.query('SELECT id, randomnumber AS "randomNumber" FROM world ORDER BY id'))?.rows;
export const page = ejs.compile(`<!DOCTYPE html>
<html><head><title>Fortunes</title></head><body><table>
<tr><th>id</th><th>message</th></tr>
<% for (const row of rows) { %><tr><td><%= row.id %></td><td><%= row.message %></td></tr>
<% } %></table></body></html>
`);

export const random = () => 1 + Math.floor(Math.random() * ROWS);

/** How many rows a query string asks for: 1 to 500, and 1 if it is no number. */
export const count = (text) => Math.min(Math.max(Number.parseInt(text, 10) || 1, 1), 500);

export const world = async () => (await pool.query({ ...WORLD, values: [random()] })).rows[0];

export const worlds = (many) => Promise.all(Array.from({ length: many }, world));

export const cached = (many) => Array.from({ length: many }, () => cache[random() - 1]);

export async function updated(many) {
  const rows = await worlds(many);
  rows.sort((one, other) => one.id - other.id); // so that no two updates wait for each other
  for (const row of rows) row.randomNumber = random();
  await pool.query({ ...UPDATE, values: [rows.map((row) => row.id), rows.map((row) => row.randomNumber)] });
  return rows;
}

export function withOneMore(rows) {
  rows.push({ id: 0, message: 'Additional fortune added at request time.' });
  return rows.sort((one, other) => (one.message < other.message ? -1 : 1));
}

export const fortunes = async () => page({ rows: withOneMore((await pool.query(FORTUNES)).rows) });
