import assert from 'node:assert/strict';
import { WORKS } from '@venue-booking/proto/booking/proofOfWork';
import fc from 'fast-check';
import { describe, it } from 'vitest';
import { type Offer, requiredWork, shareLimits } from './fairShare.ts';
import { type GuestCountName, type GuestCounts, limitReached } from './guestLimits.ts';

const nothing = Object.fromEntries(
  ['email', 'address', 'network'].flatMap((whose) =>
    ['open_holds', 'coming_bookings', 'places_day', 'places_horizon'].map((what) => [
      `${what}_per_${whose}`,
      0,
    ]),
  ),
) as GuestCounts;
const offerOf = (places: number, horizon = places * 28): Offer => ({
  day: { startsAt: 0, endsAt: 1, places },
  horizon,
  privatePlaces: {},
});
const holding = (name: GuestCountName, places: number): GuestCounts => ({ ...nothing, [name]: places });

describe('required proof of work', () => {
  it('is none for the 20 bookings of two people that one address may make in an hour, even at a small venue', () => {
    for (const name of ['places_day_per_address', 'places_horizon_per_network'] as const) {
      assert.equal(requiredWork(holding(name, 38), offerOf(10)), 0);
      assert.notEqual(requiredWork(holding(name, 40), offerOf(10)), 0);
    }
  });

  it('doubles with each tenth of the day’s places that a network holds', () => {
    const works = [99, 100, 200, 300, 400, 500, 990].map((held) =>
      requiredWork(holding('places_day_per_network', held), offerOf(1000)),
    );
    assert.deepEqual(works, [0, 1, 2, 4, 8, 16, 16]);
  });

  it('doubles with each twentieth of the day for an address or mailbox, and with each fortieth of the horizon', () => {
    for (const whose of ['email', 'address'] as const) {
      const onDay = [49, 50, 100].map((held) =>
        requiredWork(holding(`places_day_per_${whose}`, held), offerOf(1000)),
      );
      assert.deepEqual(onDay, [0, 1, 2]);
      const overall = [699, 700, 1400].map((held) =>
        requiredWork(holding(`places_horizon_per_${whose}`, held), offerOf(1000)),
      );
      assert.deepEqual(overall, [0, 1, 2]);
    }
  });

  it('always allows a booking, with the least work that suffices', () => {
    const places = fc.integer({ min: 0, max: 100_000 });
    fc.assert(
      fc.property(places, places, places, (day, horizon, held) => {
        const offer = offerOf(day, horizon);
        const holds = holding('places_day_per_network', held);
        const work = requiredWork(holds, offer);
        assert.equal(limitReached(shareLimits(work, offer), holds), null);
        for (const less of ([0, ...WORKS] as const).filter((one) => one < work))
          assert.notEqual(limitReached(shareLimits(less, offer), holds), null);
      }),
    );
  });
});
