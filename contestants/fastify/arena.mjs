// HttpArena's profiles (docs/suites.md); the data set is read once.
import { readFile } from 'node:fs/promises';
import { resolve } from 'node:path';
import serveStatic from '@fastify/static';

const items = JSON.parse(await readFile('arena-dataset.json', 'utf8'));

export const integer = { type: 'integer' };
export const string = { type: 'string' };
export const object = (properties) => ({ type: 'object', properties, required: Object.keys(properties) });

const pair = object({ a: integer, b: integer });
const stored = {
  id: integer,
  name: string,
  category: string,
  price: integer,
  quantity: integer,
  active: { type: 'boolean' },
  tags: { type: 'array', items: string },
  rating: object({ score: integer, count: integer }),
};
/** What an item of a database is. */
export const row = object(stored);
const item = object({ ...stored, total: integer });
/** What items of a database are. */
export const listed = {
  querystring: object({ min: integer, max: integer, limit: integer }),
  response: { 200: object({ count: integer, items: { type: 'array', items: row } }) },
};
const counted = {
  params: object({ count: { type: 'integer', minimum: 0 } }),
  querystring: object({ m: integer }),
  response: { 200: object({ count: integer, items: { type: 'array', items: item } }) },
};

export function profiles(app) {
  app.get('/pipeline', (request, reply) => {
    reply.send('ok');
  });

  app.get('/baseline11', { schema: { querystring: pair } }, ({ query: { a, b } }, reply) => {
    reply.send(String(a + b));
  });

  // The body comes as text and is coerced to a number, as the query is.
  app.post('/baseline11', { schema: { querystring: pair, body: integer } }, ({ query: { a, b }, body }, reply) => {
    reply.send(String(a + b + body));
  });

  // Such a body stays a stream, which no bodyLimit concerns.
  app.addContentTypeParser('application/octet-stream', (request, payload, done) => done(null, payload));

  app.post('/upload', async ({ body }) => {
    let size = 0;
    for await (const chunk of body ?? []) size += chunk.length;
    return String(size);
  });

  // Files as they are, or the .br or .gz beside them.
  app.register(serveStatic, { root: resolve('static'), prefix: '/static/', preCompressed: true });

  app.get('/json/:count', { schema: counted }, ({ params: { count }, query: { m } }, reply) => {
    const found = items.slice(0, count);
    reply.send({
      count: found.length,
      items: found.map((one) => ({ ...one, total: one.price * one.quantity * m })),
    });
  });
}
