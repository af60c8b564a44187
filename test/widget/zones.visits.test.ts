import assert from 'node:assert/strict';
import { beforeAll, describe, it } from 'vitest';
import { daysAhead } from '../stack/api.ts';
import { variants } from './guest.ts';
import { chooseDay, fillIn, nameOf, sendForm, time } from './picking.ts';
import { newVenueWithTimes, type VenueWithTimes } from './venues.ts';
import { inOneWorld } from './world.ts';

// UTC+14 and UTC−7 or −8: at any hour one of them has another date than the venue.
const zones = ['Pacific/Kiritimati', 'America/Los_Angeles'];

describe('a guest in another timezone', () => {
  const world = inOneWorld();
  let venue: VenueWithTimes;
  beforeAll(async () => {
    // The booking day runs from 6:00 to 6:00, and the slots from 20:00 to 04:00, around the venue's midnight.
    venue = await newVenueWithTimes(world(), {
      venue: { timezone: 'Europe/Amsterdam', day_start: '06:00' },
      facility: { opens_at: '20:00', closes_at: '04:00', duration_minutes: 120, capacity: 20 },
    });
  });

  for (const timezoneId of zones)
    for (const [index, variant] of variants.entries())
      it(`sees and books the venue's local time in ${timezoneId}, in the ${variant}`, async () => {
        const date = daysAhead(8 + index);
        const slots = await venue.slotsOf(date);
        assert.deepEqual(
          slots.map(({ starts_at }) => starts_at),
          [
            `${date}T20:00`,
            `${date}T22:00`,
            `${daysAhead(9 + index)}T00:00`,
            `${daysAhead(9 + index)}T02:00`,
          ],
        );
        // One zone books just before midnight, the other just after it, both on the same booking day.
        const slot = slots[index === 0 ? 1 : 2];
        assert.ok(slot);
        const email = `${timezoneId.replace(/\W/g, '-')}-${variant}@example.com`;
        await world().visit({ tenant: venue.slug, variant, locale: 'en', timezoneId }, async (guest) => {
          const { page, arrives } = guest;
          await arrives('when');
          await chooseDay(guest, date);
          await time(guest, slot).waitFor();
          for (const { id, starts_at, ends_at } of slots) {
            const name = await nameOf(time(guest, { id }));
            assert.ok(name.includes(starts_at.slice(11)), `“${name}” contains ${starts_at}`);
            assert.ok(name.includes(ends_at.slice(11)), `“${name}” contains ${ends_at}`);
          }
          await time(guest, slot).click();
          await arrives('details');
          const text = await page.locator('venue-booking section').innerText();
          assert.ok(text.includes(slot.starts_at.slice(11)), text);
          await fillIn(guest, email);
          await sendForm(guest);
          await arrives('booked');
        });
        const [booking] = await venue.bookings(email);
        assert.equal(booking?.starts_at, slot.starts_at);
        const { rows } = await world().stack.database.query(
          `SELECT to_char(starts_at AT TIME ZONE 'Europe/Amsterdam', 'YYYY-MM-DD"T"HH24:MI') AS starts_at
           FROM booking.booking WHERE customer_email = $1`,
          [email],
        );
        assert.equal(rows[0]?.starts_at, slot.starts_at);
      });

  it("takes today from the venue, not from the guest's clock", async () => {
    for (const timezoneId of zones)
      await world().visit({ tenant: venue.slug, variant: 'strip', timezoneId }, async (guest) => {
        await guest.arrives('when');
        const { body } = await world().stack.api.get(
          venue.slug,
          `/facilities/${venue.facility}/availability`,
        );
        const today = guest.page.locator(`button[data-date="${body.from}"]`);
        await guest.page.locator('button[data-date]').first().waitFor();
        // Even if no slot is left late in the venue's night, the strip begins with today.
        await today.waitFor();
        assert.ok(!(await nameOf(today)).includes(guest.say('past')), 'today is not over');
      });
  });
});
