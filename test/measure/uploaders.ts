// A program: the attackers of `npm run measure -- uploads`, in a process of their own. It reads an
// `UploadAttack` and prints an `UploadResult`, both as JSON.
import { request } from 'node:http';
import { connect } from 'node:net';
import { setPriority } from 'node:os';
import { json as readJson } from 'node:stream/consumers';
import { setTimeout as sleep } from 'node:timers/promises';
import * as hostile from '../../services/gateway/testing/hostileImages.ts';

/** Concurrent uploads to some venues, slow bodies, and bodies in tiny chunks. */
export type UploadAttack = {
  url: string;
  token: string;
  venues: string[];
  seconds: number;
  pauseMs: number;
  /** Files that take long to generate, in base64. */
  files: string[];
};
/** Number of responses by status, and of closed connections. */
export type UploadResult = Record<string, number>;

const LARGEST_BYTES = 10 * 1024 * 1024 - 1000;
const SLOW_BODIES = 10;
const SLOW_PIECE_MS = 200;
const TINY_LEAST_MS = 300;
const TINY_CHUNKS = 9900;

// The lowest priority, so that generating files does not slow down the gateway.
setPriority(19);
const attack = (await readJson(process.stdin)) as UploadAttack;
const { hostname: host, port } = new URL(attack.url);
const ends = performance.now() + attack.seconds * 1000;
const isOver = () => performance.now() >= ends;
const result: UploadResult = {};
const count = (answer: string) => {
  result[answer] = (result[answer] ?? 0) + 1;
};

const filled = (head: Buffer, ...bytes: number[]) =>
  Buffer.concat([head, Buffer.alloc(LARGEST_BYTES, Buffer.from(bytes))]);
const JPEG = Buffer.from('ffd8', 'hex');
/** Generated when needed, to keep one file in memory at a time. */
const files: (() => Buffer)[] = [
  ...attack.files.map((file) => () => Buffer.from(file, 'base64')),
  () => hostile.avifOfSizes(LARGEST_BYTES / 20),
  () => hostile.avifOfSizes(320_000 / 20),
  () => hostile.avifOfLevels(LARGEST_BYTES / 8),
  () => hostile.avifOfParts(LARGEST_BYTES / 6),
  () => hostile.avifOfUnits(LARGEST_BYTES / 2),
  () => filled(hostile.avifOfSizes(1), 0, 0, 0, 8, 1, 1, 1, 1),
  () => filled(hostile.avifOfSizes(1), 0, 0, 0, 7),
  () => filled(JPEG, 0xff, 0xe2, 0, 2),
  () => filled(JPEG, 0xff),
  () => filled(JPEG, 0),
  () => filled(Buffer.from('RIFF    WEBPVP8X'), 0),
  () => filled(Buffer.from('<svg '), 0x20),
];

const pathOf = (slug: string) => `/api/admin/venues/${slug}/images`;
const headers = { Authorization: `Bearer ${attack.token}`, 'Content-Type': 'image/avif' };

function upload(slug: string, body: Buffer): Promise<string> {
  return new Promise((resolve) => {
    const outgoing = request({ host, port, method: 'POST', path: pathOf(slug), headers }, (response) => {
      // The gateway may close the connection before its response is complete.
      response.once('error', () => resolve('closed'));
      response.resume().once('end', () => resolve(String(response.statusCode)));
    });
    outgoing.once('error', () => resolve('closed'));
    outgoing.end(body);
  });
}

async function uploadTo(slug: string, first: number): Promise<void> {
  for (let turn = first; !isOver(); turn += 1) {
    const made = files[turn % files.length]?.() ?? JPEG;
    count(await upload(slug, made));
    await sleep(attack.pauseMs);
  }
}

const rawHead = (path: string, more: string) =>
  `POST ${path} HTTP/1.1\r\nHost: ${host}\r\nAuthorization: ${headers.Authorization}\r\n${more}\r\n\r\n`;

/** Sends single bytes of a body at intervals. */
async function sendSlowly(slug: string): Promise<void> {
  while (!isOver()) {
    const socket = connect({ host, port: Number(port) }).on('error', () => {});
    socket.resume().write(rawHead(pathOf(slug), 'Content-Type: image/png\r\nContent-Length: 5000000'));
    while (!isOver() && !socket.closed) {
      socket.write('x');
      await sleep(SLOW_PIECE_MS);
    }
    count('slow body');
    socket.destroy();
  }
}

/** Sends bodies in chunks of one byte, of an upload and of a booking in turn. */
async function sendTinyChunks(slug: string): Promise<void> {
  const chunks = '1\r\n1\r\n'.repeat(TINY_CHUNKS);
  for (let turn = 0; !isOver(); turn += 1) {
    const socket = connect({ host, port: Number(port) }).on('error', () => {});
    const [path, type] =
      turn % 2 === 0
        ? [pathOf(slug), 'Content-Type: image/png']
        : ['/api/site/bookings', `X-Tenant: ${slug}\r\nContent-Type: application/json`];
    socket.resume().write(rawHead(path, `${type}\r\nTransfer-Encoding: chunked`));
    socket.write(chunks);
    socket.setTimeout(1000, () => socket.destroy());
    count('tiny chunks');
    await sleep(Math.max(TINY_LEAST_MS, attack.pauseMs));
  }
}

const [last = ''] = attack.venues.slice(-1);
await Promise.all([
  ...attack.venues.map((slug, index) => uploadTo(slug, index * 5)),
  ...Array.from({ length: SLOW_BODIES }, () => sendSlowly(last)),
  sendTinyChunks(last),
]);
process.stdout.write(JSON.stringify(result), () => process.exit(0));
