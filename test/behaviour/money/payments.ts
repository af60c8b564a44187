import assert from 'node:assert/strict';
import { assertTakesLessThan, timed } from '@venue-booking/kit/testing/testTiming';
import { beforeAll, describe, it } from 'vitest';
import { eventually, newAddress } from '../../stack/api.ts';
import { checkoutOf, leaveToWebhooks } from '../../stack/attempts.ts';
import { chooseOutcome, follow, payThrough, toCheckout } from '../../stack/guest.ts';
import { openMails } from '../../stack/openMails.ts';
import { linkSandbox, newPaidVenue, type PaidVenue } from '../../stack/paidVenue.ts';
import type { Stack } from '../../stack/stack.ts';

const REDIRECT = 'https://www.example.com/thanks?order=1%2F2&x=ü';

/** How guests pay. */
export function payments(stack: () => Stack): void {
  describe('paying', () => {
    let venue: PaidVenue;
    beforeAll(async () => {
      venue = await newPaidVenue(stack(), {
        fees: { platform_fee_percent: 2.5, platform_fee_fixed_eur: 0.25 },
      });
    });
    const mails = (email: string) =>
      stack()
        .mail.to(email)
        .map(({ mail }) => mail.subject?.split(':')[0]);

    it('holds the places and returns a checkout URL if the booking has a price and the venue a provider', async () => {
      const { id, booking, payment, email, ticketUrl, payUrl } = await venue.book();
      assert.equal(booking.status, 'pending_payment');
      assert.equal(booking.amount_eur, 25);
      assert.deepEqual(Object.keys(payment).sort(), ['checkout_url', 'platform_fee_eur', 'status']);
      assert.equal(payment.status, 'open');
      // 2.5 % of €25.00, plus €0.25 per booking.
      assert.equal(payment.platform_fee_eur, 0.88);
      assert.match(payUrl, /^http:\/\/localhost:\d+\/pay\/[\w.-]+$/);
      const ticket = await follow(ticketUrl, { headers: { Accept: 'text/html' } });
      assert.ok(
        ticket.text.includes(`href="${new URL(payUrl).pathname}"`) ||
          ticket.text.includes(`href="${payUrl}"`),
      );
      await venue.paymentDue(id);
      await eventually('the pay link is mailed', () => mails(email).length === 1);
      assert.deepEqual(mails(email), ['Nog te betalen']);
      assert.ok(stack().mail.to(email)[0]?.mail.text?.includes(payUrl));
    });

    it('a payment confirms the booking and redirects the guest to exactly the given URL', async () => {
      const { id, payUrl, email, ticketUrl } = await venue.book();
      const end = await payThrough(payUrl);
      assert.equal(end.status, 303);
      assert.equal(end.location, REDIRECT);
      await venue.becomes(id, 'confirmed');
      await eventually('the mail is sent', () => mails(email).includes('Boeking bevestigd'));
      const ticket = await follow(ticketUrl, { headers: { Accept: 'text/html' } });
      assert.ok(!ticket.text.includes('/pay/'));
      // Opening the pay link again does not ask for a second payment.
      assert.equal((await follow(payUrl)).location, REDIRECT);
      const { payments, payment_status, history } = await venue.shown(id);
      assert.equal(payment_status, 'paid');
      assert.deepEqual(
        payments.map((it: Record<string, unknown>) => [
          it.provider,
          it.status,
          it.amount_eur,
          it.platform_fee_eur,
          it.mode,
        ]),
        [['sandbox', 'paid', 25, 0.88, 'test']],
      );
      assert.ok(
        history.some(
          ({ action, actor }: Record<string, string>) => action === 'confirmed' && actor === 'system',
        ),
      );
    });

    it('a payment without a redirect_url ends at the ticket', async () => {
      const { payUrl, ticketUrl } = await venue.book({ redirect_url: undefined });
      assert.equal((await payThrough(payUrl)).location, `${ticketUrl}?returned=1`);
    });

    it('a guest may retry a failed, cancelled or expired payment while the hold lasts', async () => {
      const { id, payUrl } = await venue.book();
      for (const outcome of ['failed', 'canceled', 'expired']) {
        const end = await payThrough(payUrl, outcome);
        assert.equal(end.status, 200, outcome);
        assert.ok(end.text.includes(new URL(payUrl).pathname), 'the page links back to the payment');
        assert.equal(await venue.statusOf(id), 'pending_payment');
      }
      assert.equal((await payThrough(payUrl)).location, REDIRECT);
      await venue.becomes(id, 'confirmed');
      const { payments } = await venue.shown(id);
      assert.deepEqual(
        payments.map(({ status }: { status: string }) => status),
        ['failed', 'canceled', 'expired', 'paid'],
      );
    });

    it('a pay link leads to the same checkout however often it is opened', async () => {
      const { payUrl } = await venue.book();
      const checkouts = await Promise.all(Array.from({ length: 8 }, () => toCheckout(payUrl)));
      assert.equal(new Set(checkouts).size, 1);
    });

    it('a HEAD request creates no checkout', async () => {
      const quiet = await newPaidVenue(stack(), { credentials: { answers: 'error' } });
      const { id, payUrl } = await quiet.book();
      assert.ok((await follow(payUrl, { method: 'HEAD' })).status < 400);
      assert.equal(await quiet.statusOf(id), 'pending_payment');
    });

    it('a link that was not signed for paying, such as a ticket link, gets 404', async () => {
      const { payUrl, ticketUrl } = await venue.book();
      const token = payUrl.split('/').at(-1);
      const base = new URL(payUrl).origin;
      for (const bad of ['x', `${token}x`, ticketUrl.split('/').at(-1), '%ff'])
        assert.equal((await follow(`${base}/pay/${bad}`)).status, 404, bad);
      assert.equal((await follow(`${base}/tickets/${token}`)).status, 404);
      assert.equal((await follow(`${base}/pay/return/nothing`)).status, 404);
    });

    for (const answers of ['hang', 'error', 'reset'])
      it(`guests can book while the provider fails (${answers}), and pay by the same link afterwards`, async () => {
        const away = await newPaidVenue(stack(), { credentials: { answers } });
        let booked: Awaited<ReturnType<typeof away.book>> | undefined;
        // Well below the provider's timeout of 8 s. paymentProviders.system.test.ts measures the added time.
        await assertTakesLessThan(4000, () =>
          timed(async () => {
            booked = await away.book();
          }),
        );
        const { id, payUrl } = booked ?? assert.fail('not booked');
        if (answers !== 'hang') {
          const page = await follow(payUrl);
          assert.equal(page.status, 200);
          assert.match(page.text, /<meta http-equiv="refresh"/);
        }
        await linkSandbox(stack(), away.slug, { answers: 'normal' });
        await eventually('the booking can be paid', async () => (await follow(payUrl)).status === 303);
        assert.equal((await payThrough(payUrl)).location, REDIRECT);
        await away.becomes(id, 'confirmed');
      });

    it('the sweep confirms a payment if no webhook arrives and the guest does not return', async (t) => {
      const lost = await newPaidVenue(stack(), { credentials: { webhooks: 'lost' } });
      const { id, payUrl } = await lost.book();
      const checkout = await toCheckout(payUrl);
      await follow(checkout, { method: 'POST', body: new URLSearchParams({ outcome: 'paid' }) });
      t.annotate(`confirmed after ${await lost.becomes(id, 'confirmed')} ms, with a sweep every two seconds`);
    });

    it('the webhook confirms a payment if the guest does not return', async () => {
      for (const webhooks of ['once', 'repeated']) {
        const heard = await newPaidVenue(stack(), { credentials: { webhooks } });
        const { id, payUrl, email } = await heard.book();
        const checkout = await toCheckout(payUrl);
        await leaveToWebhooks(stack(), (await checkoutOf(stack(), id)).id);
        await follow(checkout, { method: 'POST', body: new URLSearchParams({ outcome: 'paid' }) });
        await heard.becomes(id, 'confirmed');
        await eventually('the mail is sent', () => mails(email).includes('Boeking bevestigd'));
        assert.equal(mails(email).filter((it) => it === 'Boeking bevestigd').length, 1);
      }
    });

    it('bookings by the venue, free bookings and bookings without a linked provider need no payment', async () => {
      const { api } = stack();
      const manual = await api.admin('POST', `/venues/${venue.slug}/bookings`, {
        slot_id: venue.slots.at(-1),
        customer_name: 'By phone',
      });
      assert.deepEqual([manual.body.status, manual.body.payment_status], ['confirmed', null]);
      const free = await api.newFacility(venue.slug, { price_eur: 0 });
      const { body } = await api.get(venue.slug, `/facilities/${free}/slots?date=2099-01-01`);
      const answer = await api.book(venue.slug, { slot_id: body.slots[0].id });
      assert.equal(answer.body.booking.status, 'confirmed');
      assert.ok(!('payment' in answer.body));
      const other = await newPaidVenue(stack());
      assert.equal((await api.admin('DELETE', `/venues/${other.slug}/payment-account`)).status, 200);
      const unlinked = await other.book();
      assert.deepEqual([unlinked.booking.status, unlinked.payment], ['confirmed', undefined]);
    });

    it('a venue can make a test payment that belongs to no booking', async () => {
      const { api } = stack();
      const tried = await newPaidVenue(stack());
      const account = `/venues/${tried.slug}/payment-account`;
      const { id } = await tried.book();
      const isWhole = async () => {
        const { mails, payments } = await tried.shown(id);
        return mails[0]?.state === 'sent' && payments[0]?.provider_id;
      };
      await tried.paymentDue(id);
      await eventually('the booking’s mail is sent and the provider has its payment', isWhole);
      const before = await tried.shown(id);
      const test = await api.admin('POST', `${account}/test`);
      assert.equal(test.status, 200, test.text);
      const { checkout_url: checkout, key, ...rest } = test.body;
      const became = async (slug = tried.slug) =>
        api.admin('GET', `/venues/${slug}/payment-account/test?key=${encodeURIComponent(key)}`);
      assert.deepEqual((await became()).body, { status: 'open', amount_eur: 1 });
      assert.deepEqual(rest, { provider: 'sandbox', account: 'sandbox', mode: 'test', amount_eur: 1 });
      const paid = await follow(checkout, {
        method: 'POST',
        body: new URLSearchParams({ outcome: 'paid' }),
      });
      assert.equal(paid.status, 303);
      assert.match(paid.location ?? '', new RegExp(`/admin/v/${tried.slug}/settings/payments$`));
      assert.deepEqual((await became()).body, { status: 'paid', amount_eur: 1 });
      assert.equal((await became(venue.slug)).status, 422, 'another venue cannot see it');
      assert.deepEqual(await tried.shown(id), before);
      assert.deepEqual((await api.admin('GET', `/venues/${tried.slug}/attention`)).body, []);

      const away = { provider: 'sandbox', credentials: { answers: 'error' } };
      assert.equal((await api.admin('PUT', account, away)).status, 200);
      assert.equal((await api.admin('POST', `${account}/test`)).status, 503);
      await api.admin('DELETE', account);
      assert.equal((await api.admin('POST', `${account}/test`)).status, 404);
    });

    it('the caps of a venue limit the unpaid bookings per address and per verified mailbox', async () => {
      const capped = await newPaidVenue(stack(), {
        venue: { max_open_holds_per_address: 2, max_open_holds_per_email: 2 },
      });
      const { api } = stack();
      const booking = (slot: number, email: string) => ({
        slot_id: capped.slots[slot],
        customer_email: email,
      });
      const from = { 'X-Forwarded-For': newAddress() };
      const byAddress = [];
      for (const slot of [0, 1, 2])
        byAddress.push(await api.book(capped.slug, booking(slot, `a${slot}@example.com`), from));
      assert.deepEqual(
        byAddress.map(({ status }) => status),
        [201, 201, 429],
      );
      const byEmail = [];
      for (const slot of [3, 4, 5])
        byEmail.push(await api.book(capped.slug, booking(slot, 'one@example.com')));
      await openMails(stack(), 'one@example.com');
      byEmail.push(await api.book(capped.slug, booking(7, 'one@example.com')));
      assert.deepEqual(
        byEmail.map(({ status }) => status),
        [201, 201, 201, 429],
      );
      // A paid booking no longer counts.
      await payThrough(byAddress[0]?.body.payment.checkout_url);
      await capped.becomes(byAddress[0]?.body.booking.id, 'confirmed');
      assert.equal((await api.book(capped.slug, booking(6, 'b@example.com'), from)).status, 201);
    });

    it('the same Idempotency-Key returns the same payment', async () => {
      const { api } = stack();
      const body = { slot_id: venue.slots.at(-2), people: 1, customer_email: 'anna@example.com' };
      const key = { 'Idempotency-Key': 'pay-once' };
      const [first, second] = [await api.book(venue.slug, body, key), await api.book(venue.slug, body, key)];
      assert.equal(second.status, 201);
      assert.deepEqual(second.body, first.body);
    });

    it('the sandbox page is shown in the guest’s language and marked as a test', async () => {
      for (const locale of ['nl', 'en', 'de', 'fr']) {
        const { payUrl } = await venue.book({ locale });
        const checkout = await toCheckout(payUrl);
        const { text, headers } = await follow(checkout);
        assert.match(text, new RegExp(`<html lang="${locale}"`));
        assert.match(text, /<span class="test">/);
        for (const outcome of ['paid', 'failed', 'canceled', 'expired', 'late'])
          assert.match(
            text,
            new RegExp(`name="outcome"[^>]*value="${outcome}"|value="${outcome}"[^>]*name="outcome"`),
          );
        assert.equal(headers.get('cache-control'), 'no-store');
        await chooseOutcome(checkout, 'paid');
        const again = await follow(checkout, {
          method: 'POST',
          body: new URLSearchParams({ outcome: 'failed' }),
        });
        assert.equal(again.status, 303);
      }
    });
  });
}
