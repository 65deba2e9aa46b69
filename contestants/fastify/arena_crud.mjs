// HttpArena's crud (docs/suites.md): items of PostgreSQL, read one by one through a cache.
import { LRUCache } from 'lru-cache';
import { integer, object, row, string } from './arena.mjs';
import { item } from './arena_db.mjs';
import { pool } from './te.mjs';

const COLUMNS = 'id, name, category, price, quantity, active, tags, rating_score, rating_count';
const READ = { name: 'crud-read', text: `SELECT ${COLUMNS} FROM items WHERE id = $1` };
const LIST = { name: 'crud-list', text: `SELECT ${COLUMNS} FROM items WHERE category = $1 ORDER BY id LIMIT $2 OFFSET $3` };
const CHANGE = { name: 'crud-change', text: 'UPDATE items SET name = $2, price = $3, quantity = $4 WHERE id = $1' };
const ADD = {
  name: 'crud-add',
  text: `INSERT INTO items (${COLUMNS}) VALUES ($1, $2, $3, $4, $5, true, '["bench"]', 0, 0)
    ON CONFLICT (id) DO UPDATE SET name = EXCLUDED.name, price = EXCLUDED.price, quantity = EXCLUDED.quantity`,
};

const positive = { type: 'integer', minimum: 1, maximum: 2 ** 31 - 1 };
const params = object({ id: positive });
const changed = { name: string, price: integer, quantity: integer };
const added = object({ id: positive, ...changed, category: string });
const page = { category: string, page: { ...positive, default: 1 }, limit: { ...positive, default: 10 } };
const read = { params, response: { 200: row } };
const list = {
  querystring: { type: 'object', properties: page, required: ['category'] },
  response: { 200: object({ items: { type: 'array', items: row }, total: integer, page: integer, limit: integer }) },
};
const change = { params, body: object(changed), response: { 200: object({ id: integer, ...changed }) } };
const add = { body: added, response: { 201: added } };

// Reading an entry does not make it live longer.
const cache = new LRUCache({ max: 10_000, ttl: 200 });

const query = (statement, ...values) => pool.query({ ...statement, values });

export function crud(app) {
  app.get('/crud/items/:id', { schema: read }, async ({ params: { id } }, reply) => {
    reply.type('application/json; charset=utf-8');
    const cached = cache.get(id);
    if (cached?.body) return reply.header('x-cache', 'HIT').send(cached.body);
    // The entry is there before the row: who changes the item meanwhile removes it, and what was read before is not kept.
    const entry = {};
    cache.set(id, entry);
    const [found] = (await query(READ, id)).rows;
    if (!found) return reply.callNotFound();
    entry.body = reply.serialize(item(found));
    return reply.header('x-cache', 'MISS').send(entry.body);
  });

  app.get('/crud/items', { schema: list }, async ({ query: { category, page, limit } }) => {
    const { rows } = await query(LIST, category, limit, (page - 1) * limit);
    return { items: rows.map(item), total: rows.length, page, limit };
  });

  app.put('/crud/items/:id', { schema: change }, async ({ params: { id }, body: { name, price, quantity } }, reply) => {
    const { rowCount } = await query(CHANGE, id, name, price, quantity);
    cache.delete(id);
    return rowCount ? { id, name, price, quantity } : reply.callNotFound();
  });

  app.post('/crud/items', { schema: add }, async ({ body: { id, name, category, price, quantity } }, reply) => {
    await query(ADD, id, name, category, price, quantity);
    cache.delete(id);
    return reply.code(201).send({ id, name, category, price, quantity });
  });
}
