import assert from 'node:assert/strict';
import { after, before, describe, it } from 'node:test';
import { daysAhead, eventually } from './stack/api.ts';
import { checkOut, earlierCommit } from './stack/earlierVersion.ts';
import { follow, payThrough } from './stack/guest.ts';
import { assertBookingsHoldPlaces, assertLedgerHolds, assertNoErrorsLogged } from './stack/ledger.ts';
import { assertMoneyHolds, assertOnce, unbalanced } from './stack/money.ts';
import { newPaidVenue } from './stack/paidVenue.ts';
import { type ServiceName, type Stack, startAsServices } from './stack/stack.ts';

const BEHIND: ServiceName[] = ['catalog', 'availability', 'payment', 'booking'];
const earlier = await earlierCommit();
const skip = 'missing' in earlier;
const why = skip ? ` (not tested: ${earlier.missing})` : '';

/** Who is of the previous commit. */
const mixtures: Record<string, ServiceName[]> = {
  "the previous commit's gateway before today's services": ['gateway'],
  "today's gateway before the previous commit's services": BEHIND,
};

describe(`versions side by side${why}`, { skip }, () => {
  let old: Awaited<ReturnType<typeof checkOut>>;
  before(async () => {
    if (!('missing' in earlier)) old = await checkOut(earlier.commit);
  });
  after(() => old?.remove());

  for (const [mixture, services] of Object.entries(mixtures))
    describe(mixture, () => {
      let stack: Stack;
      before(async () => {
        stack = await startAsServices({
          scripts: Object.fromEntries(services.map((service) => [service, old.script(service)])),
        });
      });
      after(() => stack?.stop());

      it('books, shows and cancels what is free of charge', async () => {
        const { api } = stack;
        const slug = await api.newVenue();
        const facility = await api.newFacility(slug);
        const day = await api.get(slug, `/facilities/${facility}/slots?date=${daysAhead(5)}`);
        const { id: slotId, free } = day.body.slots[0];
        const booked = await api.book(slug, { slot_id: slotId, people: 3 });
        assert.equal(booked.status, 201, booked.text);
        const isFree = async () => (await api.get(slug, `/slots/${slotId}`)).body.free;
        assert.equal(await isFree(), free - 3);
        const ticket = `${api.url}${new URL(booked.body.ticket_url).pathname}`;
        const shown = await follow(ticket, { headers: { Accept: 'application/json' } });
        assert.equal(JSON.parse(shown.text).id, booked.body.booking.id, shown.text);
        assert.equal((await follow(`${ticket}/cancel`, { method: 'POST' })).status, 303);
        assert.equal(await isFree(), free);
      });

      it('books, takes money, and gives it back', async () => {
        const venue = await newPaidVenue(stack);
        const { id, payUrl, ticketUrl } = await venue.book();
        await payThrough(payUrl);
        await venue.becomes(id, 'confirmed');
        assert.equal((await follow(ticketUrl, { headers: { Accept: 'text/html' } })).status, 200);
        assert.equal((await follow(`${ticketUrl}/cancel`, { method: 'POST' })).status, 303);
        await venue.becomes(id, 'cancelled');
        await eventually('the money is given back', async () => (await unbalanced(stack)).length === 0);
      });

      it('keeps the books', async () => {
        await assertOnce(stack);
        await assertMoneyHolds(stack);
        await assertBookingsHoldPlaces(stack);
        await assertLedgerHolds(stack);
        assertNoErrorsLogged(stack);
      });
    });
});
