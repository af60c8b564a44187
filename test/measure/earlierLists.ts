import { call, daysAhead, eventually } from '../stack/api.ts';
import { checkOut, earlierCommit } from '../stack/earlierVersion.ts';
import { SERVICES, type Shape, type Stack, startAsServices } from '../stack/stack.ts';
import { compareInTurn, type Request } from './inTurn.ts';
import { seedBookings } from './seed.ts';
import { print } from './work.ts';

type Extent = { bookings: number; waiting: number; rounds: number };
export const FULL_LISTS: Extent = { bookings: 100_000, waiting: 10_000, rounds: 40 };
export const QUICK_LISTS: Extent = { bookings: 100, waiting: 10, rounds: 2 };

/** Days over which the bookings are spread, from now on. */
const DAYS = 120;

/**
 * Compares the lists and reports of a large venue with those of an earlier version, in turn, each on an
 * installation of its own. Today's venue also has guests on the waiting list.
 * @returns the median time of each request in ms
 */
export async function measureEarlierLists(extent: Extent): Promise<string> {
  const earlier = await earlierCommit();
  if ('missing' in earlier) throw new Error(`No earlier version: ${earlier.missing}.`);
  const { script, remove } = await checkOut(earlier.commit);
  const stacks: Stack[] = [];
  try {
    const requestsOf = async (shape: Shape, waiting: number) => {
      const stack = await startAsServices(shape);
      stacks.push(stack);
      return listRequests(stack, { ...extent, waiting });
    };
    const scripts = Object.fromEntries(SERVICES.map((service) => [service, script(service)]));
    // Its services create their own tables.
    const before = await requestsOf({ scripts, prepare: async () => undefined }, 0);
    const now = await requestsOf({}, extent.waiting);
    return await compareInTurn([before, now], { heads: ['before', 'now'], rounds: extent.rounds });
  } finally {
    for (const stack of stacks) await stack.stop();
    await remove();
  }
}

async function listRequests(
  { api, database, operatorToken }: Stack,
  { bookings, waiting }: Extent,
): Promise<Record<string, Request>> {
  const slug = await api.newVenue();
  const facility = await api.newFacility(slug, { capacity: 1000 });
  await eventually('booking has the facility', async () => {
    const { rows } = await database.query('SELECT FROM booking.facility WHERE id = $1', [facility]);
    return rows.length === 1;
  });
  print(`making ${bookings} bookings and ${waiting} waiting guests`);
  await seedBookings(database, { facility, bookings, spread: DAYS * 24 });
  if (waiting > 0) {
    await database.query(
      `INSERT INTO booking.waiting (venue_id, facility_id, day, people, party, customer_name, customer_email,
         locale, status, nonce)
       SELECT f.venue_id, f.id, (current_date + n % ${DAYS})::date, 1, '{}', 'Guest ' || n,
         'waiting.' || n || '@example.com', 'nl', 'waiting', '\\x00'
       FROM booking.facility f, generate_series(1, $2) n WHERE f.id = $1`,
      [facility, waiting],
    );
    await database.query('VACUUM ANALYZE booking.waiting');
  }
  const get = (path: string, accept = 'application/json') =>
    call(`${api.url}/api/admin/venues/${slug}${path}`, {
      headers: { authorization: `Bearer ${operatorToken}`, accept },
    });
  const day = (round: number) => daysAhead(1 + (round % 60));
  return {
    'newest bookings': () => get('/bookings?limit=50'),
    'bookings of a day': (round) => get(`/bookings?from=${day(round)}&to=${day(round)}`),
    'search by name': (round) => get(`/bookings?q=Guest%20${round + 10}`),
    'calendar of a day': (round) => get(`/calendar?from=${day(round)}&to=${day(round)}`),
    'calendar of a week': (round) => get(`/calendar?from=${day(round)}&to=${daysAhead(7 + (round % 60))}`),
    'check-ins of today': () => get('/check-ins'),
    attention: () => get('/attention'),
    'report of a month': (round) => get(`/figures?from=${day(round)}&to=${daysAhead(30 + (round % 60))}`),
    'payments of a month': (round) =>
      get(`/figures/payments?from=${day(round)}&to=${daysAhead(30 + (round % 60))}`),
    'file of a week': (round) =>
      get(`/bookings?from=${day(round)}&to=${daysAhead(7 + (round % 60))}`, 'text/csv'),
  };
}
