// HttpArena's crud (docs/suites.md): items of PostgreSQL, read one by one through a cache.
import express from 'express';
import { LRUCache } from 'lru-cache';
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

// Reading an entry does not make it live longer.
const cache = new LRUCache({ max: 10_000, ttl: 200 });

const positive = (text, otherwise) => Math.max(Number.parseInt(text, 10) || otherwise, 1);

const query = (statement, ...values) => pool.query({ ...statement, values });

export function crud(app) {
  const router = express.Router();
  app.use('/crud/items', express.json(), router);

  router.param('id', (req, res, next, text) => {
    req.id = Number(text);
    next(/^\d{1,9}$/.test(text) ? undefined : 'route'); // no other route has it, so that it is 404
  });

  router.get('/:id', async (req, res) => {
    const cached = cache.get(req.id);
    if (cached?.body) return res.set('X-Cache', 'HIT').type('json').send(cached.body);
    // The entry is there before the row: who changes the item meanwhile removes it, and what was read before is not kept.
    const entry = {};
    cache.set(req.id, entry);
    const [row] = (await query(READ, req.id)).rows;
    if (!row) return res.sendStatus(404);
    entry.body = JSON.stringify(item(row));
    res.set('X-Cache', 'MISS').type('json').send(entry.body);
  });

  router.get('/', async (req, res) => {
    const page = positive(req.query.page, 1);
    const limit = positive(req.query.limit, 10);
    const { rows } = await query(LIST, req.query.category, limit, (page - 1) * limit);
    res.json({ items: rows.map(item), total: rows.length, page, limit });
  });

  router.put('/:id', async (req, res) => {
    const { name, price, quantity } = req.body;
    const { rowCount } = await query(CHANGE, req.id, name, price, quantity);
    cache.delete(req.id);
    if (rowCount) res.json({ id: req.id, name, price, quantity });
    else res.sendStatus(404);
  });

  router.post('/', async (req, res) => {
    const { id, name, category, price, quantity } = req.body;
    await query(ADD, id, name, category, price, quantity);
    cache.delete(id);
    res.status(201).json({ id, name, category, price, quantity });
  });
}
