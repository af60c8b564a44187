import assert from 'node:assert/strict';
import { beforeAll, describe, it } from 'vitest';
import { daysAhead, eventually } from '../stack/api.ts';
import { laterFacility } from '../stack/laterSettings.ts';
import type { Guest, Visit } from './guest.ts';
import { choose, fillIn, sendForm } from './picking.ts';
import { newVenueWithTimes, type VenueWithTimes } from './venues.ts';
import { inOneWorld } from './world.ts';

/** The most expensive day of the venue with prices by day. */
const day = daysAhead(9);
const plain = { name: 'Sauna', opens_at: '10:00', closes_at: '14:00', capacity: 6, price_eur: 12.5 };
const listed = {
  ...laterFacility(plain),
  pricing: {
    per: 'party',
    parties: [
      { people: 1, eur: 60 },
      { people: 3, eur: 100, each_more_eur: 20 },
    ],
    rules: [{ name: 'Feestdag', first_date: day, last_date: day, effect: 'add', eur: 5, per: 'person' }],
  },
};
const { price_eur: _, ...hours } = plain;
const withAddOns = {
  ...hours,
  vat_percent: 21,
  pricing: {
    ...{ per: 'person', eur: 20, rules: [] },
    categories: [
      { key: 'adult', name: { nl: 'Volwassene', en: 'Adult' }, percent: 100 },
      { key: 'child', name: { nl: 'Kind', en: 'Child' }, percent: 50 },
    ],
    add_ons: [
      {
        ...{ key: 'cleaning', name: { nl: 'Schoonmaak', en: 'Cleaning' }, eur: 25, per: 'booking' },
        ...{ required: true, stock: { per: 'slot', count: 6 } },
      },
      {
        key: 'towel',
        name: { nl: 'Handdoek', en: 'Towel' },
        eur: 3.5,
        per: 'piece',
        image: '/demo/towel.svg',
      },
    ],
  },
};
/** `shown`: the price for three that the widget shows. `back`: the refund after cancelling. */
const kinds = [
  {
    kind: 'without anything new',
    venue: {},
    facility: plain,
    shown: /37[.,]50/,
    owed: 37.5,
    back: 37.5,
    hasRoom: false,
  },
  {
    kind: 'with a price list, hours by season and refund tiers',
    venue: { refund_tiers: [{ until_hours: 24, percent: 50 }] },
    facility: listed,
    // It does not know price lists: three times the lowest price per person, a sixth of the price for six
    // (160).
    shown: /79[.,]98/,
    ...{ owed: 115, back: 57.5, hasRoom: false },
  },
  {
    kind: 'with kinds of guests, VAT, add-ons and a room',
    venue: {},
    facility: withAddOns,
    // Three times the lowest price per person: a sixth of the price for six adults with cleaning.
    shown: /72[.,]48/,
    ...{ owed: 85, back: 85, hasRoom: true },
  },
];

describe('a widget from before price lists, hours by season and refund tiers', () => {
  const world = inOneWorld();
  const visit = (tenant: string): Visit => ({ tenant, page: { script: 'released' } });

  /** Opens the ticket from the widget's link and cancels the booking there. */
  async function cancelByTicket({ page, say }: Guest): Promise<void> {
    await page.goto((await page.getByRole('link', { name: say('ticket') }).getAttribute('href')) ?? '');
    await page.locator('summary').click();
    await page.locator('form[action*=cancel] button').click();
    await page
      .getByText(/Geannuleerd/)
      .first()
      .waitFor();
  }

  /** Makes the facility use a room. */
  async function giveRoom({ slug, facility }: VenueWithTimes): Promise<void> {
    const { admin } = world().stack.api;
    const { body } = await admin('POST', `/venues/${slug}/rooms`, { name: 'Hout' });
    const changed = await admin('PATCH', `/venues/${slug}/facilities/${facility}`, { rooms: [body.id] });
    assert.deepEqual(changed.body.rooms, [body.id], changed.text);
  }

  for (const { kind, venue: settings, facility, shown, owed, back, hasRoom } of kinds)
    describe(`at a venue ${kind}`, () => {
      let here: Record<'free' | 'paid', VenueWithTimes>;
      beforeAll(async () => {
        const [free, paid] = await Promise.all(
          [false, true].map((paid) => newVenueWithTimes(world(), { venue: settings, facility, paid })),
        );
        here = { free, paid } as typeof here;
        if (hasRoom) await Promise.all(Object.values(here).map(giveRoom));
      });
      /** Chooses a slot on the day for three people and fills in the details. */
      const upToBooking = async (guest: Guest, { slotsOf }: VenueWithTimes, email: string) => {
        const [slot] = await slotsOf(day);
        assert.ok(slot);
        await guest.arrives('when');
        await choose(guest, slot);
        await guest.arrives('details');
        await fillIn(guest, email, { people: '3' });
        await guest.sees(shown);
        return slot;
      };
      const statusOf = async (venue: VenueWithTimes, email: string) =>
        (await venue.bookings(email))[0]?.status;
      const cancelled = (venue: VenueWithTimes, email: string) =>
        eventually('it is cancelled', async () => (await statusOf(venue, email)) === 'cancelled');

      it('books without online payment, and its guest cancels on the ticket', async () => {
        const email = `released-free-${owed}@example.com`;
        await world().visit(visit(here.free.slug), async (guest) => {
          const slot = await upToBooking(guest, here.free, email);
          await sendForm(guest);
          await guest.arrives('booked');
          const [booking] = await here.free.bookings(email);
          assert.deepEqual(
            [booking?.status, booking?.people, booking?.amount_eur, booking?.starts_at],
            ['confirmed', 3, owed, slot.starts_at],
          );
          await cancelByTicket(guest);
          await cancelled(here.free, email);
          assert.equal((await here.free.slotsOf(day))[0]?.free, slot.capacity);
        });
      });

      it('books and pays the amount that the payment page shows, and cancelling refunds what was promised', async () => {
        const email = `released-paid-${owed}@example.com`;
        await world().visit(visit(here.paid.slug), async (guest) => {
          const { page, say, arrives, sees } = guest;
          await upToBooking(guest, here.paid, email);
          // With refund tiers only a part is refunded, so it must not promise a full refund.
          assert.equal(
            await page.getByText('Je krijgt dan terug wat je hebt betaald.').count(),
            owed === back ? 1 : 0,
          );
          await sendForm(guest);
          await page.waitForURL(/[/]sandbox[/]/);
          await sees(new RegExp(owed.toFixed(2).replace('.', '[.,]')));
          await page.locator('button[name=outcome][value=paid]').click();
          await page.waitForURL(guest.url);
          await arrives('booked');
          await sees(say('paid'));
          await cancelByTicket(guest);
          await cancelled(here.paid, email);
          await eventually('the promised refund is made', async () => {
            const [booking] = await here.paid.bookings(email);
            const payments = (booking?.payments ?? []) as { refunds: { amount_eur: number }[] }[];
            const refunds = payments.flatMap(({ refunds }) => refunds.map(({ amount_eur }) => amount_eur));
            return refunds.length === 1 && refunds[0] === back;
          });
        });
      });
    });
});
