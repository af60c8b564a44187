import assert from 'node:assert/strict';
import { randomBytes } from 'node:crypto';
import { outcomeOf } from '@venue-booking/domain/testing/outcomeOf';
import { slotIdOf } from '@venue-booking/proto/facility/slotId';
import { Failure } from '@venue-booking/proto/failures';
import type { Deposit } from '@venue-booking/proto/payment/deposit';
import { NO_CAPS } from '@venue-booking/proto/venue/caps';
import fc from 'fast-check';
import { describe, it } from 'vitest';
import { readQuote, signQuote } from './quoteToken.ts';
import { requestedPrice } from './requestedPrice.ts';

const key = (id: string) => ({ id, secret: randomBytes(32) });
const [now, before, other] = [key('now'), key('before'), key('other')];
const slotId = slotIdOf(7, Date.parse('2026-12-05T09:00Z')) ?? 0;
const promised = { venueId: 1, slotId, people: 2, amountCents: 4000, lines: null, vat: null, until: 1000 };
const terms = {
  venue: {
    ...{ timezone: 'Europe/Amsterdam', live: true, redirectOrigins: [], holdMinutes: 15 },
    ...{ refundTiers: null, quoteMinutes: 15 },
    ...{ caps: NO_CAPS, proofOfWork: false },
  },
  facility: {
    name: 'Room',
    names: null,
    active: true,
    minPeople: 1,
    maxPeoplePerBooking: 8,
    priceCents: 2500,
    pricing: null,
    vatBasisPoints: null,
    deposit: null,
  },
};
const request = { venueId: 1, slotId, people: 2, guests: null, addOns: null, locale: 'en' as const };
const outcome = (quote: string | undefined, at: number, changes = {}) => {
  try {
    return requestedPrice([now, before], terms, { ...request, ...changes, quote }, at).price.amountCents;
  } catch (error) {
    assert.ok(error instanceof Failure);
    return [error.code, error.params.price_en];
  }
};

describe('quote', () => {
  it('is the price of its booking until its expiry, signed by the current or previous key', () => {
    for (const by of [now, before]) {
      const quote = signQuote([by], promised);
      assert.equal(outcome(quote, 1000), 4000);
      assert.deepEqual(outcome(quote, 1001), ['quote_over', '€50.00']);
      const same = signQuote([now], { ...promised, amountCents: 5000 });
      assert.equal(outcome(same, 1001), 5000, 'expired, but the price is the same');
    }
    assert.equal(outcome(undefined, 0), 5000);
  });

  it('guarantees the part to pay online, also if the venue changes its deposit', () => {
    const due = (quote: string | undefined, at: number, deposit: Deposit | null) =>
      outcomeOf(() => {
        const facility = { ...terms.facility, deposit };
        return requestedPrice([now], { ...terms, facility }, { ...request, quote }, at).dueCents;
      });
    const half = { percent: 50, rest: 'venue' } as const;
    const quarter = signQuote([now], { ...promised, amountCents: 5000, depositCents: 1250 });
    const whole = signQuote([now], { ...promised, amountCents: 5000 });
    assert.deepEqual([due(undefined, 0, half), due(undefined, 0, null)], [2500, 5000]);
    for (const deposit of [half, null])
      assert.deepEqual([due(quarter, 1000, deposit), due(whole, 1000, deposit)], [1250, 5000]);
    assert.equal(due(quarter, 1001, { ...half, percent: 25 }), 1250, 'expired, but unchanged');
    for (const [quote, deposit] of [
      [quarter, half],
      [quarter, null],
      [whole, half],
    ] as const) {
      const outcome = due(quote, 1001, deposit);
      assert.ok(outcome instanceof Failure && outcome.code === 'quote_over');
    }
  });

  it('guarantees how the rest of its deposit is paid, also if the venue changes that', () => {
    const rest = (changes: object, at: number, deposit: Deposit) =>
      outcomeOf(() => {
        const facility = { ...terms.facility, deposit };
        const quote = signQuote([now], { ...promised, amountCents: 5000, depositCents: 2500, ...changes });
        return requestedPrice([now], { ...terms, facility }, { ...request, quote }, at).restTerms;
      });
    const half = { percent: 50, rest: 'online', rest_until_hours: 48, unpaid: 'cancel' } as const;
    const strict = { untilHours: 48, unpaid: 'cancel' } as const;
    for (const restTerms of [null, { untilHours: 24, unpaid: 'keep' }]) {
      assert.deepEqual(rest({ restTerms }, 1000, half), restTerms);
      const over = rest({ restTerms }, 1001, half);
      assert.ok(over instanceof Failure && over.code === 'quote_over');
    }
    assert.deepEqual(rest({ restTerms: strict }, 1001, half), strict, 'expired, but unchanged');
    assert.deepEqual(rest({}, 1000, half), strict, 'a quote of the previous release');
  });

  it('is rejected with today’s price for anything else', () => {
    const quote = signQuote([now], promised);
    for (const changes of [{ venueId: 2 }, { slotId: slotId + 60 }, { people: 3 }])
      assert.deepEqual((outcome(quote, 0, changes) as string[])[0], 'quote_wrong');
    assert.deepEqual(outcome(signQuote([other], promised), 0), ['quote_wrong', '€50.00']);
  });

  it('is valid only for its guests of each category', () => {
    const name = { nl: '', en: '' };
    const guests = [
      { key: 'adult', name, count: 1 },
      { key: 'child', name, count: 1 },
    ];
    const quote = signQuote([now], { ...promised, guests: { child: 1, adult: 1 } });
    assert.equal(outcome(quote, 0, { guests }), 4000);
    for (const others of [null, [{ key: 'adult', name, count: 2 }], guests.slice(1)])
      assert.deepEqual((outcome(quote, 0, { guests: others }) as string[])[0], 'quote_wrong');
    assert.deepEqual((outcome(signQuote([now], promised), 0, { guests }) as string[])[0], 'quote_wrong');
  });

  it('is valid only for its add-ons', () => {
    const towels = (count: number) => [
      { key: 'towel', name: { nl: '', en: '' }, eur: 3, per: 'piece', count },
    ];
    const quote = signQuote([now], { ...promised, addOns: { towel: 2 } });
    assert.equal(outcome(quote, 0, { addOns: towels(2) }), 4000);
    for (const others of [null, towels(1), towels(3)])
      assert.deepEqual((outcome(quote, 0, { addOns: others }) as string[])[0], 'quote_wrong');
    assert.deepEqual(
      (outcome(signQuote([now], promised), 0, { addOns: towels(2) }) as string[])[0],
      'quote_wrong',
    );
  });

  it('is invalid after any modification', () => {
    const quote = signQuote([now], promised);
    assert.deepEqual(readQuote([now], quote), promised);
    fc.assert(
      fc.property(fc.nat(quote.length - 1), fc.constantFrom(...'aZ09-_.='), (at, character) => {
        const changed = quote.slice(0, at) + character + quote.slice(at + 1);
        const read = readQuote([now], changed);
        // The last base64url character of a part may have unused bits.
        if (read !== null) assert.deepEqual(read, promised);
      }),
    );
    fc.assert(fc.property(fc.string(), (text) => readQuote([now, before], text) === null));
  });
});
