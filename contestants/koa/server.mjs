import Koa from 'koa';
import Router from '@koa/router';

const app = new Koa();
const router = new Router();

router.get('/', (ctx) => {
  ctx.body = { message: 'Hello World!' };
});

router.get('/text', (ctx) => {
  ctx.body = 'Hello, world!\n';
});

router.get('/html', (ctx) => {
  ctx.set({
    'Last-Modified': 'Tue, 26 Jul 2016 10:24:27 GMT',
    'E-Tag': '55829c5b-17',
    'Accept-Ranges': 'bytes',
  });
  ctx.body = '<h1>\nHello World.\n</h1>';
});

router.get('/products', (ctx) => {
  ctx.body = [
    { id: 1, name: 'Product 1', price: 100 },
    { id: 2, name: 'Product 2', price: 200 },
    { id: 3, name: 'Product 3', price: 300 },
  ];
});

app.use(router.routes());

process.once('SIGTERM', () => process.exit(0));
app.listen(Number(process.argv[2]), process.argv[3] ?? '127.0.0.1');
