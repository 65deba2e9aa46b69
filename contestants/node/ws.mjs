// The package ws, beside Node.js' own node:http.
import { WebSocketServer } from 'ws';

const server = new WebSocketServer({ port: Number(process.argv[2]), host: process.argv[3] ?? '127.0.0.1', path: '/ws' });
server.on('connection', (socket) => {
  socket.on('error', () => {}); // what breaks the protocol ends its connection
  socket.on('message', (data, binary) => socket.send(data, { binary }));
});

process.once('SIGTERM', () => process.exit(0));
