import { Hono } from 'hono';
import { upgradeWebSocket, websocket } from 'hono/bun';
import { profiles } from './arena';
import { cached, count, fortunes, sql, updated, world, worlds } from './te';

const app = new Hono(); // and HEAD: Hono adds it

app.get('/json', (c) => c.json({ message: 'Hello, World!' }));
app.get('/plaintext', (c) => c.text('Hello, World!'));
app.get('/ws', upgradeWebSocket(() => ({ onMessage: (event, socket) => socket.send(event.data) })));
app.route('/', profiles);

if (sql) {
  app.get('/db', async (c) => c.json(await world()));
  app.get('/queries', async (c) => c.json(await worlds(count(c.req.query('queries')))));
  app.get('/fortunes', async (c) => c.html(await fortunes()));
  app.get('/updates', async (c) => c.json(await updated(count(c.req.query('queries')))));
  app.get('/cached-queries', (c) => c.json(cached(count(c.req.query('count')))));
}

process.once('SIGTERM', () => process.exit(0));
Bun.serve({ port: Number(process.argv[2]), hostname: process.argv[3] ?? '127.0.0.1', fetch: app.fetch, websocket });
