/** Names rows, so that what refers to one goes on doing so while its name is typed. */
let rows = 0;
export const newRow = (): number => ++rows;

/**
 * The keys of categories or add-ons by their rows: kept, or made of the English name where there is none yet.
 * @param unnamed what is made of a name without letters
 */
export function keysOf(
  items: readonly { row: number; key: string; nl: string; en: string }[],
  unnamed = 'guest',
): Map<number, string> {
  const taken = new Set(items.map(({ key }) => key));
  return new Map(
    items.map(({ row, key, nl, en }) => {
      if (key) return [row, key];
      const plain = (en || nl)
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
