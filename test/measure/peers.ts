// A program: what the gateway is compared with, on the same Node.js. `node peers.ts <database> <NATS>` (URLs)
// answers `GET /same?…` with what was put at the same address before, as bare Express does it,
// `GET /rows/<venue>/<facility>/<from>/<to>` with one SELECT by plain pg, and `GET /called/…` with the same
// SELECT of another process, which it calls over NATS: `node peers.ts <database> <NATS> called`. It
// says its port (0 without HTTP), and ends with its standard input.
import type { AddressInfo } from 'node:net';
import { connect } from '@nats-io/transport-node';
import express from 'express';
import pg from 'pg';

const [databaseUrl, natsUrl = '', called] = process.argv.slice(2);
const SUBJECT = 'peer.rows';
const TIMEOUT_MS = 5000;

const pool = new pg.Pool({ connectionString: databaseUrl, max: 10 });
const nats = await connect({ servers: natsUrl });
const same = new Map<string, Buffer>();

type Asked = { venue: string; facility: string; from: string; to: string };

async function rowsOf({ venue, facility, from, to }: Asked): Promise<object[]> {
  const { rows } = await pool.query({
    name: 'rows',
    text: `SELECT id, starts_at, ends_at, blocked, capacity, booked FROM availability.slot
      WHERE venue_id = $1 AND facility_id = $2 AND starts_at >= $3 AND starts_at < $4`,
    values: [venue, facility, from, to],
  });
  return rows;
}

if (called) {
  nats.subscribe(SUBJECT, {
    callback: (_, message) => {
      void rowsOf(message.json<Asked>()).then((rows) => message.respond(JSON.stringify(rows)));
    },
  });
  await nats.flush();
  process.stdout.write('0\n');
} else {
  const app = express();
  app.put('/same/*path', express.raw({ type: () => true, limit: '2mb' }), (request, response) => {
    same.set(request.originalUrl, request.body as Buffer);
    response.sendStatus(204);
  });
  app.get('/same/*path', (request, response) => {
    response.type('application/json').send(same.get(request.originalUrl));
  });
  app.get('/rows/:venue/:facility/:from/:to', async (request, response) => {
    response.json(await rowsOf(request.params));
  });
  app.get('/called/:venue/:facility/:from/:to', async (request, response) => {
    const answer = await nats.request(SUBJECT, JSON.stringify(request.params), { timeout: TIMEOUT_MS });
    response.json(answer.json());
  });
  const server = app.listen(0, '127.0.0.1', () => {
    process.stdout.write(`${(server.address() as AddressInfo).port}\n`);
  });
}
process.stdin.on('end', () => process.exit()).resume();
