import assert from 'node:assert/strict';
import type { Pricing } from '@venue-booking/proto/pricing';
import { newPaidVenue } from '../stack/paidVenue.ts';
import type { Stack } from '../stack/stack.ts';
import { name } from './addOnList.ts';

/** €10 per person, with towels (5 a day), robes and a required cleaning fee. */
export const bathHouse: Pricing = {
  ...{ per: 'person', eur: 10, rules: [] },
  add_ons: [
    {
      ...{ key: 'towel', name: name('Handdoek', 'Towel'), eur: 3.5, per: 'piece', max: 6 },
      stock: { per: 'day', count: 5 },
    },
    { key: 'robe', name: name('Badjas', 'Robe'), eur: 7, per: 'person' },
    { key: 'cleaning', name: name('Schoonmaak', 'Cleaning'), eur: 25, per: 'booking', required: true },
  ],
};

/** The form field for the number of towels when a guest changes a booking. */
export const towels = (count: number) => `add_ons.towel=${count}`;

/** A bath house whose guests may change bookings until two hours before the start. */
export async function newBathHouse(stack: Stack, settings: Record<string, unknown> = {}) {
  const { api } = stack;
  const venue = await newPaidVenue(stack, {
    venue: { change_until_hours: 2, ...settings },
    facility: { capacity: 30, max_people_per_booking: 8, pricing: bathHouse },
  });
  return {
    ...venue,
    /** Books and pays for two people: €20, €25 cleaning, and the given number of towels at €3.50. */
    bookTowels: (count: number, slot_id = venue.slots[0]) =>
      venue.bookAndPay({ slot_id, ...(count > 0 && { add_ons: { towel: count } }) }),
    towelsLeft: async (slot = venue.slots[0]) =>
      (await api.get(venue.slug, `/slots/${slot}`)).body.add_ons[0].left,
    /** Replaces the add-ons on offer. */
    async offer(add_ons: unknown) {
      const path = `/venues/${venue.slug}/facilities/${venue.facility}`;
      const { status, text } = await api.admin('PATCH', path, { pricing: { ...bathHouse, add_ons } });
      assert.equal(status, 200, text);
    },
  };
}
