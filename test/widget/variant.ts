import { beforeAll, describe } from 'vitest';
import { daysAhead, newAddress } from '../stack/api.ts';
import { assertAccessible } from './axe.ts';
import { locales, type Variant } from './guest.ts';
import { allFields, dayFor, newVenueWithTimes } from './venues.ts';
import { freeBooking } from './walks/freeBooking.ts';
import { offline } from './walks/offline.ts';
import { paidBooking } from './walks/paidBooking.ts';
import { slotLost } from './walks/slotLost.ts';
import { standstills } from './walks/standstills.ts';
import type { Venues, Walk } from './walks/walk.ts';
import { inOneWorld } from './world.ts';

const BOOKINGS_PER_HOUR = 20;

/**
 * Walks through every state of the widget with one variant of the picker in one language, and through a
 * booking in the other language.
 */
export function describeVariant(variant: Variant): void {
  const mostly = variant === 'calendar' ? 'en' : 'nl';
  describe(`the ${variant}`, () => {
    const world = inOneWorld();
    let venues: Venues;
    const usedUpAddress = newAddress();
    beforeAll(async () => {
      const [free, single, paid, empty, soon, busy] = await Promise.all([
        newVenueWithTimes(world(), {
          fields: allFields,
          venue: { name: 'Badhuis Noord' },
          others: [
            { name: 'Privébad', mode: 'FULL', capacity: 6, price_eur: 20, description: 'Alleen voor jullie' },
          ],
        }),
        newVenueWithTimes(world(), { facility: { capacity: 1 } }),
        newVenueWithTimes(world(), { paid: true, facility: { price_eur: 12.5 } }),
        newVenueWithTimes(world(), { facility: { active: false } }),
        newVenueWithTimes(world(), { venue: { live: false } }),
        newVenueWithTimes(world(), { facility: { capacity: 100 } }),
      ]);
      venues = { free, single, paid, empty, soon };
      await Promise.all([free.fill(dayFor.full), free.close(dayFor.closed)]);
      const [slot] = await busy.slotsOf(dayFor.full);
      for (let made = 0; made < BOOKINGS_PER_HOUR; made++)
        await world().stack.api.book(busy.slug, { slot_id: slot?.id }, { 'X-Forwarded-For': usedUpAddress });
    });

    for (const locale of locales)
      describe(`in ${locale === 'nl' ? 'Dutch' : 'English'}`, () => {
        const walk = (): Walk => ({
          world: world(),
          variant,
          locale,
          venues,
          usedUpAddress,
          day: daysAhead(locale === 'nl' ? 3 : 4),
          check: async (guest, state) => {
            if (locale !== mostly) return;
            if (!state.startsWith('loading')) await guest.settles();
            await assertAccessible(guest.page, state);
          },
        });
        freeBooking(walk);
        if (locale !== mostly) return;
        for (const walking of [slotLost, paidBooking, standstills, offline]) walking(walk);
      });
  });
}
