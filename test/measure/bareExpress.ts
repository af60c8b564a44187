// A program: bare Express on the same Node.js. `PUT` stores the body at the path, and `GET` responds with it.
// It prints its port and ends with its standard input.
import type { AddressInfo } from 'node:net';
import express from 'express';

const stored = new Map<string, Buffer>();
const app = express();
app.put('/*path', express.raw({ type: () => true, limit: '2mb' }), (request, response) => {
  stored.set(request.originalUrl, request.body as Buffer);
  response.sendStatus(204);
});
app.get('/*path', (request, response) => {
  response.type('application/json').send(stored.get(request.originalUrl));
});
const server = app.listen(0, '127.0.0.1', () => {
  process.stdout.write(`${(server.address() as AddressInfo).port}\n`);
});
process.stdin.on('end', () => process.exit()).resume();
