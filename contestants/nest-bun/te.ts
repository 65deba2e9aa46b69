// TechEmpower's tests (docs/suites.md): rows of PostgreSQL through Bun's own client; te_mariadb.ts has those of MariaDB.
import { SQL } from 'bun';
import ejs from 'ejs';

const ROWS = 10_000;
export const POOL = 32; // connections, as many as PHP-FPM has

export type World = { id: number; randomNumber: number };
type Fortune = { id: number; message: string };

/** The connections; undefined where there is no database. */
export const sql = process.env.PGHOST
  ? new SQL({
      hostname: process.env.PGHOST,
      port: Number(process.env.PGPORT),
      username: process.env.PGUSER,
      password: process.env.PGPASSWORD,
      database: process.env.PGDATABASE,
      max: POOL,
    })
  : undefined;
const cache: World[] = sql ? await sql`SELECT id, randomnumber AS "randomNumber" FROM world ORDER BY id` : [];
export const page = ejs.compile(`<!DOCTYPE html>
<html><head><title>Fortunes</title></head><body><table>
<tr><th>id</th><th>message</th></tr>
<% for (const row of rows) { %><tr><td><%= row.id %></td><td><%= row.message %></td></tr>
<% } %></table></body></html>
`);

export const random = () => 1 + Math.floor(Math.random() * ROWS);

/** How many rows a query string asks for: 1 to 500, and 1 if it is no number. */
export const count = (text?: string) => Math.min(Math.max(Number.parseInt(text ?? '', 10) || 1, 1), 500);

export async function world(): Promise<World> {
  const [row] = await sql!`SELECT id, randomnumber AS "randomNumber" FROM world WHERE id = ${random()}`;
  return { id: row.id, randomNumber: row.randomNumber };
}

export const worlds = (many: number) => Promise.all(Array.from({ length: many }, world));

export const cached = (many: number) => Array.from({ length: many }, () => cache[random() - 1]);

export async function updated(many: number) {
  const rows = await worlds(many);
  rows.sort((one, other) => one.id - other.id); // so that no two updates wait for each other
  for (const row of rows) row.randomNumber = random();
  const ids = sql!.array(rows.map((row) => row.id), 'INT');
  const numbers = sql!.array(rows.map((row) => row.randomNumber), 'INT');
  await sql!`UPDATE world SET randomnumber = fresh.number
    FROM unnest(${ids}, ${numbers}) AS fresh (id, number) WHERE world.id = fresh.id`;
  return rows;
}

export function withOneMore(rows: Fortune[]) {
  rows.push({ id: 0, message: 'Additional fortune added at request time.' });
  return rows.sort((one, other) => (one.message < other.message ? -1 : 1));
}

export const fortunes = async () => page({ rows: withOneMore([...(await sql!`SELECT id, message FROM fortune`)]) });
