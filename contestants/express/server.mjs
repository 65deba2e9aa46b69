import express from 'express';

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

process.once('SIGTERM', () => process.exit(0));
app.listen(Number(process.argv[2]), process.argv[3] ?? '127.0.0.1');
