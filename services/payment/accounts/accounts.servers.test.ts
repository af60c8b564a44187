import assert from 'node:assert/strict';
import { failureOf } from '@venue-booking/kit/messaging/rpc';
import type { NewPaymentAccount } from '@venue-booking/proto/payment/payment';
import { afterAll, beforeAll, describe, it } from 'vitest';
import { startMollie } from '../../../test/fakes/mollie.ts';
import { startStripe } from '../../../test/fakes/stripe.ts';
import { openTestPayments, type TestPayments } from '../testing/testPayments.ts';
import { findAccount, linkAccount, unlinkAccount } from './accounts.ts';

const owner = { byOperator: false };
const operator = { byOperator: true };
const sandbox = { provider: 'sandbox', credentials: {} } as const;
const agreed = { platform_fee_percent: 2.5, platform_fee_fixed_eur: 0.3 };

const refused = (code: string) => (error: unknown) => failureOf(error)?.code === code;

describe('an account with public credentials', () => {
  it('is linked first by the operator, because the credentials prove no ownership, and later by the owner too', async () => {
    const stripe = await startStripe();
    const { stripeProvider } = await import('../providers/stripe/stripe.ts');
    const payments = await openTestPayments({
      others: { stripe: stripeProvider({ apiKey: stripe.apiKey, apiUrl: stripe.url }) },
    });
    try {
      const account = { provider: 'stripe', credentials: { account_id: stripe.accountId } } as const;
      const link = (venueId: number, who: typeof owner) => linkAccount(payments.deps, venueId, account, who);
      await link(1, operator);
      await assert.rejects(link(2, owner), refused('account_by_operator'), 'another venue’s account');
      await assert.rejects(findAccount(payments.deps, 2), refused('payment_account_not_found'));
      await unlinkAccount(payments.deps, 1);
      assert.equal((await link(1, owner)).result.account, stripe.accountId);
      await linkAccount(payments.deps, 2, sandbox, owner);
    } finally {
      await payments.close();
      await stripe.stop();
    }
  });
});

describe('the fees of a venue', () => {
  let payments: TestPayments;
  let mollie: Awaited<ReturnType<typeof startMollie>>;
  beforeAll(async () => {
    mollie = await startMollie();
    payments = await openTestPayments({ mollieApiUrl: mollie.url });
  });
  afterAll(async () => {
    await payments.close();
    await mollie.stop();
  });

  let venues = 0;
  /** A venue with an account with these fees. */
  const venue = async (fees: Partial<NewPaymentAccount> = agreed) => {
    const venueId = ++venues;
    await linkAccount(payments.deps, venueId, { ...sandbox, ...fees }, operator);
    return venueId;
  };
  const feesOf = async (venueId: number) => {
    const { platform_fee_percent, platform_fee_fixed_eur } = await findAccount(payments.deps, venueId);
    return { platform_fee_percent, platform_fee_fixed_eur };
  };
  it('stay for an owner who unlinks and links again, however often', async () => {
    const venueId = await venue();
    for (const _ of [1, 2]) {
      await unlinkAccount(payments.deps, venueId);
      await linkAccount(payments.deps, venueId, sandbox, owner);
      assert.deepEqual(await feesOf(venueId), agreed);
    }
  });

  it('are those of the last account, not of an older one that is linked again', async () => {
    const venueId = await venue({ platform_fee_percent: 1 });
    const testKey = { provider: 'mollie', credentials: { api_key: mollie.testKey } } as const;
    await linkAccount(
      payments.deps,
      venueId,
      { ...testKey, platform_fee_percent: 0, platform_fee_fixed_eur: 0 },
      operator,
    );
    await linkAccount(payments.deps, venueId, { ...sandbox, ...agreed }, operator);
    await unlinkAccount(payments.deps, venueId);
    await linkAccount(payments.deps, venueId, sandbox, owner);
    assert.deepEqual(await feesOf(venueId), agreed);
  });

  it('can be changed only by the operator, with or without a linked account', async () => {
    const venueId = await venue();
    for (const unlink of [false, true]) {
      if (unlink) await unlinkAccount(payments.deps, venueId);
      for (const fees of [{ platform_fee_percent: 0 }, { platform_fee_fixed_eur: 0.31 }])
        await assert.rejects(
          linkAccount(payments.deps, venueId, { ...sandbox, ...fees }, owner),
          refused('operator_only'),
        );
    }
    await linkAccount(payments.deps, venueId, { ...sandbox, ...agreed }, owner);
    await linkAccount(payments.deps, venueId, { ...sandbox, platform_fee_percent: 0 }, operator);
    assert.deepEqual(await feesOf(venueId), { ...agreed, platform_fee_percent: 0 });
  });

  it('cannot be avoided by linking credentials that do not carry them', async () => {
    const venueId = await venue();
    const testKey = { provider: 'mollie', credentials: { api_key: mollie.testKey } } as const;
    await unlinkAccount(payments.deps, venueId);
    await assert.rejects(linkAccount(payments.deps, venueId, testKey, owner), refused('fee_not_carried'));
    await assert.rejects(findAccount(payments.deps, venueId), refused('payment_account_not_found'));
  });

  it('are those of the operator when an owner links concurrently', async () => {
    const venueId = await venue({});
    const outcomes = await Promise.allSettled([
      ...Array.from({ length: 4 }, () => linkAccount(payments.deps, venueId, sandbox, owner)),
      linkAccount(payments.deps, venueId, { ...sandbox, ...agreed }, operator),
      ...Array.from({ length: 4 }, () => linkAccount(payments.deps, venueId, sandbox, owner)),
    ]);
    assert.deepEqual(new Set(outcomes.map(({ status }) => status)), new Set(['fulfilled']));
    assert.deepEqual(await feesOf(venueId), agreed);
  });
});
