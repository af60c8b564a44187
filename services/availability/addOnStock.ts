import type { AddOnLeft } from '@venue-booking/proto/addOns';
import type { AvailabilityTx } from './database.ts';
import type { FacilityRules } from './rulesStore.ts';
import type { SlotState } from './slot.ts';

/** What is left of add-ons of which there are so many, and of slots then (docs/decisions/0083-add-ons.md). */

type Rules = Pick<FacilityRules, 'facilityId' | 'minPeople' | 'pricing'>;

/** A booking day and its slots. */
type Day = [date: string, slots: SlotState[]];

/** How many are taken of an add-on: on a booking day, or of a slot of it; `slot: 0` is the day. */
type Use = (of: { facilityId: number; day: string; slot: number; key: string }) => number;

/** How many are taken of the add-ons of some facilities of a venue, on the booking days `from` to `to`. */
export async function findUse(
  database: AvailabilityTx,
  { venueId, facilityIds }: { venueId: number; facilityIds: readonly number[] },
  { from, to }: { from: string; to: string },
): Promise<Use> {
  if (facilityIds.length === 0) return () => 0;
  const rows = await database.$queryRaw<
    { facility_id: number; day: string; slot: bigint; key: string; taken: number }[]
  >`
    SELECT facility_id, day::text, slot_id AS slot, key, taken FROM availability.add_on_use
    WHERE venue_id = ${venueId} AND facility_id = ANY(${facilityIds}::integer[])
      AND day BETWEEN ${from}::date AND ${to}::date`;
  const taken = new Map(
    rows.map((row) => [`${row.facility_id} ${row.day} ${row.slot} ${row.key}`, row.taken]),
  );
  return ({ facilityId, day, slot, key }) => taken.get(`${facilityId} ${day} ${slot} ${key}`) ?? 0;
}

const stockedOf = ({ pricing }: Rules) =>
  (pricing?.add_ons ?? []).flatMap(({ stock, ...addOn }) => (stock ? [{ ...addOn, stock }] : []));

/** Whether there are only so many of some add-on. */
export const hasStock = (rules: Rules): boolean => stockedOf(rules).length > 0;

/** Whether there are only so many of an add-on that each booking takes. */
export const hasRequiredStock = (rules: Rules): boolean => stockedOf(rules).some(({ required }) => required);

/**
 * Slots of a booking day with how many are left of each add-on of which there are so many. Guests get no more
 * places than what each booking takes is there for; too few for the smallest party are none.
 * @param of.placesAlone `free` stays what the ledger of places says: the venue may leave out what is
 * required. The `reason` why guests can't book a slot is told all the same.
 */
export function withLeft(
  rules: Rules,
  [date, slots]: Day,
  { used, placesAlone = false }: { used: Use; placesAlone?: boolean | undefined },
): SlotState[] {
  const { facilityId, minPeople } = rules;
  const stocked = stockedOf(rules);
  if (stocked.length === 0) return slots;
  return slots.map((slot) => {
    const addOns = stocked.map(({ key, per, required, stock }) => {
      const of = { facilityId, day: date, slot: stock.per === 'slot' ? slot.id : 0, key };
      return { key, per, required, left: Math.max(0, stock.count - used(of)) };
    });
    const served = Math.min(...addOns.filter(({ required }) => required).map(peopleServed));
    const isGone = served < minPeople;
    return {
      ...slot,
      addOns: addOns.map(({ key, left }): AddOnLeft => ({ key, left })),
      free: placesAlone ? slot.free : Math.min(slot.free, isGone ? 0 : served),
      reason: slot.reason ?? (isGone ? 'add_on_gone' : null),
    };
  });
}

/** For how many people so many are enough: for whoever comes, once each booking has its one. */
const peopleServed = ({ per, left }: { per: string; left: number }): number =>
  per === 'person' || left === 0 ? left : Infinity;

/** {@link withLeft} of some days in a row; no statement for a facility that has none of that kind. */
export async function findLeft(
  database: AvailabilityTx,
  { venueId, rules, placesAlone }: { venueId: number; rules: Rules; placesAlone?: boolean | undefined },
  days: readonly Day[],
): Promise<readonly Day[]> {
  const [first, last] = [days.at(0), days.at(-1)];
  if (!first || !last || !hasStock(rules)) return days;
  const facilityIds = [rules.facilityId];
  const used = await findUse(database, { venueId, facilityIds }, { from: first[0], to: last[0] });
  return days.map((day) => [day[0], withLeft(rules, day, { used, placesAlone })]);
}
