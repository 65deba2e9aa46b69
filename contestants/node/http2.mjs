// Node.js' own node:http2, without TLS. It speaks nothing else on its port.
import { createServer } from 'node:http2';

const server = createServer((req, res) => {
  const asked = req.method === 'GET' || req.method === 'HEAD';
  if (!asked || req.url.split('?', 1)[0] !== '/json') {
    res.writeHead(404, { 'content-length': 0 }).end();
    return;
  }
  const body = JSON.stringify({ message: 'Hello, World!' });
  res.writeHead(200, { 'content-type': 'application/json', 'content-length': Buffer.byteLength(body) });
  res.end(body);
});

process.once('SIGTERM', () => process.exit(0));
server.listen(Number(process.argv[2]), process.argv[3] ?? '127.0.0.1');
