import assert from 'node:assert/strict';
import { before, describe, it } from 'node:test';
import { eventually } from '../stack/api.ts';
import { follow, payThrough } from '../stack/guest.ts';
import { newPaidVenue, type PaidVenue } from '../stack/paidVenue.ts';
import type { Stack } from '../stack/stack.ts';

/** What a venue keeps when it cancels. */
export function keptMoney(stack: () => Stack): void {
  describe('cancelling without a refund', () => {
    let venue: PaidVenue;
    before(async () => {
      venue = await newPaidVenue(stack());
    });
    const cancel = (id: number, body?: unknown) =>
      stack().api.admin('POST', `/venues/${venue.slug}/bookings/${id}/cancel`, body);
    const refundsOf = async (id: number) =>
      (await venue.shown(id)).payments.flatMap((it: { refunds: unknown[] }) => it.refunds);

    it('keeps what was paid, says so to the guest, and can be given back later', async () => {
      const { id, payUrl, email, ticketUrl } = await venue.book();
      await payThrough(payUrl);
      await venue.becomes(id, 'confirmed');
      const { status, body } = await cancel(id, { refund: false });
      assert.deepEqual(
        [status, body.status, body.payment_status, body.money_kept],
        [200, 'cancelled', 'paid', true],
      );
      assert.equal(body.history.at(-1).note, 'without refund');
      const told = () =>
        stack()
          .mail.to(email)
          .find(({ mail }) => mail.subject?.startsWith('Boeking geannuleerd'));
      await eventually('it was mailed', () => told() !== undefined);
      assert.match(told()?.mail.text ?? '', /wordt niet terugbetaald/);
      const ticket = await follow(ticketUrl, { headers: { Accept: 'text/html', 'Accept-Language': 'nl' } });
      assert.match(ticket.text, /wordt niet terugbetaald/);
      assert.deepEqual(await refundsOf(id), []);
      // Cancelled again it is cancelled once: no money moves by that.
      assert.equal((await cancel(id)).status, 200);
      const refund = await stack().api.admin('POST', `/venues/${venue.slug}/bookings/${id}/refunds`, {});
      assert.equal(refund.status, 201);
      assert.equal((await refundsOf(id)).length, 1);
      // The history names who refunded, not who cancelled.
      const refunder = async () =>
        (await venue.shown(id)).history.find(({ action }: { action: string }) => action === 'refunded')
          ?.actor;
      await eventually('it is in the history', async () => (await refunder()) !== undefined);
      assert.equal(await refunder(), 'operator');
    });

    it('gives money back that comes after it: nobody has agreed that that is kept', async () => {
      const { id, payUrl } = await venue.book();
      const { body } = await cancel(id, { refund: false });
      assert.deepEqual([body.status, body.money_kept], ['cancelled', false]);
      assert.notEqual((await follow(payUrl)).status, 303, 'it can not be paid any more');
    });
  });
}
