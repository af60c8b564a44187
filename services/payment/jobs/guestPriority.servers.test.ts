import assert from 'node:assert/strict';
import { until } from '@venue-booking/kit/testing/testMessaging';
import { afterAll, beforeAll, describe, it } from 'vitest';
import { openCheckout } from '../checkout/openCheckout.ts';
import type { PaymentDatabase } from '../database.ts';
import type { PaymentDeps } from '../deps.ts';
import { ensurePayment } from '../payments/paymentStore.ts';
import type { Provider } from '../providers/provider.ts';
import { type MolliePayments, openMolliePayments } from '../testing/testMollie.ts';
import { newOrder } from '../testing/testPayments.ts';
import { runJob } from './paymentWorker.ts';

/** Limit of concurrent provider calls per account. */
const CONCURRENCY = 16;
const UNPAID = 60;

describe('a guest who pays while many others hold places', () => {
  let payments: MolliePayments;
  beforeAll(async () => {
    payments = await openMolliePayments();
  });
  afterAll(() => payments.close());

  it('goes before queued jobs at the provider, once', async () => {
    const orders = Array.from({ length: UNPAID }, () => newOrder());
    for (const order of orders) await ensurePayment(payments.database, order);
    /** Attempts whose checkouts the provider was asked for, in order. It responds when released. */
    const requested: string[] = [];
    const held: (() => void)[] = [];
    let holds = true;
    const mollie = payments.deps.providers.mollie as Provider;
    const slow: Provider = {
      ...mollie,
      account: (credentials) => ({
        ...mollie.account(credentials),
        async create(order) {
          requested.push(order.attemptId);
          if (holds) await new Promise<void>((resolve) => held.push(resolve));
          return mollie.account(credentials).create(order);
        },
      }),
    };
    // Reading the account is the last step before a call waits for the bulkhead.
    let inLine = 0;
    const database = payments.database.$extends({
      query: {
        account: {
          async findUniqueOrThrow({ args, query }) {
            const found = await query(args);
            inLine += 1;
            return found;
          },
        },
      },
    }) as unknown as PaymentDatabase;
    const deps: PaymentDeps = {
      ...payments.deps,
      database,
      providers: { ...payments.deps.providers, mollie: slow },
    };

    const payer = newOrder();
    await ensurePayment(payments.database, payer);
    const jobs = orders.map(({ paymentId: id }) =>
      runJob(deps, { kind: 'payment', venueId: 1, id, tries: 1 }),
    );
    await until(() => inLine === UNPAID && requested.length === CONCURRENCY);
    const guest = openCheckout({ ...deps, urgent: true }, payer);
    await until(() => inLine === UNPAID + 1);
    const [attempt] = await payments.attemptsOf(payer);
    // Responses are released one at a time, and the next queued call then starts. A few jobs may precede the
    // guest, whose call may still be on its way to the queue. In order of arrival, it would be the last.
    const isRequested = () => requested.includes(attempt?.id ?? '');
    while (!isRequested() && requested.length < UNPAID / 2) {
      const { length } = requested;
      held.shift()?.();
      await until(() => requested.length > length);
    }
    assert.ok(isRequested(), `${attempt?.id} is not among ${requested}`);
    holds = false;
    for (const answer of held) answer();
    assert.equal((await guest).state, 'payable');
    await Promise.all(jobs);
    const [, ...more] = await payments.attemptsOf(payer);
    assert.deepEqual([requested.length, new Set(requested).size, more], [UNPAID + 1, UNPAID + 1, []]);
  });
});
