import assert from 'node:assert/strict';
import { ProviderName } from '@venue-booking/proto/payment/providers';
import fc from 'fast-check';
import { test } from 'vitest';
import { type FeeTerms, platformFee } from './platformFee.ts';

const amounts = fc.integer({ min: 1, max: 100_000_00 });
const terms: fc.Arbitrary<FeeTerms> = fc.record({
  provider: fc.constantFrom(...ProviderName.options, 'newer'),
  feeBasisPoints: fc.integer({ min: 0, max: 10_000 }),
  feeFixedCents: fc.integer({ min: 0, max: 100_000_00 }),
});

test('a fee is in whole cents, never negative, never above the amount', () => {
  fc.assert(
    fc.property(terms, amounts, (fee, amount) => {
      const cents = platformFee(fee, amount);
      assert.ok(Number.isInteger(cents) && cents >= 0 && cents <= amount);
    }),
  );
});

test('without terms there is no fee', () => {
  fc.assert(
    fc.property(fc.constantFrom(...ProviderName.options), amounts, (provider, amount) => {
      assert.equal(platformFee({ provider, feeBasisPoints: 0, feeFixedCents: 0 }, amount), 0);
    }),
  );
});

test('a fee below the maximum is the percentage plus the fixed part, to the cent', () => {
  const fee = { feeBasisPoints: 250, feeFixedCents: 30 };
  for (const provider of ProviderName.options) {
    assert.equal(platformFee({ ...fee, provider }, 1250), 61);
    assert.equal(platformFee({ ...fee, provider }, 10_000), 280);
  }
});

test('leaves Mollie its reserve by either of its formulas', () => {
  fc.assert(
    fc.property(amounts, (amount) => {
      const cents = platformFee({ provider: 'mollie', feeBasisPoints: 10_000, feeFixedCents: 0 }, amount);
      // In hundredths of a cent, so that the test itself does not round.
      const left = (amount - cents) * 10_000;
      assert.ok(cents === 0 || left >= 12_100 * 29 + 605 * amount);
      assert.ok(cents === 0 || left >= 350_000 + 600 * amount);
    }),
  );
});

test('takes no fee through Mollie if Mollie’s own costs may exceed the amount', () => {
  const all = { provider: 'mollie', feeBasisPoints: 10_000, feeFixedCents: 0 } as const;
  assert.equal(platformFee(all, 38), 0);
  assert.equal(platformFee(all, 1000), 903);
});

test('Stripe and the sandbox allow a fee up to the whole amount', () => {
  const all = { feeBasisPoints: 10_000, feeFixedCents: 500 };
  assert.equal(platformFee({ ...all, provider: 'stripe' }, 1250), 1250);
  assert.equal(platformFee({ ...all, provider: 'sandbox' }, 1250), 1250);
});
