// A program: guests who book, in a process of its own. It reads a `Rush` and prints the `Pace`, both as JSON.
import { json } from 'node:stream/consumers';
import { clientOf } from './client.ts';
import { book, bookAndPay } from './guests.ts';
import { freshSlots, type Place } from './venues.ts';
import { keepComing, keepDoing, type Pacing } from './work.ts';

/** Who books where: each a slot that nobody has had, or all the same one of the first place. */
export type Rush = Pacing & {
  url: string;
  places: Place[];
  /** How many slots others have had before. */
  skip: number;
  slotId?: number;
  pays?: boolean;
};

const rush = (await json(process.stdin)) as Rush;
const client = clientOf(rush.url);
const [place] = rush.places;
const { slotId } = rush;
const next = slotId && place ? () => ({ place, slotId }) : freshSlots(rush.places, { skip: rush.skip });
const act = rush.pays ? bookAndPay : book;
const one = () => (({ place, slotId }) => act(client, place, slotId))(next());
const pace = await ('atOnce' in rush ? keepDoing(one, rush) : keepComing(one, rush));
client.close();
process.stdout.write(JSON.stringify(pace));
