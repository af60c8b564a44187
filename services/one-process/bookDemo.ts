import { addDays } from '@venue-booking/domain/schedule/venueTime';
import type { Backends } from '@venue-booking/gateway/backends';
import { newCall, runInCall } from '@venue-booking/kit/concurrency/callContext';
import { DEMO_DAYS, demoParties } from './demo/demoBookings.ts';
import type { DemoVenue } from './demo/demoVenue.ts';
import { demoVenues } from './demo/demoVenues.ts';

/** Timeout of one query or booking. */
const BUDGET_MS = 8000;

/**
 * Creates desk bookings at the demo venues for the coming days, so that some slots are full and some nearly
 * full. Only fills slots without bookings, so each start fills the days added since the last one. The guests
 * have no addresses, so no mail is sent.
 * @param signal aborts when the process stops; the remaining slots stay free
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
        // Vary the pattern, so that facilities side by side differ.
        for (const party of demoParties(made, { date, index: index + 2 * nth, capacity: slot.capacity })) {
          if (signal.aborted) return;
          const request = { slot_id: slot.id, ...party };
          // Ignore rejections: the venue's settings may have changed since.
          await ask(() => booking.desk.create.mutate({ venueId, booking: request, actor: 'demo' })).catch(
            () => {},
          );
        }
      }
    }
}
