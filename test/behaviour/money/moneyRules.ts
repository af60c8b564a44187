import assert from 'node:assert/strict';
import { setTimeout as sleep } from 'node:timers/promises';
import { isDeepStrictEqual } from 'node:util';
import { PATIENCE_MS } from '@venue-booking/kit/testing/testTiming';
import { beforeAll, describe, it } from 'vitest';
import { call, eventually } from '../../stack/api.ts';
import { follow, payThrough, toCheckout } from '../../stack/guest.ts';
import { assertMoneyHolds, assertOnce, booksBalance } from '../../stack/money.ts';
import { newPaidVenue, type PaidVenue } from '../../stack/paidVenue.ts';
import type { Stack } from '../../stack/stack.ts';

const WEBHOOKS = 50;

/** What happens to a payment, however late or often it is reported. */
export function moneyRules(stack: () => Stack): void {
  describe('money rules', () => {
    let venue: PaidVenue;
    beforeAll(async () => {
      venue = await newPaidVenue(stack());
    });
    const mailsTo = (email: string, subject: RegExp) =>
      stack()
        .mail.to(email)
        .filter(({ mail }) => subject.test(mail.subject ?? '')).length;
    const attemptOf = async (id: number) =>
      (
        await stack().database.query(
          `SELECT a.* FROM payment.attempt a JOIN payment.payment p ON p.id = a.payment_id
           WHERE p.booking_id = $1 ORDER BY a.number DESC LIMIT 1`,
          [id],
        )
      ).rows[0];
    const webhookOf = (attempt: { webhook_token: string }) =>
      `${stack().api.url}/webhooks/payments/${attempt.webhook_token}`;
    const send = (url: string, id: string) =>
      fetch(url, {
        method: 'POST',
        body: new URLSearchParams({ id }),
        signal: AbortSignal.timeout(PATIENCE_MS),
      });
    /** Sets when a late sandbox payment arrives, counted from now. */
    const comesAfter = (checkout: string, after: string) =>
      stack().database.query(
        'UPDATE payment.sandbox_checkout SET paid_from = now() + $2::interval, webhook_at = now() + $2::interval WHERE id = $1',
        [checkout.split('/').at(-1), after],
      );
    const refundsOf = async (id: number) =>
      (await venue.shown(id)).payments.flatMap((it: { refunds: unknown[] }) => it.refunds);

    it(`${WEBHOOKS} identical webhooks cause one transition, one mail and one event`, async () => {
      const silent = await newPaidVenue(stack(), { credentials: { webhooks: 'lost' } });
      const { id, payUrl, email } = await silent.book();
      const checkout = await toCheckout(payUrl);
      await follow(checkout, { method: 'POST', body: new URLSearchParams({ outcome: 'paid' }) });
      const attempt = await attemptOf(id);
      const answers = await Promise.all(
        Array.from({ length: WEBHOOKS }, () => send(webhookOf(attempt), attempt.provider_id)),
      );
      assert.deepEqual([...new Set(answers.map(({ status }) => status))], [200]);
      await silent.becomes(id, 'confirmed');
      await eventually('the mail is sent', () => mailsTo(email, /^Boeking bevestigd/) > 0);
      await sleep(1000);
      assert.equal(mailsTo(email, /^Boeking bevestigd/), 1);
      await assertOnce(stack());
    });

    it('a webhook for another payment changes nothing and appears on the attention list', async () => {
      const [mine, other] = [await venue.book(), await venue.book()];
      for (const { payUrl } of [mine, other]) await toCheckout(payUrl);
      const [attempt, wrong] = [await attemptOf(mine.id), await attemptOf(other.id)];
      assert.equal((await send(webhookOf(attempt), wrong.provider_id)).status, 200);
      assert.equal(await venue.statusOf(mine.id), 'pending_payment');
      const list = await venue.attention();
      const { body: booking } = await stack().api.admin('GET', `/venues/${venue.slug}/bookings/${mine.id}`);
      const told = { kind: 'webhook_mismatch', booking_id: mine.id, booking_reference: booking.reference };
      assert.ok(
        list.some((it: Record<string, unknown>) => isDeepStrictEqual({ ...it, ...told }, it)),
        JSON.stringify(list),
      );
      assert.equal(
        (await send(`${stack().api.url}/webhooks/payments/${'x'.repeat(32)}`, 'sb_1')).status,
        404,
      );
      assert.equal((await call(webhookOf(attempt), { method: 'POST', raw: '{' })).status, 400);
    });

    it('an unpaid hold expires, its places are released, and the pay page answers 410', async () => {
      const { id, payUrl, booking } = await venue.book({ slot_id: venue.slots[0] });
      await toCheckout(payUrl);
      const before = await venue.free(venue.slots[0] ?? 0);
      await venue.endHold(id);
      await venue.becomes(id, 'expired');
      await eventually(
        'the places are released',
        async () => (await venue.free(venue.slots[0] ?? 0)) === before + booking.people,
      );
      const page = await follow(payUrl);
      assert.equal(page.status, 410);
      assert.match(page.text, /<html lang="nl"/);
    });

    it('a payment that arrives a second after the hold confirms the booking if places are free', async () => {
      const { id, payUrl, email } = await venue.book({ slot_id: venue.slots[1] });
      const checkout = await toCheckout(payUrl);
      // Pay before the hold ends: the end of the hold closes the checkout unless a payment is in progress.
      await follow(checkout, { method: 'POST', body: new URLSearchParams({ outcome: 'late' }) });
      await venue.endHold(id);
      await comesAfter(checkout, '1 second');
      await venue.becomes(id, 'confirmed');
      await eventually('the mail is sent', () => mailsTo(email, /^Boeking bevestigd/) === 1);
      await booksBalance(stack());
    });

    it('a late payment is refunded in full if its add-ons are sold out, and holds no place', async () => {
      const towel = { key: 'towel', name: { nl: 'Handdoek', en: 'Towel' }, eur: 3, per: 'piece' };
      const add_ons = [{ ...towel, stock: { per: 'slot', count: 2 } }];
      const pricing = { per: 'person', eur: 10, rules: [], add_ons };
      const few = await newPaidVenue(stack(), { facility: { capacity: 8, pricing } });
      const wish = { slot_id: few.slots[0], add_ons: { towel: 2 } };
      const { id, payUrl } = await few.book(wish);
      const checkout = await toCheckout(payUrl);
      await follow(checkout, { method: 'POST', body: new URLSearchParams({ outcome: 'late' }) });
      await comesAfter(checkout, '1 minute');
      await few.endHold(id);
      await few.becomes(id, 'expired');
      await eventually('the places are released', async () => (await few.free(few.slots[0] ?? 0)) === 8);
      const second = await few.book(wish);
      await comesAfter(checkout, '0 seconds');
      await eventually(
        'the payment is refunded',
        async () => (await few.shown(id)).payment_status === 'refunded',
      );
      assert.equal(await few.statusOf(id), 'expired');
      assert.equal(await few.free(few.slots[0] ?? 0), 6);
      await payThrough(second.payUrl);
      await few.becomes(second.id, 'confirmed');
      await booksBalance(stack());
    });

    it('a late payment is refunded in full, once and with a mail, if the places are gone', async () => {
      const small = await newPaidVenue(stack(), { facility: { capacity: 2 } });
      const { id, payUrl, email } = await small.book({ slot_id: small.slots[0] });
      const checkout = await toCheckout(payUrl);
      await follow(checkout, { method: 'POST', body: new URLSearchParams({ outcome: 'late' }) });
      await comesAfter(checkout, '1 minute');
      await small.endHold(id);
      await small.becomes(id, 'expired');
      await eventually('the places are released', async () => (await small.free(small.slots[0] ?? 0)) === 2);
      await small.bookAndPay({ slot_id: small.slots[0] });
      await comesAfter(checkout, '0 seconds');
      await eventually('the refund mail is sent', () => mailsTo(email, /^Terugbetaald/) === 1);
      assert.equal(await small.statusOf(id), 'expired');
      const { payments, payment_status } = await small.shown(id);
      assert.equal(payment_status, 'refunded');
      assert.deepEqual(
        payments
          .flatMap((it: { refunds: Record<string, unknown>[] }) => it.refunds)
          .map((it: Record<string, unknown>) => [it.amount_eur, it.reason, it.status]),
        [[25, 'declined', 'succeeded']],
      );
      await assertMoneyHolds(stack());
    });

    it('a payment is refunded in full, once and with a mail, if the slot has begun', async () => {
      const { id, payUrl, email } = await venue.book();
      const checkout = await toCheckout(payUrl);
      await stack().database.query('UPDATE booking.booking SET starts_at = now() WHERE id = $1', [id]);
      await follow(checkout, { method: 'POST', body: new URLSearchParams({ outcome: 'paid' }) });
      await eventually('the refund mail is sent', () => mailsTo(email, /^Terugbetaald/) === 1);
      assert.deepEqual(
        [await venue.statusOf(id), (await venue.shown(id)).payment_status],
        ['expired', 'refunded'],
      );
      assert.deepEqual(
        (await refundsOf(id)).map((it: Record<string, unknown>) => [it.amount_eur, it.reason]),
        [[25, 'declined']],
      );
      assert.equal(mailsTo(email, /^Boeking bevestigd/), 0);
      await booksBalance(stack());
    });

    it('one of two late payments for the last places is confirmed and the other is refunded', async () => {
      const small = await newPaidVenue(stack(), { facility: { capacity: 2 } });
      const slot = small.slots[0];
      const guests: Awaited<ReturnType<PaidVenue['book']>>[] = [];
      const checkouts: string[] = [];
      for (let guest = 0; guest < 2; guest++) {
        const booked = await small.book({ slot_id: slot });
        const checkout = await toCheckout(booked.payUrl);
        await follow(checkout, { method: 'POST', body: new URLSearchParams({ outcome: 'late' }) });
        await comesAfter(checkout, '1 minute');
        await small.endHold(booked.id);
        await small.becomes(booked.id, 'expired');
        await eventually('the places are released', async () => (await small.free(slot ?? 0)) === 2);
        guests.push(booked);
        checkouts.push(checkout);
      }
      await Promise.all(checkouts.map((checkout) => comesAfter(checkout, '0 seconds')));
      const statuses = async () => Promise.all(guests.map(({ id }) => small.statusOf(id)));
      await eventually('one booking is confirmed and the other is refunded', async () => {
        const back = guests.filter(({ email }) => mailsTo(email, /^Terugbetaald/) === 1).length;
        return (await statuses()).includes('confirmed') && back === 1;
      });
      assert.deepEqual((await statuses()).sort(), ['confirmed', 'expired']);
      await assertMoneyHolds(stack());
    });

    it('a paid booking is refunded in full, once, when the guest or the venue cancels it', async () => {
      for (const by of ['guest', 'venue']) {
        const { id, email, ticketUrl } = await venue.bookAndPay();
        const cancel = () =>
          by === 'guest'
            ? follow(`${ticketUrl}/cancel`, { method: 'POST' })
            : stack().api.admin('POST', `/venues/${venue.slug}/bookings/${id}/cancel`);
        await Promise.all(Array.from({ length: 4 }, cancel));
        await eventually('the refund mail is sent', () => mailsTo(email, /^Terugbetaald/) === 1);
        assert.equal(mailsTo(email, /^Boeking geannuleerd/), 1);
        const refunds = await refundsOf(id);
        assert.deepEqual(
          refunds.map((it: Record<string, unknown>) => [it.amount_eur, it.reason]),
          [[25, 'cancelled']],
        );
      }
      await booksBalance(stack());
    });

    it('cancelling an unpaid booking closes its checkout and refunds nothing', async () => {
      const { id, payUrl, ticketUrl } = await venue.book();
      const checkout = await toCheckout(payUrl);
      assert.equal((await follow(`${ticketUrl}/cancel`, { method: 'POST' })).status, 303);
      await eventually('the checkout is closed', async () => (await attemptOf(id)).status === 'canceled');
      assert.match((await follow(checkout)).text, /geannuleerd|afgebroken/i);
      assert.equal((await follow(payUrl)).status, 410);
      assert.deepEqual(await refundsOf(id), []);
    });

    it('the venue refunds a part, never more than is left, and the rest on cancellation', async () => {
      const { id, email } = await venue.bookAndPay();
      const path = `/venues/${venue.slug}/bookings/${id}/refunds`;
      const refund = (body: unknown, key?: string) =>
        call(`${stack().api.url}/api/admin${path}`, {
          body,
          headers: {
            Authorization: `Bearer ${stack().operatorToken}`,
            ...(key && { 'Idempotency-Key': key }),
          },
        });
      const half = { amount_eur: 10, reason: 'The sauna was cold' };
      for (const answer of await Promise.all([1, 2, 3].map(() => refund(half, 'half'))))
        assert.equal(answer.status, 201, answer.text);
      const reasons = (await venue.shown(id)).history.filter(
        ({ action }: { action: string }) => action === 'refund_requested',
      );
      assert.deepEqual(
        reasons.map((it: { actor: string; note: string }) => [it.actor, it.note]),
        [['operator', half.reason]],
      );
      await eventually('the mail is sent', () => mailsTo(email, /^Terugbetaald/) === 1);
      assert.match(
        stack()
          .mail.to(email)
          .find(({ mail }) => /^Terugbetaald/.test(mail.subject ?? ''))?.mail.text ?? '',
        /10,00/,
      );
      const refused = await refund({ amount_eur: 15.01 });
      assert.equal(refused.status, 422);
      assert.match(refused.body.error, /15\.00/);
      for (const wrong of [
        { amount_eur: 0 },
        { amount_eur: -1 },
        { amount_eur: 1.001 },
        { amount: 1 },
        { reason: 'x'.repeat(201) },
      ])
        assert.equal((await refund(wrong)).status, 422, JSON.stringify(wrong));
      assert.equal(await venue.statusOf(id), 'confirmed');
      await booksBalance(stack());
      await stack().api.admin('POST', `/venues/${venue.slug}/bookings/${id}/cancel`);
      await eventually('the mail about the rest is sent', () => mailsTo(email, /^Terugbetaald/) === 2);
      assert.deepEqual(
        (await refundsOf(id)).map((it: Record<string, unknown>) => [it.amount_eur, it.reason]),
        [
          [10, 'owner'],
          [15, 'cancelled'],
        ],
      );
      await booksBalance(stack());
      await assertOnce(stack());
    });
  });
}
