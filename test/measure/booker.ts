// A program: guests who book, so many at once, each a slot that nobody has had, in a process of its own. It
// reads a `Rush` and prints the `Pace`, both as JSON.
import { json } from 'node:stream/consumers';
import { clientOf } from './client.ts';
import { book } from './guests.ts';
import { freshSlots, type Place } from './venues.ts';
import { keepDoing } from './work.ts';

/** Who books where, for how long. @param seed another one for other slots */
export type Rush = { url: string; places: Place[]; seed: number; atOnce: number; seconds: number };

const { url, places, seed, atOnce, seconds } = (await json(process.stdin)) as Rush;
const client = clientOf(url);
const next = freshSlots(places, seed);
const pace = await keepDoing(() => (({ place, slotId }) => book(client, place, slotId))(next()), {
  atOnce,
  seconds,
});
client.close();
process.stdout.write(JSON.stringify(pace));
