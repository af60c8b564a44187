import { AdminBooking } from '@venue-booking/proto/booking/adminBooking';
import { AdminFacility } from '@venue-booking/proto/facility/facility';
import { Venue } from '@venue-booking/proto/venue/venue';
import { z } from 'zod';
import { type Api, describeFailure, read } from './api.ts';

/** Identifies the test's venue: never change another venue with the same slug. */
const NAME = 'Smoke test';
/** Age in ms from which a booking was left behind by a killed run. */
const LEFT_MS = 120_000;
/** Timeout for a change of the venue that only has to be saved. */
const SAVE_MS = 7000;

const Shown = z.object(Venue.pick({ name: true, live: true }).shape);
const Booked = z.array(z.object(AdminBooking.pick({ id: true, created_at: true }).shape));
const anything = z.unknown();

/**
 * Finds or creates the test's venue and cancels bookings of earlier runs. @throws Error when the venue is not
 * the test's
 */
export async function findVenue(api: Api, slug: string): Promise<void> {
  const found = await api.admin('GET');
  if (found.status === 404)
    return void read(await api.admin('POST', '/', { body: newVenue(slug) }), anything);
  const { name } = read(found, Shown);
  if (name !== NAME)
    throw new Error(
      `the venue ${slug} is not called "${NAME}", so it is not the test's. Set SMOKE_VENUE to another slug`,
    );
  await cancelBookings(api, ({ created_at }) => Date.parse(created_at) < Date.now() - LEFT_MS);
}

const newVenue = (slug: string) => ({
  ...{ slug, name: NAME, live: false, locale: 'en', timezone: 'UTC', day_start: '00:00' },
  ...{ hold_minutes: 5, cancel_until_hours: 0, retain_days: 0 },
});

/** Finds or creates a facility that is always open. Returns its id. */
export async function findFacility(api: Api): Promise<number> {
  const facilities = read(await api.admin('GET', '/facilities'), z.array(AdminFacility));
  const existing = facilities.find(({ name, active }) => name === NAME && active);
  if (existing) return existing.id;
  const body = {
    ...{ name: NAME, mode: 'CAPACITY', capacity: 10, price_eur: 1 },
    ...{ duration_minutes: 60, opens_at: '00:00', closes_at: '00:00' },
  };
  return read(await api.admin('POST', '/facilities', { body }), AdminFacility).id;
}

/** Links the sandbox. Returns the reason if this installation does not allow it. */
export async function linkSandbox(api: Api): Promise<string | null> {
  const answer = await api.admin('PUT', '/payment-account', { body: { provider: 'sandbox' } });
  if (answer.status !== 422) {
    read(answer, anything);
    return null;
  }
  // An earlier run may have linked it while it was allowed.
  const unlinked = await api.admin('DELETE', '/payment-account');
  if (unlinked.status !== 404) read(unlinked, anything);
  return describeFailure(answer);
}

export const setLive = async (api: Api): Promise<void> =>
  void read(await api.admin('PATCH', '', { body: { live: true } }), anything);

/**
 * Stops bookings at the venue. It is enough that the change is saved: an unreachable service receives it
 * later.
 */
export async function setNotLive(api: Api): Promise<void> {
  const saving = api.admin('PATCH', '', { body: { live: false }, withinMs: SAVE_MS });
  const answer = await saving.catch((error: Error) => error);
  if (!(answer instanceof Error) && answer.status < 300) return;
  const { live } = read(await api.admin('GET'), Shown);
  if (live) throw answer instanceof Error ? answer : new Error(describeFailure(answer));
}

/**
 * Cancels the active bookings of the venue.
 * @param q part of the guest's name
 * @returns how many were cancelled
 */
export async function cancelBookings(
  api: Api,
  which: (booking: z.infer<typeof Booked>[number]) => boolean,
  q = NAME,
): Promise<number> {
  let cancelled = 0;
  for (const status of ['confirmed', 'pending_payment']) {
    const query = new URLSearchParams({ status, q });
    const bookings = read(await api.admin('GET', `/bookings?${query}`), Booked);
    for (const { id } of bookings.filter(which)) {
      read(await api.admin('POST', `/bookings/${id}/cancel`), anything);
      cancelled += 1;
    }
  }
  return cancelled;
}
