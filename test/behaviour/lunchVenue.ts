import assert from 'node:assert/strict';
import type { Pricing } from '@venue-booking/proto/pricing';
import { newPaidVenue } from '../stack/paidVenue.ts';
import type { Stack } from '../stack/stack.ts';

/** €10 per person, and €4 off per booking at 12:00. */
const pricing: Pricing = {
  per: 'person',
  eur: 10,
  rules: [{ name: 'Lunch', from_time: '12:00', to_time: '13:00', effect: 'add', eur: -4, per: 'booking' }],
};

/** A venue that charges €10 per person, with €4 off at 12:00. */
export async function newLunchVenue(
  stack: Stack,
  settings: { venue?: Record<string, unknown>; facility?: Record<string, unknown> },
) {
  const { api } = stack;
  const venue = await newPaidVenue(stack, { ...settings, facility: { ...settings.facility, pricing } });
  const { body: first } = await api.get(venue.slug, `/slots/${venue.slots[0]}`);
  const date: string = first.starts_at.slice(0, 10);
  const { body } = await api.get(venue.slug, `/facilities/${venue.facility}/slots?date=${date}`);
  const slots: { id: number; starts_at: string }[] = body.slots;
  const slotAt = (time: string) =>
    slots.find(({ starts_at }) => starts_at.endsWith(time))?.id ?? assert.fail();
  return {
    ...venue,
    /** The day of its slots. */
    date,
    slotAt,
    /** Books and pays online. Defaults to two people at 10:00 for €20. */
    paid: (changes: Record<string, unknown> = {}) =>
      venue.bookAndPay({ slot_id: slotAt('T10:00'), ...changes }),
  };
}

/** A lunch venue whose guests may change bookings of up to eight people until two hours before the start. */
export const newChangeableVenue = (stack: Stack) =>
  newLunchVenue(stack, {
    venue: { change_until_hours: 2 },
    facility: { capacity: 30, max_people_per_booking: 8 },
  });

export type LunchVenue = Awaited<ReturnType<typeof newLunchVenue>>;
