import { slotIdOf } from '@venue-booking/proto/slotId';
import { daysAhead } from '../stack/api.ts';
import { peopleBooked } from '../stack/ledger.ts';
import { clientOf } from './client.ts';
import { askToBook } from './guests.ts';
import type { Platform } from './platform.ts';
import { type Step, saturate } from './saturation.ts';
import { short, table } from './table.ts';
import { say } from './work.ts';

/** How a race for one slot went: answers by status, and how long until the last of them, in ms. */
type Race = { guests: number; places: number; sold: number; refused: number; took: number };
export type HotSlot = { races: Race[]; steps: Step[] };

/**
 * Everybody wants the same slot: races for the last places, and how many bookings a second one slot takes
 * that never is full.
 */
export async function measureHotSlot(
  platform: Platform,
  { guests, seconds, most }: { guests: number[]; seconds: number; most: number },
): Promise<HotSlot> {
  const { api } = platform.stack;
  const client = clientOf(api.url);
  const slug = await api.newVenue();
  const hourOf = (facility: number, hour: number) =>
    slotIdOf(facility, Date.parse(`${daysAhead(20)}T${String(hour).padStart(2, '0')}:00Z`)) ?? 0;
  const small = await api.newFacility(slug, { capacity: 10 });
  const races: Race[] = [];
  for (const [hour, many] of guests.entries()) {
    say(`a race of ${many} guests for one slot`);
    const slotId = hourOf(small, 6 + hour);
    const startedAt = performance.now();
    const answers = await Promise.all(Array.from({ length: many }, () => askToBook(client, slug, slotId, 1)));
    const took = performance.now() - startedAt;
    const count = (status: number) => answers.filter((answer) => answer.status === status).length;
    const sold = await peopleBooked(platform.stack, slotId);
    races.push({ guests: many, places: 10, sold, refused: count(422), took });
    if (sold !== 10 || count(201) !== 10)
      throw new Error(`${sold} of 10 places sold to ${count(201)} guests`);
  }
  const large = await api.newFacility(slug, { capacity: 100_000 });
  const slotId = hourOf(large, 10);
  const one = async () => {
    const { status, text } = await askToBook(client, slug, slotId, 1);
    if (status !== 201) throw new Error(`${status} ${text}`);
  };
  const steps = await saturate(platform, 'one slot', one, { seconds, most });
  client.close();
  return { races, steps };
}

export const racesTable = ({ races }: HotSlot): string =>
  table(
    ['guests at once', 'places', 'sold', 'refused', 'until the last answer, ms'],
    races.map(({ guests, places, sold, refused, took }) => [guests, places, sold, refused, short(took)]),
  );
