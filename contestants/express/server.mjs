import express from 'express';
import { profiles } from './arena.mjs';
import { crud } from './arena_crud.mjs';
import { items } from './arena_db.mjs';
import * as postgresql from './te.mjs';
import * as mariadb from './te_mariadb.mjs';

const app = express();
app.disable('x-powered-by');

app.get('/', (req, res) => {
  res.json({ message: 'Hello World!' });
});

app.get('/text', (req, res) => {
  res.type('text/plain').send('Hello, world!\n');
});

app.get('/html', (req, res) => {
  res.set({
    'Last-Modified': 'Tue, 26 Jul 2016 10:24:27 GMT',
    'E-Tag': '55829c5b-17',
    'Accept-Ranges': 'bytes',
  });
  res.send('<h1>\nHello World.\n</h1>');
});

app.get('/products', (req, res) => {
  res.json([
    { id: 1, name: 'Product 1', price: 100 },
    { id: 2, name: 'Product 2', price: 200 },
    { id: 3, name: 'Product 3', price: 300 },
  ]);
});

app.get('/json', (req, res) => {
  res.json({ message: 'Hello, World!' });
});

app.get('/plaintext', (req, res) => {
  res.type('text/plain').send('Hello, World!');
});

app.get('/wf', (req, res) => res.end());
app.get('/user/:id', (req, res) => res.type('text/plain').send(req.params.id));
app.post('/user', (req, res) => res.end());

const { count } = postgresql;
const database = [postgresql, mariadb].find(({ pool }) => pool);
if (database) {
  app.get('/db', async (req, res) => res.json(await database.world()));
  app.get('/queries', async (req, res) => res.json(await database.worlds(count(req.query.queries))));
  app.get('/fortunes', async (req, res) => res.type('html').send(await database.fortunes()));
  app.get('/updates', async (req, res) => res.json(await database.updated(count(req.query.queries))));
}
if (postgresql.pool) {
  app.get('/cached-queries', (req, res) => res.json(postgresql.cached(count(req.query.count))));
  app.get('/async-db', async (req, res) => res.json(await items(req.query)));
  crud(app);
}

profiles(app);

process.once('SIGTERM', () => process.exit(0));
app.listen(Number(process.argv[2]), process.argv[3] ?? '127.0.0.1');
