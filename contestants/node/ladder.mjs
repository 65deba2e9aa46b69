// The ladder of the Swoole seed: each step does what steps before it did, and one thing more (docs/suites.md).
// PHP requires and loads its files again for each request; Node.js loads them once, at its start.
import { mkdtemp, readFile, writeFile } from 'node:fs/promises';
import { tmpdir } from 'node:os';
import { join } from 'node:path';

const QUERY = 'SELECT * FROM test1';
const SLOW = 'SELECT SLEEP(0.01)';
const POOL = 32; // connections, as many as PHP-FPM has
const STEPS = new Map(Object.entries({
  basic: { text: true },
  requires: { text: true },
  classes: { text: true },
  query: { alone: true, queries: [QUERY] },
  pool: { queries: [QUERY] },
  cache: { reads: 1 },
  app: { reads: 10_000 },
  files: { reads: 10_000, files: 10 },
  slow: { reads: 10_000, files: 10, queries: Array(20).fill(SLOW) },
  simpler: { reads: 1_000, files: 1, queries: Array(3).fill(SLOW) },
  simple: { reads: 1_000, queries: [QUERY, QUERY] },
}));

const account = {
  host: process.env.MARIADB_HOST,
  port: Number(process.env.MARIADB_PORT),
  user: process.env.MARIADB_USER,
  password: process.env.MARIADB_PASSWORD,
  database: process.env.MARIADB_DATABASE,
  maxPreparedStatements: 8, // the default makes room for 16,000, with each new connection
};
const mysql = account.host ? (await import('mysql2/promise')).default : undefined;
const pool = mysql?.createPool({ ...account, connectionLimit: POOL });
const folder = await mkdtemp(join(tmpdir(), 'ladder-'));
const cache = new Map();

/** The body of a step's answer; undefined for an unknown one. */
export async function ladder(name) {
  const step = STEPS.get(name);
  if (!step || (!step.text && !pool)) return undefined;
  if (step.text) return 'ok';
  let rows;
  for (let read = 0; read < (step.reads ?? 0); read++) rows = cache.get('test1') ?? await fill();
  for (let file = 0; file < (step.files ?? 0); file++) await writeFile(join(folder, `${file}.txt`), 'some content here');
  for (let file = 0; file < (step.files ?? 0); file++) await readFile(join(folder, `${file}.txt`));
  if (step.queries) rows = await asked(step) ?? rows;
  return printed(rows);
}

/** The rows of the last query for rows; all queries share one connection. */
async function asked(step) {
  let rows;
  const connection = step.alone ? await mysql.createConnection(account) : await pool.getConnection();
  try {
    for (const query of step.queries) {
      const [answer] = await connection.execute(query);
      if (query === QUERY) rows = answer;
    }
  } finally {
    if (step.alone) await connection.end();
    else connection.release();
  }
  return rows;
}

async function fill() {
  const [rows] = await pool.execute(QUERY);
  cache.set('test1', rows);
  return rows;
}

/** As PHP's print_r prints them. */
function printed(rows) {
  const row = (values) => Object.entries(values).map(([key, value]) => `            [${key}] => ${value}\n`).join('');
  const all = rows.map((values, index) => `    [${index}] => Array\n        (\n${row(values)}        )\n\n`).join('');
  return `Array\n(\n${all})\n`;
}
