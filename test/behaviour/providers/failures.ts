import assert from 'node:assert/strict';
import { setTimeout as sleep } from 'node:timers/promises';
import { afterEach, beforeAll, describe, it } from 'vitest';
import { daysAhead, eventually } from '../../stack/api.ts';
import { attemptsOf, checkoutOf } from '../../stack/attempts.ts';
import { follow, payThrough } from '../../stack/guest.ts';
import { newPaidVenue, type PaidVenue } from '../../stack/paidVenue.ts';
import type { Stack } from '../../stack/stack.ts';
import type { TestProvider } from '../../stack/testProviders.ts';

type Noted = { kind: string; booking_id: number; detail: string };

/** Payment events that need a person's attention: mismatches, chargebacks and rejections by the provider. */
export function failures(stack: () => Stack, provider: TestProvider): void {
  describe(`attention cases with ${provider.name}`, () => {
    const { fake } = provider;
    let venue: PaidVenue;
    beforeAll(async () => {
      venue = await newPaidVenue(stack(), provider.newAccount().link);
    });
    afterEach(() => fake.faults.clear());
    const noted = async (id: number, of = venue): Promise<Noted[]> =>
      (await of.attention()).filter((it: Noted) => it.booking_id === id);
    const isNoted = (kind: string, id: number, of = venue) =>
      eventually(`${kind} is on the attention list`, async () =>
        (await noted(id, of)).some((it) => it.kind === kind),
      );
    const paid = async () => {
      const booked = await venue.book();
      await payThrough(booked.payUrl);
      await venue.becomes(booked.id, 'confirmed');
      return { ...booked, checkout: (await checkoutOf(stack(), booked.id)).provider_id };
    };

    const lies: Record<string, (id: string) => void> = {
      'another amount': (id) => fake.setAmount(id, 2499),
      'another currency': (id) => fake.setCurrency(id, 'USD'),
      'another mode': (id) => fake.setMode(id, 'live'),
      'another reference': (id) => fake.setReference(id, crypto.randomUUID()),
    };
    for (const [what, lie] of Object.entries(lies))
      it(`adds a payment with ${what} to the attention list and changes nothing`, async () => {
        const { id, payUrl } = await venue.book();
        const checkout = await checkoutOf(stack(), id);
        lie(checkout.provider_id);
        await payThrough(payUrl);
        await isNoted('payment_mismatch', id);
        await sleep(500);
        assert.equal(await venue.statusOf(id), 'pending_payment');
        const [attempt] = await attemptsOf(stack(), id);
        assert.deepEqual([attempt?.status, attempt?.captured_cents], ['open', '0']);
        const { payments, payment_status } = await venue.shown(id);
        assert.deepEqual([payments[0].status, payment_status], ['open', 'open']);
      });

    it('adds a chargeback to the attention list', async () => {
      const { id, checkout } = await paid();
      await fake.chargeBack(checkout, 2500);
      await isNoted('chargeback', id);
      assert.match((await noted(id)).map(({ detail }) => detail).join(), /25\.00/);
      assert.equal(await venue.statusOf(id), 'confirmed');
    });

    it('counts a chargeback as refunded until the dispute is won', async () => {
      const refunded = async () => {
        const query = `from=${daysAhead(-1)}&to=${daysAhead(1)}`;
        const { body } = await stack().api.admin('GET', `/venues/${venue.slug}/figures?${query}`);
        return body.totals.refunds_eur;
      };
      const { id, ticketUrl, checkout } = await paid();
      const before = await refunded();
      const stands = async (status: string) => {
        await eventually(
          `the payment status is ${status}`,
          async () => (await venue.shown(id)).payment_status === status,
        );
        const { payments, history, mails } = await venue.shown(id);
        const ticket = JSON.parse(
          (await follow(ticketUrl, { headers: { Accept: 'application/json' } })).text,
        );
        return {
          refunded: payments[0].refunded_eur,
          refunds: payments[0].refunds.map((it: Record<string, unknown>) => [it.status, it.taken_back]),
          promised: ticket.refund_on_cancel_eur,
          figures: (await refunded()) - before,
          last: [history.at(-1).actor, history.at(-1).action],
          mails: mails.filter(({ kind }: { kind: string }) => kind.startsWith('refund')),
        };
      };
      await fake.chargeBack(checkout, 2500);
      assert.deepEqual(await stands('refunded'), {
        ...{ refunded: 25, refunds: [['succeeded', true]], promised: 0, figures: 25 },
        ...{ last: ['bank', 'refunded'], mails: [] },
      });
      await fake.winDisputes(checkout);
      assert.deepEqual(await stands('paid'), {
        ...{ refunded: 0, refunds: [['failed', true]], promised: 25, figures: 0 },
        ...{ last: ['bank', 'refund_failed'], mails: [] },
      });
    });

    it('records a refund from the provider’s own dashboard and adds it to the attention list', async () => {
      const { id, checkout } = await paid();
      await fake.refundElsewhere(checkout, 700);
      await isNoted('refund_elsewhere', id);
      const [{ refunded_eur }] = (await venue.shown(id)).payments;
      assert.equal(refunded_eur, 7);
      const tooMuch = await refund(id, 18.01);
      assert.equal(tooMuch.status, 422, tooMuch.text);
    });

    it('records it at once if the provider made it instead of ours, which was waiting', async () => {
      const { id, checkout } = await paid();
      const refunds = { method: 'POST', path: '/refunds' } as const;
      fake.faults.add({ act: 'status', status: 503, ...refunds, times: Number.POSITIVE_INFINITY });
      assert.equal((await refund(id, 20)).status, 201);
      // It reaches the provider only after another refund, for which our books have no room yet.
      await fake.refundElsewhere(checkout, 1000);
      fake.faults.clear();
      await isNoted('refund_failed', id);
      await eventually('the refund of the dashboard is in the books', async () => {
        const [{ refunded_eur, refunds: made }] = (await venue.shown(id)).payments;
        return refunded_eur === 10 && made.length === 2;
      });
      await isNoted('refund_elsewhere', id);
      assert.equal((await refund(id, 15.01)).status, 422);
      assert.equal((await refund(id, 15)).status, 201);
    });

    // The metrics work the same way for all providers.
    if (provider.name === 'mollie')
      it('counts failed calls and the queue of checkouts while the provider is unavailable', async () => {
        const measured = async (name: string, labels: Record<string, string>) =>
          (await stack().metricsOf('payment')).read(`venue_booking_${name}`, labels) ?? 0;
        const calls = (outcome: string) =>
          measured('provider_call_duration_seconds_count', { provider: provider.name, outcome });
        const queue = { queue: 'checkouts' };
        const [unavailable, waiting] = [await calls('unavailable'), await measured('queue_items', queue)];
        const path = provider.checkouts;
        fake.faults.add({
          act: 'status',
          status: 503,
          method: 'POST',
          path,
          times: Number.POSITIVE_INFINITY,
        });
        const { id, payUrl } = await venue.book();
        await eventually(
          'the checkout is overdue',
          async () =>
            (await measured('queue_items', queue)) === waiting + 1 &&
            (await measured('queue_oldest_age_seconds', queue)) > 0,
        );
        assert.ok((await calls('unavailable')) > unavailable);
        fake.faults.clear();
        await payThrough(payUrl);
        await venue.becomes(id, 'confirmed');
        await eventually(
          'the queue is back to its earlier size',
          async () => (await measured('queue_items', queue)) === waiting,
        );
      });

    const refund = (id: number, amount_eur: number) =>
      stack().api.admin('POST', `/venues/${venue.slug}/bookings/${id}/refunds`, { amount_eur });
    it('adds a rejected refund to the attention list, and a second refund works', async () => {
      const { id, checkout } = await paid();
      const reason = 'The balance is too low';
      fake.faults.add({ act: 'status', status: provider.refusal, reason, method: 'POST', path: '/refunds' });
      assert.equal((await refund(id, 10)).status, 201);
      await isNoted('refund_failed', id);
      assert.match((await noted(id))[0]?.detail ?? '', /^10\.00 EUR .*The balance is too low$/);
      assert.equal(fake.totals()[(await attemptsOf(stack(), id))[0]?.id ?? '']?.refunded, 0);
      assert.equal((await refund(id, 25)).status, 201);
      await eventually('the second refund is made', async () => {
        const { payments } = await venue.shown(id);
        return payments[0].refunds.some(
          (it: Record<string, unknown>) => it.amount_eur === 25 && it.status !== 'requested',
        );
      });
      assert.deepEqual(
        (await venue.shown(id)).payments[0].refunds
          .map((it: Record<string, unknown>) => [it.amount_eur, it.status === 'failed'])
          .sort(),
        [
          [10, true],
          [25, false],
        ],
      );
      assert.equal(fake.totals()[(await attemptsOf(stack(), id))[0]?.id ?? '']?.refunded, 2500);
      assert.ok(checkout);
    });

    it('rejects credentials that the provider does not accept, without echoing them', async () => {
      const wrong = provider.newAccount();
      wrong.revoke();
      const answer = await stack().api.admin('PUT', `/venues/${venue.slug}/payment-account`, wrong.link);
      assert.equal(answer.status, 422);
      assert.match(
        answer.body.error,
        /does not accept these credentials: (Mollie|Stripe) answered 40[13]: ./,
      );
      for (const secret of Object.values(wrong.link.credentials)
        .map(String)
        .filter((it) => it.startsWith('access_')))
        assert.ok(!answer.text.includes(secret));
    });

    it('keeps a payment open while the provider rejects our credentials, until it accepts them again', async () => {
      const account = provider.newAccount();
      const cut = await newPaidVenue(stack(), account.link);
      account.revoke();
      const { id, payUrl } = await cut.book({ locale: 'en' });
      // Until the account is known to be refused, the page says that it tries again.
      await eventually('the page says that paying is not possible', async () => {
        const page = await follow(payUrl);
        return page.status === 200 && /Paying isn’t possible at the moment/.test(page.text);
      });
      const kinds = async () => (await cut.attention()).map(({ kind }: Noted) => kind);
      await eventually('the refused account is on the attention list', async () =>
        (await kinds()).includes('account_refused'),
      );
      assert.equal(await cut.statusOf(id), 'pending_payment');
      account.restore();
      await payThrough(payUrl);
      await cut.becomes(id, 'confirmed');
      await eventually('the entry is resolved', async () => !(await kinds()).includes('account_refused'));
    });
  });
}
