// TechEmpower's tests of databases on MariaDB, through Bun's own client.
import { SQL } from 'bun';
import { page, POOL, random, type World, withOneMore } from './te';

/** The connections; undefined where there is no database. */
export const sql = process.env.MARIADB_HOST
  ? new SQL({
      adapter: 'mariadb',
      hostname: process.env.MARIADB_HOST,
      port: Number(process.env.MARIADB_PORT),
      username: process.env.MARIADB_USER,
      password: process.env.MARIADB_PASSWORD,
      database: process.env.MARIADB_DATABASE,
      max: POOL,
    })
  : undefined;

export async function world(): Promise<World> {
  const [row] = await sql!`SELECT id, randomNumber FROM world WHERE id = ${random()}`;
  return { id: row.id, randomNumber: row.randomNumber };
}

export const worlds = (many: number) => Promise.all(Array.from({ length: many }, world));

export async function updated(many: number) {
  const rows = await worlds(many);
  rows.sort((one, other) => one.id - other.id); // so that no two updates wait for each other
  await sql!.begin(async (transaction) => {
    for (const row of rows) {
      row.randomNumber = random();
      await transaction`UPDATE world SET randomNumber = ${row.randomNumber} WHERE id = ${row.id}`;
    }
  });
  return rows;
}

export const fortunes = async () => page({ rows: withOneMore([...(await sql!`SELECT id, message FROM fortune`)]) });
