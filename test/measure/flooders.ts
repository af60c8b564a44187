// A program: the attackers of `npm run measure -- flood`, in a process of their own. It reads an `Attack` and
// prints a `Repelled`, both as JSON.
import { randomBytes } from 'node:crypto';
import { connect, type Socket } from 'node:net';
import { json as readJson } from 'node:stream/consumers';
import { setTimeout as sleep } from 'node:timers/promises';
import { slotIdOf } from '@venue-booking/proto/facility/slotId';
import { daysAhead } from '../stack/api.ts';
import { clientOf } from './client.ts';

/** Parts of an attack on one venue. Each part has addresses of its own in 127.0.0.0/8. */
export type Attack = {
  url: string;
  slug: string;
  facility: number;
  seconds: number;
  /** Useless requests a second, and from how many addresses. */
  garbage: { perSecond: number; addresses: number };
  /** New connections a second. Each sends 1,500 pipelined requests and reads no response. */
  pipelines: number;
  /** Connections that request large files and read nothing, for 15 s each. */
  slowReaders: number;
  /** Silent connections. A thousand are opened a second, and again 5 s after they were closed. */
  idle: number;
};
export type Repelled = { sent: number; statuses: Record<string, number>; idlePeak: number };

const attack = (await readJson(process.stdin)) as Attack;
const { url, slug, facility } = attack;
const { hostname: host, port } = new URL(url);
const ends = performance.now() + attack.seconds * 1000;
const isOver = () => performance.now() >= ends;
const repelled: Repelled = { sent: 0, statuses: {}, idlePeak: 0 };

const addressOf = (kind: number, number: number) => `127.${kind}.${number >> 8}.${number & 255 || 1}`;
const random = (below: number) => Math.floor(Math.random() * below);
const text = (length: number) => randomBytes(length).toString('base64url').slice(0, length);

const client = clientOf(url, { mostPerAddress: 8 });
const venue = { 'X-Tenant': slug };
const json = { ...venue, 'Content-Type': 'application/json' };
const guest = { customer_name: 'Nobody', customer_email: 'nobody@example.com', people: 1 };
const someDay = () => daysAhead(random(300));
const booking = (body: unknown) =>
  ['POST', '/api/site/bookings', { headers: json, body: JSON.stringify(body) }] as const;
const garbage: (() => Parameters<typeof client.send>)[] = [
  () => ['GET', `/${text(20)}`],
  () => ['POST', '/api/site/bookings', { headers: json, body: '{"slot_id":' }],
  () => [...booking({ slot_id: 1, people: 'many' })],
  () => [...booking({ ...guest, slot_id: random(2 ** 40) })],
  () => [...booking({ ...guest, slot_id: slotIdOf(facility, Date.parse(`${daysAhead(-3)}T12:00Z`)) })],
  () => ['GET', '/api/site/facilities', { headers: { 'X-Tenant': text(12).toLowerCase() } }],
  () => ['GET', `/api/site/facilities/${random(2 ** 26)}/slots?date=${someDay()}`, { headers: venue }],
  () => ['GET', `/api/site/facilities/${facility}/slots?date=${someDay()}`, { headers: venue }],
  () => ['GET', `/api/site/slots/${random(2 ** 40)}`, { headers: venue }],
  () => ['GET', `/tickets/${text(120)}`],
  () => ['GET', `/pay/${text(120)}`],
  () => ['GET', `/api/admin/venues/${slug}`, { headers: { Authorization: `Bearer ${text(40)}` } }],
];

/** Sends requests at a fixed rate, however slow the responses are. */
async function flood({ perSecond, addresses }: Attack['garbage']): Promise<void> {
  let underWay = 0;
  const startedAt = performance.now();
  while (!isOver()) {
    const due = ((performance.now() - startedAt) / 1000) * perSecond;
    for (; repelled.sent < due; repelled.sent++) {
      if (underWay > 5 * perSecond) continue;
      const [method, path, sent] = (garbage[random(garbage.length)] ?? (() => ['GET', '/'] as const))();
      underWay += 1;
      client
        .send(method, path, { ...sent, localAddress: addressOf(2, random(addresses)) })
        .then(({ status }) => String(status))
        .catch((error: NodeJS.ErrnoException) => error.code ?? 'no answer')
        .then((status) => {
          underWay -= 1;
          repelled.statuses[status] = (repelled.statuses[status] ?? 0) + 1;
        });
    }
    await sleep(5);
  }
}

const SLOW_MS = 15_000;
const opened = new Set<Socket>();
function open(localAddress: string, onClose: () => void): Socket {
  const socket = connect({ host, port: Number(port), localAddress });
  opened.add(socket);
  socket.on('error', () => {});
  socket.once('close', () => {
    opened.delete(socket);
    if (!isOver()) onClose();
  });
  return socket;
}

const requests = (path: string, times: number) =>
  `GET ${path} HTTP/1.1\r\nHost: ${host}\r\n\r\n`.repeat(times);

async function pipeline(perSecond: number): Promise<void> {
  for (let number = 0; perSecond > 0 && !isOver(); number++) {
    const socket = open(addressOf(3, number % 1000), () => {});
    socket.pause().write(requests('/openapi.json', 1500));
    setTimeout(() => socket.destroy(), SLOW_MS);
    await sleep(1000 / perSecond);
  }
}

function readSlowly(number: number, path: string): void {
  const socket = open(addressOf(4, number), () => readSlowly(number, path)).pause();
  socket.write(requests(path, 6));
  // A paused socket does not notice that it was closed.
  setTimeout(() => socket.destroy(), SLOW_MS);
}

/** Twenty connections per address. */
function stayIdle(number: number): void {
  // Reading, to notice that the server has closed it.
  open(addressOf(5, number / 20), () => setTimeout(stayIdle, 5000, number)).resume();
}

async function idle(many: number): Promise<void> {
  for (let number = 0; number < many && !isOver(); number++) {
    stayIdle(number);
    if (number % 20 === 0) await sleep(20);
  }
  while (!isOver()) {
    const connected = [...opened].filter((socket) => socket.bytesWritten === 0 && !socket.connecting).length;
    repelled.idlePeak = Math.max(repelled.idlePeak, connected);
    await sleep(500);
  }
}

const page = await client.send('GET', '/docs', { localAddress: addressOf(4, 0) });
const largest = /[^"]*swagger-ui-bundle\.js/.exec(page.text)?.[0] ?? '/openapi.json';
for (let number = 0; number < attack.slowReaders; number++)
  setTimeout(readSlowly, 20 * number, number, largest);
await Promise.all([flood(attack.garbage), pipeline(attack.pipelines), idle(attack.idle)]);
process.stdout.write(JSON.stringify(repelled), () => process.exit(0));
