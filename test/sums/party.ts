import type { Dice } from './dice.ts';
import type { Wish } from './expectedPrice.ts';
import type { Facility, LiveVenue } from './liveVenue.ts';

const DAY = 24 * 3_600_000;

/** A random party of a facility. */
export function anyWish({ price }: Facility, dice: Dice): Wish {
  const pieces = price.addOns
    .filter(() => dice.chance(0.6))
    .map(({ key, per }) => [key, per === 'piece' ? dice.int(1, 5) : 1] as const);
  const children = price.kind === 'categories' ? dice.int(0, 4) : 0;
  return { adults: dice.int(1, 5), children, pieces: Object.fromEntries(pieces) };
}

/** The party and the add-ons as the API takes them. */
export function toRequest({ price }: Facility, { adults, children, pieces }: Wish) {
  const party =
    price.kind === 'categories'
      ? { guests: { adult: adults, ...(children > 0 && { child: children }) } }
      : { people: adults };
  const addOns = Object.fromEntries(price.addOns.map(({ key }) => [key, pieces[key] ?? 0]));
  return { ...party, ...(price.addOns.length > 0 && { add_ons: addOns }) };
}

/** A random slot of a facility in the coming month. */
export async function anySlot(venue: LiveVenue, facility: Facility, dice: Dice) {
  const date = new Date(Date.now() + dice.int(4, 33) * DAY).toISOString().slice(0, 10);
  const { body } = await venue.api.get(venue.slug, `/facilities/${facility.id}/slots?date=${date}`);
  return dice.pick(body.slots as { id: number; starts_at: string }[]);
}
