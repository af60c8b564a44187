import assert from 'node:assert/strict';
import { randomBytes } from 'node:crypto';
import { anyPricing } from '@venue-booking/domain/testing/priceLists/anyPricing';
import { slotIdOf } from '@venue-booking/proto/facility/slotId';
import type { Deposit } from '@venue-booking/proto/payment/deposit';
import { toCents } from '@venue-booking/proto/primitives';
import { NO_CAPS } from '@venue-booking/proto/venue/caps';
import fc from 'fast-check';
import { test } from 'vitest';
import type { BookingDatabase } from '../database.ts';
import { type BookingTerms, owedFor, partyFor, restTermsOf } from './bookingRules.ts';
import { notPaidYet } from './bookingView.ts';
import { makeQuote } from './makeQuote.ts';
import { requestedPrice } from './requestedPrice.ts';

const VENUE = 1;
const slotId = slotIdOf(7, Date.parse('2026-12-05T09:00Z')) ?? 0;
const signingKeys = [{ id: 'now', secret: randomBytes(32) }];
const anyDeposit: fc.Arbitrary<Deposit | null> = fc.oneof(
  fc.constant(null),
  fc.record({
    percent: fc.integer({ min: 1, max: 99 }),
    from_eur: fc.integer({ min: 0, max: 500 }),
    rest: fc.constant('venue' as const),
  }),
  fc.record({ fixed_eur: fc.integer({ min: 1, max: 500 }), rest: fc.constant('venue' as const) }),
);

const termsWith = (facility: Pick<BookingTerms['facility'], 'pricing' | 'deposit'>): BookingTerms => ({
  venue: {
    ...{ timezone: 'Europe/Amsterdam', live: true, redirectOrigins: [], holdMinutes: 15 },
    ...{ refundTiers: null, quoteMinutes: 15, caps: NO_CAPS, proofOfWork: false },
  },
  facility: {
    ...{ name: 'Room', names: null, active: true, minPeople: 1, maxPeoplePerBooking: 100 },
    ...{ priceCents: 2500, vatBasisPoints: null, ...facility },
  },
  fields: [],
  payment: { provider: 'sandbox', feeBasisPoints: 250, feeFixedCents: 25 },
});

/** A database that finds these terms. */
const databaseWith = ({ venue: { caps, ...venue }, ...terms }: BookingTerms) =>
  ({ $queryRaw: async () => [{ n: 1, ...terms, ...caps, venue, held: null }] }) as unknown as BookingDatabase;

test('the quote, the booking, and its deposit with the open rest are the same amount for any price list', async () => {
  const anyPeople = fc.integer({ min: 1, max: 20 });
  await fc.assert(
    fc.asyncProperty(fc.option(anyPricing), anyDeposit, anyPeople, async (pricing, deposit, people) => {
      const terms = termsWith({ pricing, deposit });
      const party = (() => {
        try {
          return partyFor(terms, { people });
        } catch {
          return null;
        }
      })();
      fc.pre(party !== null);
      const deps = { database: databaseWith(terms), signingKeys };
      const wish = { slot_id: slotId, people, locale: 'en' as const };
      const quote = await makeQuote(deps, { venueId: VENUE, wish });
      // The venue has another deposit by the time of the booking.
      const later = termsWith({ pricing, deposit: deposit ? null : { percent: 10, rest: 'venue' } });
      const request = { venueId: VENUE, slotId, ...party, locale: 'en' as const, quote: quote.quote };
      const { price, dueCents, restTerms } = requestedPrice(signingKeys, later, request);
      const owed = owedFor(later, { amountCents: price.amountCents, dueCents, restTerms });
      const { total_eur, deposit_eur, rest_eur } = quote;
      assert.equal(toCents(total_eur), price.amountCents);
      assert.equal(owed === null, total_eur === 0);
      const paidCents = owed?.depositCents ?? null;
      assert.equal(toCents(deposit_eur ?? total_eur), dueCents);
      assert.equal(paidCents, deposit_eur === undefined ? null : toCents(deposit_eur));
      if (paidCents !== null) assert.deepEqual(owed?.restTerms, restTermsOf(deposit));
      assert.ok(!owed || (owed.feeCents >= 0 && owed.feeCents <= dueCents));
      const { open_eur = 0 } = notPaidYet({
        ...{ status: 'confirmed', paymentStatus: owed && 'paid', furtherCents: 0n },
        ...{
          amountCents: BigInt(price.amountCents),
          paidCents: paidCents === null ? null : BigInt(paidCents),
        },
      });
      assert.equal(open_eur, rest_eur ?? 0);
      assert.equal(dueCents + toCents(open_eur), price.amountCents);
    }),
    { numRuns: 500 },
  );
});
