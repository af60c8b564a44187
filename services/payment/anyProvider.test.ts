import assert from 'node:assert/strict';
import { after, before, describe, it } from 'node:test';
import { findAccount, linkAccount } from './accounts.ts';
import { listPayments } from './listPayments.ts';
import { openCheckout } from './openCheckout.ts';
import { callProvider } from './providerCalls.ts';
import { newOrder, openTestPayments, type TestPayments } from './testing/testPayments.ts';

/** Links a venue to the sandbox under another name, as another version of payment would. */
const linkAs = async ({ database, deps }: TestPayments, provider: string) => {
  await linkAccount(deps, 1, { provider: 'sandbox', credentials: {} });
  await database.account.updateMany({ where: { venueId: 1 }, data: { provider } });
};

describe('an account at a provider that only a newer version knows', () => {
  let payments: TestPayments;
  before(async () => {
    payments = await openTestPayments();
    await linkAs(payments, 'newer');
  });
  after(() => payments.close());

  it('is shown, and is away: a checkout waits for the newer version', async () => {
    const { deps, database } = payments;
    assert.equal((await findAccount(deps, 1)).provider, 'newer');
    const order = newOrder({ feeCents: 105 });
    assert.deepEqual(await openCheckout(deps, order), { state: 'unavailable' });
    const attempt = await database.attempt.findFirstOrThrow({
      where: { paymentId: order.paymentId },
      include: { account: true },
    });
    assert.deepEqual([attempt.status, attempt.feeCents], ['open', 105n]);
    await assert.rejects(
      callProvider(deps, attempt.account, async () => assert.fail('was called')),
      { name: 'ProviderError', kind: 'unavailable' },
    );
    const paid = await listPayments(deps, { venueId: 1, bookingIds: [order.bookingId] });
    assert.equal(paid[order.bookingId]?.[0]?.provider, 'newer');
    assert.equal(await database.attention.count(), 0);
  });
});
