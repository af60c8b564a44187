import assert from 'node:assert/strict';
import { assertTakesLessThan, timed } from '@venue-booking/kit/testing/testTiming';
import { beforeAll, describe, it } from 'vitest';
import type { Fault } from '../../fakes/faults.ts';
import { eventually } from '../../stack/api.ts';
import { attemptsOf, checkoutOf } from '../../stack/attempts.ts';
import { follow, payThrough } from '../../stack/guest.ts';
import { newPaidVenue, type PaidVenue } from '../../stack/paidVenue.ts';
import type { Stack } from '../../stack/stack.ts';
import type { TestProvider } from '../../stack/testProviders.ts';

const REDIRECT = 'https://www.example.com/thanks?order=1%2F2&x=ü';
/**
 * How much longer the median booking may take while the provider is unavailable. On a busy machine, twice the
 * usual time is allowed instead.
 */
const LONGER_MS = 300;
const GUESTS = 5;

/** The ways in which a provider can be unavailable. */
export const outages: Record<string, Fault> = {
  'never answers': { act: 'hang' },
  'answers 503': { act: 'status', status: 503 },
  'answers 500': { act: 'status', status: 500 },
  'answers 429': { act: 'status', status: 429, answer: { headers: { 'Retry-After': '1' } } },
  'resets connections': { act: 'reset before' },
  'creates a checkout and resets the connection': { act: 'reset after' },
};

/** Payments through a real provider's API, also during the given outages. */
export function paying(stack: () => Stack, provider: TestProvider, away: typeof outages): void {
  describe(`paying with ${provider.name}`, () => {
    const { fake } = provider;
    let venue: PaidVenue;
    beforeAll(async () => {
      const fees = { platform_fee_percent: 2.5, platform_fee_fixed_eur: 0.25 };
      venue = await newPaidVenue(stack(), { ...provider.newAccount().link, fees });
    });

    it('redirects to the provider’s checkout and back to exactly the given URL', async () => {
      const { id, payUrl } = await venue.book();
      const end = await payThrough(payUrl);
      assert.deepEqual([end.status, end.location], [303, REDIRECT]);
      await venue.becomes(id, 'confirmed');
      const [attempt] = await attemptsOf(stack(), id);
      assert.deepEqual(fake.totals()[attempt?.id ?? ''], { captured: 2500, refunded: 0 });
    });

    it('sends the amount, the platform fee of 2.5 % plus €0.25, and the attempt id to the provider', async () => {
      const { id, payment } = await venue.book();
      assert.equal(payment.platform_fee_eur, 0.88);
      const attempt = await checkoutOf(stack(), id);
      const { headers, feeSent, ...order } = provider.order(attempt.id);
      assert.deepEqual(order, {
        ...{ cents: 2500, currency: 'EUR', feeCents: 88, mode: 'test' },
        metadata: { attempt_id: attempt.id },
      });
      assert.deepEqual(feeSent, provider.name === 'mollie' ? { currency: 'EUR', value: '0.88' } : '88');
      assert.equal(headers['idempotency-key'], attempt.id);
      assert.match(
        headers.authorization ?? '',
        provider.name === 'mollie' ? /^Bearer access_/ : /^Bearer sk_/,
      );
    });

    it('notifies guest and owner of a failed refund, and refunds when the venue retries', async () => {
      const { id, payUrl, email } = await venue.book();
      await payThrough(payUrl);
      await venue.becomes(id, 'confirmed');
      const path = `/venues/${venue.slug}/bookings/${id}`;
      const paymentIs = (status: string) =>
        eventually(`${id} is ${status}`, async () => (await venue.shown(id)).payment_status === status);
      await stack().api.admin('POST', `${path}/cancel`);
      await paymentIs('refunded');
      const { rows } = await stack().database.query(
        `SELECT r.provider_id FROM payment.refund r JOIN payment.attempt a ON a.id = r.attempt_id
         JOIN payment.payment p ON p.id = a.payment_id WHERE p.booking_id = $1`,
        [id],
      );
      await fake.failRefund(rows[0].provider_id);
      await paymentIs('paid');
      assert.ok(
        (await venue.attention()).some(
          (it: Record<string, unknown>) => it.kind === 'refund_failed' && it.booking_id === id,
        ),
      );
      const told = (subject: RegExp) =>
        stack()
          .mail.to(email)
          .filter(({ mail }) => subject.test(mail.subject ?? '')).length;
      await eventually(
        'the guest is notified of the failure',
        () => told(/^Terugbetaling niet gelukt/) === 1,
      );
      assert.equal((await stack().api.admin('POST', `${path}/refunds`, {})).status, 201);
      await paymentIs('refunded');
      await eventually('the guest is notified of the refund', () => told(/^Terugbetaald/) === 2);
    });

    it('sends no fee if the platform charges none', async () => {
      const free = await newPaidVenue(stack(), provider.newAccount().link);
      const attempt = await checkoutOf(stack(), (await free.book()).id);
      const { feeSent, feeCents } = provider.order(attempt.id);
      assert.deepEqual([feeSent ?? null, feeCents], [null, 0]);
    });

    type Booked = Awaited<ReturnType<PaidVenue['book']>>;
    /** Books for several guests in turn. Also returns the median and the maximum time in ms. */
    const bookTimed = async () => {
      const [booked, took]: [Booked[], number[]] = [[], []];
      for (let guest = 0; guest < GUESTS; guest++) {
        took.push(
          await timed(async () => {
            booked.push(await venue.book());
          }),
        );
      }
      took.sort((a, b) => a - b);
      return { booked, p50: took[GUESTS >> 1] ?? 0, max: took.at(-1) ?? 0 };
    };

    for (const [what, fault] of Object.entries(away))
      it(`guests can book while the provider ${what}, and pay by the same link afterwards`, async (t) => {
        const usual = await bookTimed();
        fake.faults.add({ ...fault, times: Number.POSITIVE_INFINITY });
        let guests: Booked[] = [];
        try {
          await assertTakesLessThan(Math.max(LONGER_MS, usual.p50), async () => {
            const { booked, p50, max } = await bookTimed();
            guests = booked;
            t.annotate(
              `booked in ${p50.toFixed(0)} ms (p50), ${max.toFixed(0)} ms (max of ${GUESTS}); usually ${usual.p50.toFixed(0)} ms`,
            );
            return p50 - usual.p50;
          });
          for (const page of await Promise.all(guests.map(({ payUrl }) => follow(payUrl)))) {
            assert.equal(page.status, 200, page.text);
            assert.match(page.text, /<meta http-equiv="refresh"/);
          }
        } finally {
          fake.faults.clear();
        }
        for (const { id, payUrl } of guests) {
          await eventually('the booking can be paid', async () => (await follow(payUrl)).status === 303);
          assert.equal((await payThrough(payUrl)).location, REDIRECT);
          await venue.becomes(id, 'confirmed');
          const attempts = await attemptsOf(stack(), id);
          assert.equal(attempts.length, 1);
          assert.equal(fake.payments(attempts[0]?.id).length, 1, 'one checkout was created');
        }
      });
  });
}
