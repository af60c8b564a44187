import { withOwnDeadline } from '@venue-booking/kit/concurrency/callContext';
import type { Log } from '@venue-booking/kit/logging/log';
import type { VenueOffer } from '@venue-booking/proto/venue/venueOffer';
import { LRUCache } from 'lru-cache';
import type { Offer } from './fairShare.ts';

type OfferRequest = { venueId: number; around?: number | undefined };

/** TTL of an offer: a change of opening hours or capacities counts after a minute at most. */
const TTL_MS = 60_000;
/** Maximum entries (venues and days), some MB. */
const MAX_CACHED = 5000;
/** Several requests share one fetch, so it has its own time budget. */
const BUDGET_MS = 2000;
const DAY_MS = 24 * 3600_000;

/**
 * Caches what venues offer, as computed by availability. The offer is null if availability does not respond
 * or is a previous release without it. Then shares are not compared; places are still reserved atomically.
 */
export function venueOffers(fetchOffer: (input: OfferRequest) => Promise<VenueOffer>, log: Log) {
  const cache = new LRUCache<string, VenueOffer, OfferRequest>({
    max: MAX_CACHED,
    ttl: TTL_MS,
    fetchMethod: (_key, _stale, { context }) => withOwnDeadline(BUDGET_MS, () => fetchOffer(context)),
  });
  const horizonOf = (venueId: number) => cache.fetch(`${venueId}`, { context: { venueId } });
  const around = (venueId: number, instant: number) =>
    cache.fetch(`${venueId} ${Math.floor(instant / DAY_MS)}`, { context: { venueId, around: instant } });
  const dayAt = (offer: VenueOffer | undefined, instant: number) =>
    offer?.days.find(({ startsAt, endsAt }) => instant >= startsAt && instant < endsAt);

  /** @param instant start of the slot, ms since 1970 */
  return async function offerAt(venueId: number, instant: number): Promise<Offer | null> {
    try {
      const offer = await horizonOf(venueId);
      const day = dayAt(offer, instant) ?? dayAt(await around(venueId, instant), instant);
      if (!offer || !day) return null;
      const horizon = offer.days.reduce((sum, { places }) => sum + places, 0);
      return { day, horizon, privatePlaces: offer.privatePlaces };
    } catch (error) {
      log.warn({ err: error, venueId }, 'cannot read the offer of the venue; shares are not compared');
      return null;
    }
  };
}
export type OfferAt = ReturnType<typeof venueOffers>;
