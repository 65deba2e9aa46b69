// TechEmpower's tests of databases on MariaDB, through mysql2.
import mysql from 'mysql2/promise';
import { POOL, page, random, withOneMore } from './te.mjs';

const { MARIADB_HOST: host, MARIADB_PORT, MARIADB_USER: user, MARIADB_PASSWORD: password, MARIADB_DATABASE: database } = process.env;
const account = { host, port: Number(MARIADB_PORT), user, password, database };
const WORLD = 'SELECT id, randomNumber FROM world WHERE id = ?';

/** The connections; undefined where there is no database. */
export const pool = host ? mysql.createPool({ ...account, connectionLimit: POOL }) : undefined;

const read = async (connection) => (await connection.execute(WORLD, [random()]))[0][0];

export const world = () => read(pool);

export const worlds = (many) => Promise.all(Array.from({ length: many }, world));

export async function updated(many) {
  const connection = await pool.getConnection();
  try {
    const rows = [];
    while (rows.length < many) rows.push(await read(connection));
    rows.sort((one, other) => one.id - other.id); // so that no two updates wait for each other
    await connection.beginTransaction();
    for (const row of rows) {
      row.randomNumber = random();
      await connection.execute('UPDATE world SET randomNumber = ? WHERE id = ?', [row.randomNumber, row.id]);
    }
    await connection.commit();
    return rows;
  } finally {
    connection.release();
  }
}

export async function fortunes() {
  const [rows] = await pool.execute('SELECT id, message FROM fortune');
  return page({ rows: withOneMore(rows) });
}
