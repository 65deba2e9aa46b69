import { readFileSync } from 'node:fs';
import Fastify from 'fastify';
import { listed, profiles } from './arena.mjs';
import { crud } from './arena_crud.mjs';
import { items } from './arena_db.mjs';
import * as postgresql from './te.mjs';
import * as mariadb from './te_mariadb.mjs';

const message = {
  type: 'object',
  properties: { message: { type: 'string' } },
};

const products = {
  type: 'array',
  items: {
    type: 'object',
    properties: { id: { type: 'integer' }, name: { type: 'string' }, price: { type: 'integer' } },
  },
};

const answers = (schema) => ({ schema: { response: { 200: schema } } });

const row = { type: 'object', properties: { id: { type: 'integer' }, randomNumber: { type: 'integer' } } };
const rows = { type: 'array', items: row };
const { count } = postgresql;
const database = [postgresql, mariadb].find(({ pool }) => pool);

function route(app) {
  app.get('/', answers(message), (request, reply) => {
    reply.send({ message: 'Hello World!' });
  });

  app.get('/text', (request, reply) => {
    reply.send('Hello, world!\n');
  });

  app.get('/html', (request, reply) => {
    reply
      .headers({
        'last-modified': 'Tue, 26 Jul 2016 10:24:27 GMT',
        'e-tag': '55829c5b-17',
        'accept-ranges': 'bytes',
      })
      .type('text/html; charset=utf-8')
      .send('<h1>\nHello World.\n</h1>');
  });

  app.get('/products', answers(products), (request, reply) => {
    reply.send([
      { id: 1, name: 'Product 1', price: 100 },
      { id: 2, name: 'Product 2', price: 200 },
      { id: 3, name: 'Product 3', price: 300 },
    ]);
  });

  app.get('/json', answers(message), (request, reply) => {
    reply.send({ message: 'Hello, World!' });
  });

  app.get('/plaintext', (request, reply) => {
    reply.send('Hello, World!');
  });

  app.get('/wf', (request, reply) => reply.send());
  app.get('/user/:id', (request, reply) => reply.send(request.params.id));
  app.post('/user', (request, reply) => reply.send());

  if (database) {
    app.get('/db', answers(row), () => database.world());
    app.get('/queries', answers(rows), (request) => database.worlds(count(request.query.queries)));
    app.get('/fortunes', async (request, reply) => reply.type('text/html; charset=utf-8').send(await database.fortunes()));
    app.get('/updates', answers(rows), (request) => database.updated(count(request.query.queries)));
  }
  if (postgresql.pool) {
    app.get('/cached-queries', answers(rows), (request, reply) => {
      reply.send(postgresql.cached(count(request.query.count)));
    });
    app.get('/async-db', { schema: listed }, (request) => items(request.query));
    crud(app);
  }
  profiles(app);
  return app;
}

process.once('SIGTERM', () => process.exit(0));
const host = process.argv[3] ?? '127.0.0.1';
// HTTP/2 without TLS shares no port with HTTP/1.1.
const http2 = process.env.HTTP2 === 'only';
await route(Fastify({ http2 })).listen({ host, port: Number(process.argv[2]) });
const { TLS_PORT, TLS_CERT, TLS_KEY } = process.env;
if (TLS_PORT) {
  const https = { cert: readFileSync(TLS_CERT), key: readFileSync(TLS_KEY) };
  await route(Fastify({ http2, https })).listen({ host, port: Number(TLS_PORT) });
}
