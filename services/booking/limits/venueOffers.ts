import { inOwnTime } from '@venue-booking/kit/messaging/callContext';
import type { Log } from '@venue-booking/kit/process/log';
import type { VenueOffer } from '@venue-booking/proto/venueOffer';
import { LRUCache } from 'lru-cache';
import type { Offer } from './fairShare.ts';

type Asked = { venueId: number; around?: number | undefined };

/** A change of hours or capacities counts after this long. Exact to the minute is enough for a share. */
const KEPT_MS = 60_000;
/** Venues and days: some MB. */
const MOST_KEPT = 5000;
/** Requests share an answer, so none of them passes its own deadline on. */
const BUDGET_MS = 2000;
const DAY_MS = 24 * 3600_000;

/**
 * What venues offer, as availability computes it. Null while that is unknown: availability does not answer,
 * or is of a release that does not have it. Then no share is compared; places are still taken atomically.
 */
export function venueOffers(ask: (input: Asked) => Promise<VenueOffer>, log: Log) {
  const kept = new LRUCache<string, VenueOffer, Asked>({
    max: MOST_KEPT,
    ttl: KEPT_MS,
    fetchMethod: (_key, _stale, { context }) => inOwnTime(BUDGET_MS, () => ask(context)),
  });
  const horizonOf = (venueId: number) => kept.fetch(`${venueId}`, { context: { venueId } });
  const around = (venueId: number, instant: number) =>
    kept.fetch(`${venueId} ${Math.floor(instant / DAY_MS)}`, { context: { venueId, around: instant } });
  const dayAt = (offer: VenueOffer | undefined, instant: number) =>
    offer?.days.find(({ startsAt, endsAt }) => instant >= startsAt && instant < endsAt);

  /** @param instant when the slot starts, in ms */
  return async function offerAt(venueId: number, instant: number): Promise<Offer | null> {
    try {
      const offer = await horizonOf(venueId);
      const day = dayAt(offer, instant) ?? dayAt(await around(venueId, instant), instant);
      if (!offer || !day) return null;
      const horizon = offer.days.reduce((sum, { places }) => sum + places, 0);
      return { day, horizon, privatePlaces: offer.privatePlaces };
    } catch (error) {
      log.warn({ err: error, venueId }, 'offer of the venue is unknown, so shares are not compared');
      return null;
    }
  };
}
export type OfferAt = ReturnType<typeof venueOffers>;
