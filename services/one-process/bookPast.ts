import { addDays } from '@venue-booking/domain/schedule/venueTime';
import type { Backends } from '@venue-booking/gateway/backends';
import { newCall, runInCall } from '@venue-booking/kit/concurrency/callContext';
import { parseSlotId } from '@venue-booking/proto/facility/slotId';
import { datePast, type PastBooking } from './datePast.ts';
import type { DemoVenue } from './demo/demoVenue.ts';
import { demoVenues } from './demo/demoVenues.ts';
import { PAST_DAYS, type PastParty, pastParties } from './demo/pastParties.ts';

/** Timeout of one query or booking. */
const BUDGET_MS = 8000;
/** Bookings made at once. Few, because visitors use the product meanwhile. */
const AT_ONCE = 4;
/** Number of days read and filled at a time. */
const CHUNK_DAYS = 7;

const ask = <T>(work: () => Promise<T>) => runInCall(newCall(BUDGET_MS), work);

/**
 * Fills the past days of the demo venues that have no bookings, the latest first, so that reports, the
 * check-in and the search have data. The desk books and cancels, so that the rules of the product apply.
 * @param signal aborts when the process stops; the next start fills the remaining days
 */
export async function bookPast(backends: Backends, databaseUrl: string, signal: AbortSignal): Promise<void> {
  for (const demo of demoVenues) {
    const tenant = await ask(() => backends.catalog.tenant.query({ slug: demo.venue.slug }));
    if (tenant) await bookVenue(backends, databaseUrl, { demo, venueId: tenant.venueId, signal });
  }
}

type Filling = { demo: DemoVenue; venueId: number; signal: AbortSignal };

async function bookVenue(backends: Backends, databaseUrl: string, filling: Filling): Promise<void> {
  const { venueId, signal } = filling;
  const { today } = await ask(() => backends.availability.calendar.query({ venueId }));
  const [from, to] = [addDays(today, -PAST_DAYS), addDays(today, -1)];
  const { spans } = await ask(() => backends.booking.desk.figures.query({ venueId, from, to, by: 'day' }));
  // The first span is the previous period.
  const filled = new Set(
    spans.slice(1).flatMap(({ from: date, bookings, cancelled }) => (bookings + cancelled > 0 ? [date] : [])),
  );
  for (let last = to; last >= from && !signal.aborted; last = addDays(last, -CHUNK_DAYS)) {
    const first = addDays(last, 1 - CHUNK_DAYS);
    const wanted = await partiesBetween(backends, filling, { from: first < from ? from : first, to: last });
    const past = await bookAll(
      backends,
      filling,
      wanted.filter(({ date }) => !filled.has(date)),
    );
    if (past.length > 0) await datePast(databaseUrl, venueId, past);
  }
}

type Wanted = { date: string; slotId: number; party: PastParty };

/** The demo's parties for the slots of some days. */
async function partiesBetween(
  { availability }: Backends,
  { demo, venueId }: Filling,
  days: { from: string; to: string },
): Promise<Wanted[]> {
  const calendar = await ask(() => availability.calendar.query({ venueId, ...days }));
  return calendar.days.flatMap(({ date, facilities }) =>
    facilities.flatMap(({ name, slots }) => {
      const facility = demo.facilities.find((each) => each.name === name);
      return facility
        ? slots.flatMap(({ id, capacity }, index) =>
            pastParties(facility, { date, index, capacity }).map((party) => ({ date, slotId: id, party })),
          )
        : [];
    }),
  );
}

async function bookAll(
  backends: Backends,
  filling: Filling,
  wanted: readonly Wanted[],
): Promise<PastBooking[]> {
  const past: PastBooking[] = [];
  const queue = wanted.values();
  const work = async () => {
    for (const one of queue) {
      if (filling.signal.aborted) return;
      // Ignore rejections: the venue's settings may have changed, or a shared room is taken.
      const booked = await ask(() => book(backends, filling, one)).catch(() => undefined);
      if (booked) past.push(booked);
    }
  };
  await Promise.all(Array.from({ length: AT_ONCE }, work));
  return past;
}

async function book(
  { booking: { desk } }: Backends,
  { demo, venueId }: Filling,
  { slotId, party }: Wanted,
): Promise<PastBooking> {
  const { customer_name, people, add_ons, phone, outcome } = party;
  const extra = Object.fromEntries(
    demo.fields.filter(({ type }) => type === 'tel').map(({ key }) => [key, phone]),
  );
  const request = { slot_id: slotId, customer_name, people, add_ons, extra, locale: 'nl' as const };
  const made = await desk.create.mutate({ venueId, booking: request, actor: 'demo' });
  if (outcome === 'cancelled') await desk.cancel.mutate({ venueId, id: made.id, actor: 'demo' });
  return { booking: made, startsAt: parseSlotId(slotId)?.startsAt ?? 0, party };
}
