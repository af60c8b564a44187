// A program: guests who arrive at random times within some seconds and want the same few slots, in a process
// of their own. It reads a `Rush` and prints a `Rushed`, both as JSON.
import { json } from 'node:stream/consumers';
import { setTimeout as sleep } from 'node:timers/promises';
import { clientOf } from './client.ts';
import { requestBooking } from './guests.ts';

export type Rush = { url: string; slug: string; slotIds: number[]; guests: number; seconds: number };
/** Responses by status, and the longest wait of a guest since the arrival, in s. */
export type Rushed = { answers: Record<string, number>; longest: number };

const { url, slug, slotIds, guests, seconds } = (await json(process.stdin)) as Rush;
const client = clientOf(url);
const rushed: Rushed = { answers: {}, longest: 0 };
const startedAt = performance.now();
await Promise.all(
  Array.from({ length: guests }, async (_, nth) => {
    const due = startedAt + Math.random() * seconds * 1000;
    await sleep(Math.max(0, due - performance.now()));
    const { status } = await requestBooking(client, slug, slotIds[nth % slotIds.length] ?? 0, 1);
    rushed.answers[status] = (rushed.answers[status] ?? 0) + 1;
    rushed.longest = Math.max(rushed.longest, (performance.now() - due) / 1000);
  }),
);
client.close();
process.stdout.write(JSON.stringify(rushed));
