import Fastify from 'fastify';

const app = Fastify();

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

process.once('SIGTERM', () => process.exit(0));
await app.listen({ host: process.argv[3] ?? '127.0.0.1', port: Number(process.argv[2]) });
