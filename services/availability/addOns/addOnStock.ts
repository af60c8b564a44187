import type { AddOnLeft } from '@venue-booking/proto/price/addOns';
import type { AvailabilityTx } from '../database.ts';
import type { FacilityRules } from '../rules/rulesStore.ts';
import type { PeopleServed, SlotState } from '../slots/slot.ts';

/** Remaining add-ons with a stock, and their effect on slots (docs/decisions/0083-add-ons.md). */

type Rules = Pick<FacilityRules, 'facilityId' | 'minPeople' | 'pricing'>;

/** A booking day and its slots. */
type Day = [date: string, slots: SlotState[]];

/**
 * Number of pieces taken, by add-on, of a slot; `slot: 0` is the booking day. Undefined if none was ever
 * taken.
 */
export type AddOnUse = (of: { facilityId: number; day: string; slot: number }) => Taken | undefined;
type Taken = { [key: string]: number };

type DateRange = { from: string; to: string };

/** The pieces taken of the add-ons of some facilities of a venue, on the booking days `from` to `to`. */
export async function findAddOnUse(
  database: AvailabilityTx,
  { venueId, facilityIds }: { venueId: number; facilityIds: readonly number[] },
  { from, to }: DateRange,
): Promise<AddOnUse> {
  if (facilityIds.length === 0) return () => undefined;
  const rows = await database.$queryRaw<{ facility_id: number; day: string; slot: number; taken: Taken }[]>`
    SELECT facility_id, day::text, slot_id::float8 AS slot, json_object_agg(key, taken) AS taken
    FROM availability.add_on_use
    WHERE venue_id = ${venueId} AND facility_id = ANY(${facilityIds}::integer[])
      AND day BETWEEN ${from}::date AND ${to}::date
    GROUP BY facility_id, day, slot_id`;
  const taken = new Map(rows.map((row) => [`${row.facility_id} ${row.day} ${row.slot}`, row.taken]));
  return ({ facilityId, day, slot }) => taken.get(`${facilityId} ${day} ${slot}`);
}

const stockedOf = ({ pricing }: Rules) =>
  (pricing?.add_ons ?? []).flatMap(({ stock, ...addOn }) => (stock ? [{ ...addOn, stock }] : []));

/** Whether some add-on has a stock. */
export const hasStock = (rules: Rules): boolean => stockedOf(rules).length > 0;

const requiredOf = (rules: Rules) => stockedOf(rules).filter(({ required }) => required);

/** Whether some required add-on has a stock. */
export const hasRequiredStock = (rules: Rules): boolean => requiredOf(rules).length > 0;

/**
 * Number of people that the remaining pieces suffice for. Unless sold per person, one piece serves a booking.
 */
const peopleServed = (per: string, left: number): number =>
  per === 'person' || left === 0 ? left : Infinity;

/**
 * Adds to the slots of a booking day what is left of each add-on with a stock. Guests can book only as many
 * places as the required add-ons suffice for. Too few for the smallest party count as none.
 * @param of.placesAlone leaves `free` as the ledger has it, because the venue may omit required add-ons.
 * `reason`, which is for guests, is set all the same.
 */
export function withAddOnsLeft(
  rules: Rules,
  [date, slots]: Day,
  { used, placesAlone = false }: { used: AddOnUse; placesAlone?: boolean | undefined },
): SlotState[] {
  const { facilityId, minPeople } = rules;
  const stocked = stockedOf(rules);
  if (stocked.length === 0) return slots;
  const ofDay = used({ facilityId, day: date, slot: 0 });
  const leftOf = (ofSlot: Taken | undefined) => {
    const addOns: AddOnLeft[] = [];
    let served = Infinity;
    for (const { key, per, required, stock } of stocked) {
      const left = Math.max(0, stock.count - takenOf(stock.per === 'slot' ? ofSlot : ofDay, key));
      addOns.push({ key, left });
      if (required) served = Math.min(served, peopleServed(per, left));
    }
    return { addOns, served };
  };
  // Most slots have no uses, so they share one result.
  const untouched = leftOf(undefined);
  return slots.map((slot) => {
    const ofSlot = used({ facilityId, day: date, slot: slot.id });
    const { addOns, served } = ofSlot ? leftOf(ofSlot) : untouched;
    const isGone = served < minPeople;
    return {
      ...slot,
      addOns,
      free: placesAlone ? slot.free : Math.min(slot.free, isGone ? 0 : served),
      reason: slot.reason ?? (isGone ? 'add_on_gone' : null),
    };
  });
}

/** Checks own properties only: a key may be `constructor`, which every object inherits. */
export const takenOf = (taken: Taken | undefined, key: string): number =>
  taken !== undefined && Object.hasOwn(taken, key) ? (taken[key] ?? 0) : 0;

/**
 * Reads the uses of a booking day for {@link withAddOnsLeft}. Runs no statement for a facility without
 * stocks.
 */
export async function readAddOnsLeft(
  database: AvailabilityTx,
  { venueId, rules, placesAlone }: { venueId: number; rules: Rules; placesAlone?: boolean | undefined },
  [date, slots]: Day,
): Promise<SlotState[]> {
  if (slots.length === 0 || !hasStock(rules)) return slots;
  const facilityIds = [rules.facilityId];
  const used = await findAddOnUse(database, { venueId, facilityIds }, { from: date, to: date });
  return withAddOnsLeft(rules, [date, slots], { used, placesAlone });
}

/**
 * {@link PeopleServed} for each of some days, in one statement. It returns one row per day on which something
 * was taken, whatever the number of slots and add-ons. Too few for the smallest party count as none.
 */
export async function findPeopleServed(
  database: AvailabilityTx,
  { venueId, rules }: { venueId: number; rules: Rules },
  { from, to }: DateRange,
): Promise<(date: string) => PeopleServed> {
  const { facilityId, minPeople } = rules;
  const required = requiredOf(rules);
  const rows = await database.$queryRaw<{ day: string; served: { [slot: string]: number } }[]>`
    SELECT day::text, json_object_agg(slot_id, served) AS served
    FROM (
      SELECT u.day, u.slot_id,
        min(CASE WHEN a.per_person THEN greatest(a.count - u.taken, 0) WHEN u.taken >= a.count THEN 0 END) AS served
      FROM availability.add_on_use u
      JOIN unnest(${required.map(({ key }) => key)}::text[], ${required.map(({ stock }) => stock.count)}::integer[],
        ${required.map(({ per }) => per === 'person')}::boolean[], ${required.map(({ stock }) => stock.per === 'slot')}::boolean[])
        AS a(key, count, per_person, per_slot) ON a.key = u.key AND a.per_slot = (u.slot_id <> 0)
      WHERE u.venue_id = ${venueId} AND u.facility_id = ${facilityId}
        AND u.day BETWEEN ${from}::date AND ${to}::date AND u.taken > 0
      GROUP BY u.day, u.slot_id
    ) AS slots
    WHERE served IS NOT NULL
    GROUP BY day`;
  const enough = (people: number) => (people < minPeople ? 0 : people);
  const inStock = Math.min(...required.map(({ per, stock }) => peopleServed(per, stock.count)));
  const byDay = new Map(
    rows.map(({ day, served: { 0: ofDay = Infinity, ...ofSlots } }) => {
      const untouched = Math.min(inStock, ofDay);
      const bySlot = new Map<number, number>();
      for (const [slot, served] of Object.entries(ofSlots))
        if (served < untouched) bySlot.set(Number(slot), enough(served));
      return [day, { untouched: enough(untouched), bySlot }];
    }),
  );
  const whole = { untouched: enough(inStock), bySlot: new Map<number, number>() };
  return (date) => byDay.get(date) ?? whole;
}
