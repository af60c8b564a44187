import { gathered } from '@venue-booking/kit/process/gathered';
import { LRUCache } from 'lru-cache';
import type { AvailabilityDatabase } from './database.ts';
import { type FacilityRules, findEachRules, type WantedRules } from './rulesStore.ts';

/** Facilities and days that are remembered: a few MB. */
const MOST = 2000;

/**
 * Remembers rules for as long as nobody says that they are old, so only for who finds that out: the ledger
 * compares their revision when it takes places.
 */
export function rememberRules(database: AvailabilityDatabase) {
  const known = new LRUCache<string, FacilityRules>({ max: MOST });
  const keyOf = ({ venueId, facilityId, days }: WantedRules) =>
    `${venueId} ${facilityId} ${days.from} ${days.count}`;
  const read = gathered((wanted: WantedRules[]) => findEachRules(database, wanted));
  return {
    /** Those of a facility, read now if they are not remembered. Null when the venue has no such facility. */
    async of(wanted: WantedRules): Promise<FacilityRules | null> {
      const key = keyOf(wanted);
      const remembered = known.get(key);
      if (remembered) return remembered;
      const rules = await read(wanted);
      if (rules) known.set(key, rules);
      return rules;
    },
    /** Has them read anew next time. */
    forget: (wanted: WantedRules) => void known.delete(keyOf(wanted)),
  };
}
export type RememberedRules = ReturnType<typeof rememberRules>;
