import express from 'express';
import { profiles } from './arena.mjs';
import { cached, count, fortunes, pool, updated, world, worlds } from './te.mjs';

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

if (pool) {
  app.get('/db', async (req, res) => res.json(await world()));
  app.get('/queries', async (req, res) => res.json(await worlds(count(req.query.queries))));
  app.get('/fortunes', async (req, res) => res.type('html').send(await fortunes()));
  app.get('/updates', async (req, res) => res.json(await updated(count(req.query.queries))));
  app.get('/cached-queries', (req, res) => res.json(cached(count(req.query.count))));
}

profiles(app);

process.once('SIGTERM', () => process.exit(0));
app.listen(Number(process.argv[2]), process.argv[3] ?? '127.0.0.1');
