import { nameIn } from '@venue-booking/domain/wording/nameIn';
import { type NameDraft, nameFrom } from './itemName.ts';

/** Row ids, so that references to a row survive a change of its name. */
let rows = 0;
export const newRow = (): number => ++rows;

/**
 * The keys of categories or add-ons by row id. A new item gets a key derived from its English name.
 * @param unnamed the key for a name without letters
 */
export function keysOf(
  items: readonly ({ row: number; key: string } & NameDraft)[],
  unnamed = 'guest',
): Map<number, string> {
  const taken = new Set(items.map(({ key }) => key));
  return new Map(
    items.map(({ row, key, ...name }) => {
      if (key) return [row, key];
      const plain = nameIn(nameFrom(name), 'en')
        .normalize('NFD')
        .replace(/\p{M}/gu, '')
        .toLowerCase()
        .replace(/[^a-z0-9]+/g, '_');
      const wanted = plain.replace(/^[^a-z]+|_+$/g, '').slice(0, 26) || unnamed;
      let made = wanted;
      for (let more = 2; taken.has(made); more++) made = `${wanted}_${more}`;
      taken.add(made);
      return [row, made];
    }),
  );
}
