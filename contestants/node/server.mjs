import { readFileSync } from 'node:fs';
import { createServer } from 'node:http';
import { createServer as createSecureServer } from 'node:https';
import { gzip } from 'node:zlib';
import { profiles } from './arena.mjs';
import { ladder } from './ladder.mjs';

const JSON_TYPE = { 'content-type': 'application/json; charset=utf-8' };
const TEXT_TYPE = { 'content-type': 'text/plain; charset=utf-8' };
const HTML_TYPE = {
  'content-type': 'text/html; charset=utf-8',
  'last-modified': 'Tue, 26 Jul 2016 10:24:27 GMT',
  'e-tag': '55829c5b-17',
  'accept-ranges': 'bytes',
};

const routes = new Map([
  ['/', (res) => answer(res, JSON_TYPE, JSON.stringify({ message: 'Hello World!' }))],
  ['/text', (res) => answer(res, TEXT_TYPE, 'Hello, world!\n')],
  ['/html', (res) => answer(res, HTML_TYPE, '<h1>\nHello World.\n</h1>')],
  ['/json', (res) => answer(res, JSON_TYPE, JSON.stringify({ message: 'Hello, World!' }))],
  ['/plaintext', (res) => answer(res, TEXT_TYPE, 'Hello, World!')],
  ['/items', (res, req) => compressed(res, req, JSON_TYPE, JSON.stringify(items()))],
  ['/products', (res) => answer(res, JSON_TYPE, JSON.stringify([
    { id: 1, name: 'Product 1', price: 100 },
    { id: 2, name: 'Product 2', price: 200 },
    { id: 3, name: 'Product 3', price: 300 },
  ]))],
]);

function answer(res, headers, body) {
  res.writeHead(200, { ...headers, 'content-length': Buffer.byteLength(body) });
  res.end(body);
}

function items() {
  return Array.from({ length: 50 }, (_, at) => ({ id: at + 1, name: `Item ${at + 1}`, price: (at + 1) * 100 }));
}

// node:zlib compresses in its thread pool, at its default level.
function compressed(res, req, headers, body) {
  if (!/\bgzip\b/.test(req.headers['accept-encoding'] ?? '')) return answer(res, headers, body);
  gzip(body, (error, packed) => {
    if (error) res.writeHead(500, { 'content-length': 0 }).end();
    else answer(res, { ...headers, 'content-encoding': 'gzip', vary: 'accept-encoding' }, packed);
  });
}

async function climb(res, step) {
  try {
    const body = await ladder(step);
    if (body === undefined) res.writeHead(404, { 'content-length': 0 }).end();
    else answer(res, { 'content-type': 'text/html; charset=utf-8' }, body);
  } catch (error) {
    console.error(error);
    res.writeHead(500, { 'content-length': 0 }).end();
  }
}

function serve(req, res) {
  const query = req.url.indexOf('?');
  const path = query < 0 ? req.url : req.url.slice(0, query);
  const asked = req.method === 'GET' || req.method === 'HEAD';
  const route = asked ? routes.get(path) : undefined;
  if (route) route(res, req);
  else if (asked && path.startsWith('/ladder/')) climb(res, path.slice(8));
  else if (profiles(req, res, path)) return;
  else res.writeHead(404, { 'content-length': 0 }).end();
}

process.once('SIGTERM', () => process.exit(0));
const host = process.argv[3] ?? '127.0.0.1';
createServer(serve).listen(Number(process.argv[2]), host);
const { TLS_PORT, TLS_CERT, TLS_KEY } = process.env;
if (TLS_PORT) {
  createSecureServer({ cert: readFileSync(TLS_CERT), key: readFileSync(TLS_KEY) }, serve).listen(Number(TLS_PORT), host);
}
