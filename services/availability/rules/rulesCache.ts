import { gathered } from '@venue-booking/kit/process/gathered';
import { LRUCache } from 'lru-cache';
import type { AvailabilityDatabase } from '../database.ts';
import { type FacilityRules, findEachRules, type WantedRules } from './rulesStore.ts';

/** Maximum number of cached entries: a few MB. */
const MOST = 2000;

/**
 * Caches rules until the caller reports them as stale. Only for callers that can detect this: the ledger
 * compares the revision of the rules when it takes places.
 */
export function rememberRules(database: AvailabilityDatabase) {
  const known = new LRUCache<string, FacilityRules>({ max: MOST });
  const keyOf = ({ venueId, facilityId, days }: WantedRules) =>
    `${venueId} ${facilityId} ${days.from} ${days.count}`;
  const read = gathered((wanted: WantedRules[]) => findEachRules(database, wanted));
  return {
    /**
     * The cached rules of a facility, or else those of the database. Null when the venue has no such
     * facility.
     */
    async of(wanted: WantedRules): Promise<FacilityRules | null> {
      const key = keyOf(wanted);
      const remembered = known.get(key);
      if (remembered) return remembered;
      const rules = await read(wanted);
      if (rules) known.set(key, rules);
      return rules;
    },
    /** Removes the entry, so that the next call reads the database. */
    forget: (wanted: WantedRules) => void known.delete(keyOf(wanted)),
  };
}
export type RememberedRules = ReturnType<typeof rememberRules>;
