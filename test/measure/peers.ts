// A program: what the gateway is compared with, on the same Node.js. `node peers.ts <database URL>` answers
// `GET /same?…` with what was put at the same address before, as bare Express does it, and
// `GET /rows/<venue>/<facility>/<from>/<to>` with one SELECT by plain pg. It says its port, and ends with its
// standard input.
import type { AddressInfo } from 'node:net';
import express from 'express';
import pg from 'pg';

const pool = new pg.Pool({ connectionString: process.argv[2], max: 10 });
const same = new Map<string, Buffer>();

const app = express();
app.put('/same/*path', express.raw({ type: () => true, limit: '2mb' }), (request, response) => {
  same.set(request.originalUrl, request.body as Buffer);
  response.sendStatus(204);
});
app.get('/same/*path', (request, response) => {
  response.type('application/json').send(same.get(request.originalUrl));
});
app.get('/rows/:venue/:facility/:from/:to', async (request, response) => {
  const { venue, facility, from, to } = request.params;
  const { rows } = await pool.query({
    name: 'rows',
    text: `SELECT id, starts_at, ends_at, blocked, capacity, booked FROM availability.slot
      WHERE venue_id = $1 AND facility_id = $2 AND starts_at >= $3 AND starts_at < $4`,
    values: [venue, facility, from, to],
  });
  response.json(rows);
});

const server = app.listen(0, '127.0.0.1', () => {
  process.stdout.write(`${(server.address() as AddressInfo).port}\n`);
});
process.stdin.on('end', () => process.exit()).resume();
