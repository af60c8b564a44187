// A program: a peer that takes bookings like pgbench's script, with a part more of what the product has. It
// reads a `Rung` as JSON in its argument and answers `POST /api/site/bookings` by bare Express, or the calls
// of another rung over NATS. It says its port (0 without HTTP), and ends with its standard input.
import { randomUUID } from 'node:crypto';
import type { AddressInfo } from 'node:net';
import { connect } from '@nats-io/transport-node';
import express from 'express';
import { Redis } from 'ioredis';
import pg from 'pg';
import { CLIENTS, SAVE, SLOTS, SPEND } from './pgbench.ts';

/**
 * `http`: answers guests. `natsUrl`: calls `subject`, or is called without `http`. `redisUrl`: locks slots.
 */
export type Rung = {
  http: boolean;
  databaseUrl: string;
  natsUrl?: string;
  subject?: string;
  redisUrl?: string;
};

const { http, databaseUrl, natsUrl, subject = '', redisUrl } = JSON.parse(process.argv[2] ?? '') as Rung;
const LOCK_MS = 5000;
/** Gives a lock back, unless it has become somebody else's. */
const UNLOCK = `if redis.call('get', KEYS[1]) == ARGV[1] then return redis.call('del', KEYS[1]) end return 0`;

const pool = new pg.Pool({ connectionString: databaseUrl, max: CLIENTS });
const redis = redisUrl ? new Redis(redisUrl, { enableAutoPipelining: true }) : undefined;
const nats = natsUrl ? await connect({ servers: natsUrl }) : undefined;

type Asked = { slot_id: number; people: number; customer_name: string; customer_email: string };

async function save({ slot_id, people, customer_name, customer_email }: Asked) {
  const [slot, uid] = [(slot_id % SLOTS) + 1, randomUUID()];
  const { rowCount } = await pool.query({ name: 'spend', text: SPEND, values: [slot, uid, people] });
  if (!rowCount) return { full: true };
  const values = [uid, slot, people, customer_name, customer_email];
  const { rows } = await pool.query({ name: 'save', text: SAVE, values });
  return { id: rows[0].id };
}

async function book(asked: Asked) {
  if (!redis) return save(asked);
  const [key, token] = [`peer:slot:${asked.slot_id}`, randomUUID()];
  if (!(await redis.set(key, token, 'PX', LOCK_MS, 'NX'))) return { full: true };
  try {
    return await save(asked);
  } finally {
    await redis.eval(UNLOCK, 1, key, token);
  }
}

if (http) {
  const app = express();
  app.post('/api/site/bookings', express.json(), async (request, response) => {
    const answer = nats
      ? (await nats.request(subject, JSON.stringify(request.body), { timeout: LOCK_MS })).json<{
          full?: true;
        }>()
      : await book(request.body as Asked);
    response.status(answer.full ? 409 : 201).json(answer);
  });
  const server = app.listen(0, '127.0.0.1', () => {
    process.stdout.write(`${(server.address() as AddressInfo).port}\n`);
  });
} else {
  nats?.subscribe(subject, {
    callback: (_, message) => {
      void book(message.json<Asked>()).then((answer) => message.respond(JSON.stringify(answer)));
    },
  });
  await nats?.flush();
  process.stdout.write('0\n');
}
process.stdin.on('end', () => process.exit()).resume();
