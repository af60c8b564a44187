import assert from 'node:assert/strict';
import { setTimeout as sleep } from 'node:timers/promises';
import { afterAll, beforeAll, describe, it } from 'vitest';
import { failures } from '../behaviour/providers/failures.ts';
import { outages, paying } from '../behaviour/providers/paying.ts';
import { falseWebhooks, webhooks } from '../behaviour/providers/webhooks.ts';
import { checkoutOf } from '../stack/attempts.ts';
import { toCheckout } from '../stack/guest.ts';
import { assertBookingsHoldPlaces, assertLedgerHolds, assertNoErrorsLogged } from '../stack/ledger.ts';
import { assertMoneyHolds, assertOnce } from '../stack/money.ts';
import { newPaidVenue } from '../stack/paidVenue.ts';
import { type Stack, startAsServices, startInOneProcess } from '../stack/stack.ts';
import { startTestProviders, type TestProvider } from '../stack/testProviders.ts';
import { describeInParallel } from '../vitest/describeInParallel.ts';

/** Shorter than in production (15 s), so that the test is shorter too. */
const SWEEP_MS = 6000;
const GUESTS = 4;

const ways = { 'as services': startAsServices, 'in one process': startInOneProcess };
/** One process covers all that payment does alone; separate services cover calls and events between them. */
const isWhole = (way: string) => way === 'in one process';
const { 'never answers': hangs = assert.fail() } = outages;
const inWays = await Promise.all(
  Object.entries(ways).map(async ([way, start]) => ({ way, start, providers: await startTestProviders() })),
);
afterAll(() => Promise.all(inWays.map(({ providers }) => providers.stop())));

// Both modes run concurrently, as each mostly waits. Within each, tests run one after the other.
describe('payment providers', () => {
  for (const { way, start, providers } of inWays)
    describeInParallel(way, () => {
      let stack: Stack;
      beforeAll(async () => {
        stack = await start({ env: { ...providers.env, PAYMENT_SWEEP_INTERVAL_MS: String(SWEEP_MS) } });
        providers.connectTo(stack);
      });
      afterAll(async () => {
        try {
          await assertLedgerHolds(stack);
          await assertBookingsHoldPlaces(stack);
          await assertMoneyHolds(stack);
          await assertOnce(stack);
          assertNoErrorsLogged(stack);
        } finally {
          await stack.stop();
        }
      });
      // Most of these wait for a provider that is down.
      describe('each provider alone', () => {
        for (const provider of providers.all)
          describeInParallel(provider.name, () => {
            paying(() => stack, provider, isWhole(way) ? outages : { 'never answers': hangs });
            webhooks(() => stack, provider);
          });
      });
      if (isWhole(way)) {
        for (const provider of providers.all) failures(() => stack, provider);
        falseWebhooks(() => stack, providers);
      }

      it('confirms bookings within two sweeps of the payment when all webhooks are lost and guests do not return', async (t) => {
        const lost = async (provider: TestProvider) => {
          provider.fake.webhooks.behaviour = 'lose';
          const venue = await newPaidVenue(stack, provider.newAccount().link);
          const guests = Array.from({ length: GUESTS }, async (_, guest) => {
            const { id, payUrl } = await venue.book();
            await toCheckout(payUrl);
            const { provider_id } = await checkoutOf(stack, id);
            await sleep((guest * SWEEP_MS) / GUESTS);
            await provider.fake.pay(provider_id);
            const before = provider.fake.requests.length;
            const took = await venue.becomes(id, 'confirmed');
            const asked = provider.fake.requests
              .slice(before)
              .filter(({ path }) => path.includes(provider_id));
            assert.ok(
              asked.length <= 2,
              `asked ${asked.length} times about a payment, expected once per sweep`,
            );
            return `${took} ms (asked ${asked.length})`;
          });
          const took = await Promise.all(guests);
          t.annotate(
            `${provider.name}: confirmed after ${took.join(', ')}, with a sweep every ${SWEEP_MS} ms`,
          );
        };
        const outcomes = await Promise.allSettled(providers.all.map(lost));
        for (const outcome of outcomes)
          assert.equal(outcome.status, 'fulfilled', String(outcome.status === 'rejected' && outcome.reason));
      });
    });
});
