// A program: guests who book, in a process of their own. It reads a `Crowded` and prints a `Pace`, both as
// JSON.
import { json } from 'node:stream/consumers';
import { clientOf } from './client.ts';
import { book } from './guests.ts';
import { freshSlots, type Place } from './venues.ts';
import { runConcurrently } from './work.ts';

/** `skip`: how many slots earlier crowds have booked. */
export type Crowded = { url: string; places: Place[]; skip: number; concurrency: number; seconds: number };

const crowded = (await json(process.stdin)) as Crowded;
const client = clientOf(crowded.url);
const next = freshSlots(crowded.places, { skip: crowded.skip });
const one = () => (({ place, slotId }) => book(client, place, slotId))(next());
const pace = await runConcurrently(one, crowded);
client.close();
process.stdout.write(JSON.stringify(pace));
