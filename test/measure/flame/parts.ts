import type { CallFrame } from './inspector.ts';

/** Whose code a process spends its time in. */

/** A light colour for each part, on which black text is readable. */
export const PARTS = {
  'own code': '#ffd166',
  'mail, own and nodemailer': '#f7a072',
  'HTTP: Node.js and Express': '#9ad1f5',
  tRPC: '#b8c0ff',
  'NATS client': '#8fd9b6',
  'pg driver': '#c3e88d',
  Prisma: '#e0b1ff',
  'Redis client': '#ff9fa3',
  zod: '#f5e6a8',
  'other packages': '#d9c8b4',
  'Node.js and V8': '#d5dae0',
  'freeing memory': '#b9bfc7',
} as const;
export type Part = keyof typeof PARTS;

const PACKAGES: [Part, RegExp][] = [
  ['Prisma', /^@prisma\//],
  ['pg driver', /^(pg|pg-.*|postgres-.*|pgpass)$/],
  ['NATS client', /^@nats-io\//],
  ['tRPC', /^@trpc\//],
  ['Redis client', /^(ioredis|@ioredis\/.*|redis-.*)$/],
  ['zod', /^zod$/],
  ['mail, own and nodemailer', /^(nodemailer|ical-generator|timezones-ical-library)$/],
  ['HTTP: Node.js and Express', /^(express|router|body-parser|send|raw-body|finalhandler|qs|etag|cors)$/],
];

const OWN_MAIL = /services\/booking\/(mail\/|ticket\/calendar)/;

/** The package that a file belongs to. */
const packageOf = (url: string): string | undefined =>
  /.*\/node_modules\/((?:@[^/]+\/)?[^/]+)/.exec(url)?.[1];

/** The part that a call belongs to by itself. */
export function partOf({ functionName, url }: CallFrame): Part {
  if (functionName === '(garbage collector)') return 'freeing memory';
  if (url.startsWith('wasm:') || url.includes('/gen/prisma/')) return 'Prisma';
  if (/^node:(_?http|internal\/http)/.test(url)) return 'HTTP: Node.js and Express';
  if (url === '' || url.startsWith('node:')) return 'Node.js and V8';
  const name = packageOf(url);
  if (name) return PACKAGES.find(([, pattern]) => pattern.test(name))?.[0] ?? 'other packages';
  return OWN_MAIL.test(url) ? 'mail, own and nodemailer' : 'own code';
}

/** What a call is named by: its function, and the package or the file of ours that it is in. */
export function labelOf({ functionName, url }: CallFrame): string {
  const name = functionName || '(anonymous)';
  const own = /\/(?:services|proto)\/(.*)\.ts$/.exec(url)?.[1];
  const place = packageOf(url) ?? own ?? (url.startsWith('node:') ? url : '');
  return place ? `${name} ${place}` : name;
}
