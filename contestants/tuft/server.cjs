const { tuft } = require('tuft');

const app = tuft();

// Handlers, not response objects: Tuft would stringify the JSON of a response object once and for all.
app.set('GET|HEAD /', () => ({ json: { message: 'Hello World!' } }));

app.set('GET|HEAD /text', () => ({ text: 'Hello, world!\n' }));

app.set('GET|HEAD /html', (t) => {
  t.setHeader('Last-Modified', 'Tue, 26 Jul 2016 10:24:27 GMT')
    .setHeader('E-Tag', '55829c5b-17')
    .setHeader('Accept-Ranges', 'bytes');
  return { html: '<h1>\nHello World.\n</h1>' };
});

app.set('GET|HEAD /products', () => ({
  json: [
    { id: 1, name: 'Product 1', price: 100 },
    { id: 2, name: 'Product 2', price: 200 },
    { id: 3, name: 'Product 3', price: 300 },
  ],
}));

process.once('SIGTERM', () => process.exit(0));
app.createServer({ host: process.argv[3] ?? '127.0.0.1', port: Number(process.argv[2]) }).start();
