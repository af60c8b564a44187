import assert from 'node:assert/strict';
import { createLog } from '@venue-booking/kit/logging/log';
import type { VenueOffer } from '@venue-booking/proto/venue/venueOffer';
import { describe, it } from 'vitest';
import { venueOffers } from './venueOffers.ts';

const log = createLog('test', 'silent');
const DAY = 24 * 3600_000;
const day = (n: number, places: number) => ({ startsAt: n * DAY, endsAt: (n + 1) * DAY, places });

/** A fake availability with a horizon of three days; other days have 7 places. */
function availability() {
  const requests: (number | undefined)[] = [];
  return {
    requests,
    ask: async ({ around }: { around?: number | undefined }): Promise<VenueOffer> => {
      requests.push(around);
      const days =
        around === undefined
          ? [day(100, 10), day(101, 20), day(102, 30)]
          : [day(Math.floor(around / DAY), 7)];
      return { days, privatePlaces: { 5: 8 } };
    },
  };
}

describe('offer of a venue', () => {
  it('contains the places of the slot’s day and of the horizon, with one cached call', async () => {
    const { requests, ask } = availability();
    const offerAt = venueOffers(ask, log);
    const offers = await Promise.all([1, 2, 3].map(() => offerAt(1, 101 * DAY + 1)));
    for (const offer of offers)
      assert.deepEqual(offer, { day: day(101, 20), horizon: 60, privatePlaces: { 5: 8 } });
    assert.equal((await offerAt(1, 102 * DAY))?.day.places, 30);
    assert.deepEqual(requests, [undefined]);
  });

  it('needs a separate call for a day beyond the horizon', async () => {
    const { requests, ask } = availability();
    const offerAt = venueOffers(ask, log);
    assert.deepEqual((await offerAt(1, 200 * DAY))?.day, day(200, 7));
    assert.equal((await offerAt(1, 200 * DAY + 5))?.horizon, 60);
    assert.deepEqual(requests, [undefined, 200 * DAY]);
  });

  it('is null while availability does not respond, and is fetched again afterwards', async () => {
    let isAway = true;
    const { ask } = availability();
    const offerAt = venueOffers(async (input) => {
      if (isAway) throw new Error('away');
      return ask(input);
    }, log);
    assert.equal(await offerAt(1, 100 * DAY), null);
    isAway = false;
    assert.equal((await offerAt(1, 100 * DAY))?.day.places, 10);
  });
});
