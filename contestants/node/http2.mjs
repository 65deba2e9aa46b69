// Node.js' own node:http2. It speaks nothing else on its ports.
import { readFileSync } from 'node:fs';
import { createSecureServer, createServer } from 'node:http2';

function serve(req, res) {
  const asked = req.method === 'GET' || req.method === 'HEAD';
  if (!asked || req.url.split('?', 1)[0] !== '/json') {
    res.writeHead(404, { 'content-length': 0 }).end();
    return;
  }
  const body = JSON.stringify({ message: 'Hello, World!' });
  res.writeHead(200, { 'content-type': 'application/json', 'content-length': Buffer.byteLength(body) });
  res.end(body);
}

process.once('SIGTERM', () => process.exit(0));
const host = process.argv[3] ?? '127.0.0.1';
createServer(serve).listen(Number(process.argv[2]), host);
const { TLS_PORT, TLS_CERT, TLS_KEY } = process.env;
if (TLS_PORT) {
  createSecureServer({ cert: readFileSync(TLS_CERT), key: readFileSync(TLS_KEY) }, serve).listen(Number(TLS_PORT), host);
}
