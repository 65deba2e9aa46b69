import Fastify from 'fastify';
import { cached, count, fortunes, pool, updated, world, worlds } from './te.mjs';

// HTTP/2 without TLS shares no port with HTTP/1.1.
const app = Fastify({ http2: process.env.HTTP2 === 'only' });

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

const row = { type: 'object', properties: { id: { type: 'integer' }, randomNumber: { type: 'integer' } } };
const rows = { type: 'array', items: row };

app.get('/json', answers(message), (request, reply) => {
  reply.send({ message: 'Hello, World!' });
});

app.get('/plaintext', (request, reply) => {
  reply.send('Hello, World!');
});

if (pool) {
  app.get('/db', answers(row), () => world());
  app.get('/queries', answers(rows), (request) => worlds(count(request.query.queries)));
  app.get('/fortunes', async (request, reply) => reply.type('text/html; charset=utf-8').send(await fortunes()));
  app.get('/updates', answers(rows), (request) => updated(count(request.query.queries)));
  app.get('/cached-queries', answers(rows), (request, reply) => {
    reply.send(cached(count(request.query.count)));
  });
}

process.once('SIGTERM', () => process.exit(0));
await app.listen({ host: process.argv[3] ?? '127.0.0.1', port: Number(process.argv[2]) });
