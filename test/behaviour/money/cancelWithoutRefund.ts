import assert from 'node:assert/strict';
import { beforeAll, describe, it } from 'vitest';
import { eventually } from '../../stack/api.ts';
import { follow } from '../../stack/guest.ts';
import { booksBalance, unbalanced } from '../../stack/money.ts';
import { newPaidVenue, type PaidVenue } from '../../stack/paidVenue.ts';
import type { Stack } from '../../stack/stack.ts';

/** The history entry of the cancellation. An entry of the refund may follow at any time. */
const cancellationIn = ({ history }: { history: { action: string; note: string }[] }) =>
  history.findLast(({ action }) => action === 'cancelled') ?? assert.fail('not cancelled');

/** What a venue keeps when it cancels, or when a guest cancels under its refund rules. */
export function cancelWithoutRefund(stack: () => Stack): void {
  describe('cancelling without a refund', () => {
    let venue: PaidVenue;
    beforeAll(async () => {
      venue = await newPaidVenue(stack());
    });
    const cancel = (id: number, body?: unknown) =>
      stack().api.admin('POST', `/venues/${venue.slug}/bookings/${id}/cancel`, body);
    const refundsOf = async (id: number) =>
      (await venue.shown(id)).payments.flatMap((it: { refunds: unknown[] }) => it.refunds);

    it('keeps the payment, notifies the guest, and allows a refund later', async () => {
      const { id, email, ticketUrl } = await venue.bookAndPay();
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
      await eventually('the mail is sent', () => told() !== undefined);
      assert.match(told()?.mail.text ?? '', /wordt niets terugbetaald/);
      const ticket = await follow(ticketUrl, { headers: { Accept: 'text/html', 'Accept-Language': 'nl' } });
      assert.match(ticket.text, /wordt niet terugbetaald/);
      assert.deepEqual(await refundsOf(id), []);
      // Cancelling again changes nothing and moves no money.
      assert.equal((await cancel(id)).status, 200);
      const refund = await stack().api.admin('POST', `/venues/${venue.slug}/bookings/${id}/refunds`, {});
      assert.equal(refund.status, 201);
      assert.equal((await refundsOf(id)).length, 1);
      // The actor is who refunded, not who cancelled.
      const refunder = async () =>
        (await venue.shown(id)).history.find(({ action }: { action: string }) => action === 'refunded')
          ?.actor;
      await eventually('the refund is in the history', async () => (await refunder()) !== undefined);
      assert.equal(await refunder(), 'operator');
    });

    it('keeps nothing of an unpaid booking, and its pay link stops working', async () => {
      const { id, payUrl } = await venue.book();
      const { body } = await cancel(id, { refund: false });
      assert.deepEqual([body.status, body.money_kept], ['cancelled', false]);
      assert.notEqual((await follow(payUrl)).status, 303, 'the pay link no longer works');
    });
  });

  describe('cancelling under refund rules', () => {
    const tiers = (hours: number) => [
      { until_hours: hours + 24, percent: 100 },
      { until_hours: hours, percent: 33 },
    ];
    let venue: PaidVenue;
    beforeAll(async () => {
      venue = await newPaidVenue(stack(), {
        venue: { cancel_until_hours: 0, refund_tiers: tiers(24) },
        facility: { price_eur: 0.5 },
      });
    });
    const admin = (method: string, path: string, body?: unknown) =>
      stack().api.admin(method, `/venues/${venue.slug}${path}`, body);
    const ticketOf = async (url: string) =>
      JSON.parse((await follow(url, { headers: { Accept: 'application/json' } })).text);
    const pageOf = async (url: string, init: RequestInit = {}) => {
      const headers = { Accept: 'text/html', 'Accept-Language': 'nl' };
      const { status, text } = await follow(url, { ...init, headers });
      return { status, text: text.replaceAll('\u00a0', ' ') };
    };
    const formOf = (text: string, url: string) =>
      new URL(/action="([^"]+)"/.exec(text)?.[1]?.replaceAll('&amp;', '&') ?? '', url).href;
    /** Moves a booking's start to the given number of hours from now. */
    const startIn = (id: number, hours: number) =>
      stack().database.query(
        `UPDATE booking.booking SET starts_at = now() + $2 * interval '1 hour', ends_at = now() + ($2 + 1) * interval '1 hour'
         WHERE id = $1`,
        [id, hours],
      );
    const paid = () => venue.bookAndPay({ people: 1 });
    const mailOf = (email: string, subject: string) =>
      stack()
        .mail.to(email)
        .find(({ mail }) => mail.subject?.startsWith(subject))?.mail.text;

    it('guests see the refund rules before booking, limited to the time in which they may cancel', async () => {
      const rules = async () => (await stack().api.get(venue.slug, '/facilities')).body.refund_tiers;
      assert.deepEqual(await rules(), [...tiers(24), { until_hours: 0, percent: 0 }]);
      assert.equal((await admin('PATCH', '', { cancel_until_hours: 30 })).status, 200);
      assert.deepEqual(await rules(), [tiers(24)[0], { until_hours: 30, percent: 33 }]);
      assert.equal((await admin('PATCH', '', { cancel_until_hours: 0 })).status, 200);
    });

    it('cancelling refunds all, a share rounded up to the cent, or nothing, depending on the time', async () => {
      for (const [hours, back, kept] of [
        [50, 0.5, undefined],
        [30, 0.17, 0.33],
        [10, 0, 0.5],
      ] as const) {
        const { id, ticketUrl, email } = await paid();
        await startIn(id, hours);
        const [tier] = (await ticketOf(ticketUrl)).refund_tiers;
        assert.deepEqual([tier.refund_eur, tier.kept_eur], [back, kept ?? 0]);
        const { text } = await pageOf(ticketUrl);
        const told = back ? `je € ${back.toFixed(2).replace('.', ',')} terug` : 'je niets terug';
        assert.ok(text.includes(`Annuleer je nu, dan krijg ${told}.`), text);
        assert.equal((await pageOf(formOf(text, ticketUrl), { method: 'POST' })).status, 303);
        const shown = await venue.shown(id);
        assert.deepEqual([shown.status, shown.kept_eur], ['cancelled', kept]);
        await eventually('the payment and the booking agree', async () => {
          const books = await unbalanced(stack());
          return !books.some((book) => (book as { booking: number }).booking === id);
        });
        assert.deepEqual(await venue.wentBack(id), back ? [back] : []);
        const cancelled = () => mailOf(email, 'Boeking geannuleerd')?.replaceAll('\u00a0', ' ');
        await eventually('the mail is sent', () => cancelled() !== undefined);
        const said =
          kept === undefined
            ? /krijgt het hele bedrag terug/
            : back
              ? /€ 0,17 terug van de € 0,50/
              : /niets terug/;
        assert.match(cancelled() ?? '', said);
      }
    });

    it('cancelling asks for confirmation again if the refund is lower than the guest saw', async () => {
      const { id, ticketUrl } = await paid();
      await startIn(id, 50);
      const early = await pageOf(ticketUrl);
      await startIn(id, 30);
      const again = await pageOf(formOf(early.text, ticketUrl), { method: 'POST' });
      assert.equal(again.status, 409);
      assert.match(again.text, /role="alert">Je krijgt minder terug dan toen je deze pagina opende/);
      assert.match(again.text, /<details open>.*Annuleer je nu, dan krijg je € 0,17 terug/s);
      assert.equal(await venue.statusOf(id), 'confirmed');
      // An amount from an outdated page or a forged form is never applied: it asks again or is rejected.
      for (const [query, status] of [
        ['', 409],
        ['?kept_eur=', 409],
        ['?kept_eur=0.32', 409],
        ['?kept_eur=nothing', 422],
        ['?kept_eur=-1', 422],
      ] as const)
        assert.equal((await pageOf(`${ticketUrl}/cancel${query}`, { method: 'POST' })).status, status, query);
      assert.equal(await venue.statusOf(id), 'confirmed');
      assert.equal((await pageOf(formOf(again.text, ticketUrl), { method: 'POST' })).status, 303);
      await eventually('the refund is made', async () => (await venue.wentBack(id)).length > 0);
      assert.deepEqual(await venue.wentBack(id), [0.17]);
    });

    it('a booking keeps the refund rules under which it was made', async () => {
      const { id, ticketUrl, email } = await paid();
      await eventually('the mail is sent', () => mailOf(email, 'Boeking bevestigd') !== undefined);
      await startIn(id, 30);
      assert.match(
        mailOf(email, 'Boeking bevestigd') ?? '',
        /als je annuleert:\n– tot .*: het hele bedrag\n– tot .*: 33%/,
      );
      assert.equal((await admin('PATCH', '', { refund_tiers: [] })).status, 200);
      assert.equal((await ticketOf(ticketUrl)).refund_tiers[0].percent, 33);
      const free = await paid();
      assert.equal((await ticketOf(free.ticketUrl)).refund_tiers[0].percent, 0);
      assert.equal((await admin('PATCH', '', { refund_tiers: tiers(24) })).status, 200);
    });

    it('the desk refunds all or nothing, or applies the refund rules on request', async () => {
      for (const [body, kept] of [
        [{}, undefined],
        [{ refund: true }, undefined],
        [{ refund: 'rules' }, 0.33],
        [{ refund: false }, 0.5],
      ] as const) {
        const { id } = await paid();
        await startIn(id, 30);
        assert.equal((await venue.shown(id)).kept_by_rules_eur, 0.33);
        const answer = await admin('POST', `/bookings/${id}/cancel`, body);
        assert.equal(answer.body.kept_eur, kept);
        const { note } = cancellationIn(answer.body);
        assert.equal(note, kept === 0.5 ? 'without refund' : kept ? 'refund of €0.17' : '');
        await booksBalance(stack());
      }
    });

    it('an earlier refund by the desk counts towards the refund on cancellation', async () => {
      const { id, ticketUrl, email } = await paid();
      await startIn(id, 30);
      assert.equal((await admin('POST', `/bookings/${id}/refunds`, { amount_eur: 0.1 })).status, 201);
      const isTold = async () =>
        (await venue.shown(id)).history.some(({ action }: { action: string }) => action === 'refunded');
      await eventually('the booking service has recorded the refund', isTold);
      const { body } = await admin('POST', `/bookings/${id}/cancel`, { refund: 'rules' });
      assert.equal(cancellationIn(body).note, 'refund of €0.07');
      await eventually('the rest is refunded', async () => (await venue.wentBack(id)).length === 2);
      assert.deepEqual(await venue.wentBack(id), [0.1, 0.07]);
      assert.match((await pageOf(ticketUrl)).text, /Je krijgt € 0,07 van je betaling terug/);
      const cancelled = () => mailOf(email, 'Boeking geannuleerd')?.replaceAll('\u00a0', ' ');
      await eventually('it was mailed', () => cancelled() !== undefined);
      assert.match(cancelled() ?? '', /€ 0,07 terug van de € 0,50/);
    });

    it('the kept amount follows refunds by hand, before and after the cancellation', async () => {
      const { id, ticketUrl } = await paid();
      await startIn(id, 30);
      const refund = async (amount_eur: number) => {
        assert.equal((await admin('POST', `/bookings/${id}/refunds`, { amount_eur })).status, 201);
        await eventually('the booking service has recorded the refund', async () =>
          (await venue.shown(id)).history.some(({ note }: { note: string }) =>
            note.includes(`${amount_eur}`),
          ),
        );
      };
      // The rules keep 0.33, but only 0.20 is left.
      await refund(0.3);
      assert.deepEqual(
        (await ticketOf(ticketUrl)).refund_tiers.map(({ kept_eur }: { kept_eur: number }) => kept_eur),
        [0.2, 0.2],
      );
      assert.equal((await venue.shown(id)).kept_by_rules_eur, 0.2);
      const { body } = await admin('POST', `/bookings/${id}/cancel`, { refund: 'rules' });
      assert.equal(body.kept_eur, 0.2);
      assert.match((await pageOf(ticketUrl)).text, /De overige € 0,20 wordt niet terugbetaald/);
      await refund(0.05);
      const { kept_eur, money_kept } = await venue.shown(id);
      assert.deepEqual([kept_eur, money_kept], [0.15, true]);
      const ticket = await ticketOf(ticketUrl);
      assert.deepEqual([ticket.paid_eur, ticket.refunded_eur, ticket.kept_eur], [0.5, 0.35, 0.15]);
      await refund(0.15);
      assert.equal('kept_eur' in (await venue.shown(id)), false);
    });

    it('contradictory or out-of-range refund rules are rejected', async () => {
      for (const wrong of [
        [{ until_hours: 24, percent: 101 }],
        [{ until_hours: 24, percent: 50.5 }],
        [{ until_hours: -1, percent: 50 }],
        [{ until_hours: 24, percent: 50, more: 1 }],
        [...tiers(24)].reverse(),
        [
          { until_hours: 48, percent: 50 },
          { until_hours: 24, percent: 50 },
        ],
        Array.from({ length: 11 }, (_, at) => ({ until_hours: 100 - at, percent: 90 - at })),
      ])
        assert.equal((await admin('PATCH', '', { refund_tiers: wrong })).status, 422);
      assert.equal((await admin('PATCH', '', { refund_tiers: null })).status, 200);
      assert.equal('refund_tiers' in (await stack().api.get(venue.slug, '/facilities')).body, false);
      const { id, ticketUrl } = await paid();
      await startIn(id, 1);
      assert.equal((await ticketOf(ticketUrl)).refund_on_cancel_eur, 0.5);
    });
  });
}
