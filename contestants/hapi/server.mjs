import Hapi from '@hapi/hapi';

const server = Hapi.server({ host: process.argv[3] ?? '127.0.0.1', port: Number(process.argv[2]) });

server.route({
  method: 'GET',
  path: '/',
  handler: () => ({ message: 'Hello World!' }),
});

server.route({
  method: 'GET',
  path: '/text',
  handler: (request, h) => h.response('Hello, world!\n').type('text/plain'),
});

server.route({
  method: 'GET',
  path: '/html',
  handler: (request, h) => h.response('<h1>\nHello World.\n</h1>')
    .header('Last-Modified', 'Tue, 26 Jul 2016 10:24:27 GMT')
    .header('E-Tag', '55829c5b-17')
    .header('Accept-Ranges', 'bytes'),
});

server.route({
  method: 'GET',
  path: '/products',
  handler: () => [
    { id: 1, name: 'Product 1', price: 100 },
    { id: 2, name: 'Product 2', price: 200 },
    { id: 3, name: 'Product 3', price: 300 },
  ],
});

process.once('SIGTERM', () => process.exit(0));
await server.start();
