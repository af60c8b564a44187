import { daysAhead, eventually } from '../stack/api.ts';
import { type Stack, startInOneProcess } from '../stack/stack.ts';
import { compareInTurn, type Request } from './inTurn.ts';
import { seedBookings } from './seed.ts';
import { print } from './work.ts';

type Extent = { bookings: number; rounds: number };
export const FULL_OLD: Extent = { bookings: 1_000_000, rounds: 60 };
export const QUICK_OLD: Extent = { bookings: 100, rounds: 3 };

/** Days over which the bookings are spread, back from now: 550 a day if there are a million. */
const DAYS_BACK = 5 * 365;
/** Days back of which both venues have the bookings: a report reads a month and the month before. */
const RECENT_DAYS = 61;

/**
 * Compares a venue that is two months old with one that has many older bookings, in turn, on two
 * installations. Both have the same last two months.
 * @returns the median time of each request in ms
 */
export async function measureOldBookings({ bookings, rounds }: Extent): Promise<string> {
  const stacks: Stack[] = [];
  try {
    const both: Record<string, Request>[] = [];
    for (const days of [RECENT_DAYS, DAYS_BACK]) {
      const stack = await startInOneProcess();
      stacks.push(stack);
      both.push(await requestsOf(stack, { days, bookings: Math.ceil((bookings * days) / DAYS_BACK) }));
    }
    const [without, withOld] = both as [Record<string, Request>, Record<string, Request>];
    return await compareInTurn([without, withOld], { heads: ['without', 'with'], rounds });
  } finally {
    for (const stack of stacks) await stack.stop();
  }
}

async function requestsOf(
  { api, database }: Stack,
  { days, bookings }: { days: number; bookings: number },
): Promise<Record<string, Request>> {
  const slug = await api.newVenue();
  const facility = await api.newFacility(slug, { capacity: 1000 });
  await eventually('booking has the facility', async () => {
    const { rows } = await database.query('SELECT FROM booking.facility WHERE id = $1', [facility]);
    return rows.length === 1;
  });
  print(`making ${bookings} bookings of the last ${days} days`);
  await seedBookings(database, { facility, bookings, spread: -days * 24 });
  const { body } = await api.get(slug, `/facilities/${facility}/slots?date=${daysAhead(1)}`);
  const slots = body.slots.map(({ id }: { id: number }) => id);
  const inVenue = (path: string) => api.admin('GET', `/venues/${slug}${path}`);
  const requests: Record<string, Request> = {
    'a booking': (round) => api.book(slug, { slot_id: slots[round % slots.length], people: 1 }),
    "a day's slots": (round) => api.get(slug, `/facilities/${facility}/slots?date=${daysAhead(round + 1)}`),
    'availability of a month': (round) =>
      api.get(
        slug,
        `/facilities/${facility}/availability?from=${daysAhead(round + 1)}&to=${daysAhead(round + 30)}`,
      ),
    "the desk's day": (round) =>
      inVenue(`/calendar?from=${daysAhead(1 + (round % 2))}&to=${daysAhead(1 + (round % 2))}`),
    'bookings of a day': () => inVenue(`/bookings?from=${daysAhead(1)}&to=${daysAhead(1)}`),
    'newest bookings': () => inVenue('/bookings?limit=50'),
    'search by name': () => inVenue('/bookings?q=Anna%20Jansen'),
    attention: () => inVenue('/attention'),
    'report of a month': () => inVenue(`/figures?from=${daysAhead(-30)}&to=${daysAhead(-1)}`),
  };
  return requests;
}
