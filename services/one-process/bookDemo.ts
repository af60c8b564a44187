import type { Backends } from '@venue-booking/gateway/backends';
import { newCall, runInCall } from '@venue-booking/kit/messaging/callContext';
import { addDays } from '@venue-booking/kit/venueTime';
import { DEMO_DAYS, demoParties } from './demo/demoBookings.ts';
import type { DemoVenue } from './demo/demoVenue.ts';
import { demoVenues } from './demo/demoVenues.ts';

/** For one question or one booking. */
const BUDGET_MS = 8000;

/**
 * Books the demo venues of the coming days at their desks, so that a visitor sees what is full and what
 * nearly is. Only slots that nobody has booked are filled: a start makes bookings of the days that have come
 * since the last one. No guest has an address, so no mail is sent.
 * @param signal aborted when the process stops: what is not booked by then stays free
 */
export async function bookDemo(backends: Backends, signal: AbortSignal): Promise<void> {
  for (const demo of demoVenues) await bookVenue(backends, demo, signal);
}

async function bookVenue(
  { catalog, availability, booking }: Backends,
  { venue: { slug }, facilities }: DemoVenue,
  signal: AbortSignal,
): Promise<void> {
  const ask = <T>(work: () => Promise<T>) => runInCall(newCall(BUDGET_MS), work);
  const tenant = await ask(() => catalog.tenant.query({ slug }));
  if (!tenant) return;
  const { venueId } = tenant;
  const { today } = await ask(() => availability.calendar.query({ venueId }));
  const to = addDays(today, DEMO_DAYS - 1);
  const { days } = await ask(() => availability.calendar.query({ venueId, from: today, to }));
  for (const { date, facilities: shown } of days)
    for (const [nth, { name, slots }] of shown.entries()) {
      const made = facilities.find((facility) => facility.name === name);
      if (!made) continue;
      for (const [index, slot] of slots.entries()) {
        if (slot.booked > 0 || slot.reason !== null) continue;
        // Neighbours are not booked alike.
        for (const party of demoParties(made, { date, index: index + 2 * nth, capacity: slot.capacity })) {
          if (signal.aborted) return;
          const wish = { slot_id: slot.id, ...party };
          // What the venue, which may have been changed since, does not take stays free.
          await ask(() => booking.desk.create.mutate({ venueId, booking: wish, actor: 'demo' })).catch(
            () => {},
          );
        }
      }
    }
}
