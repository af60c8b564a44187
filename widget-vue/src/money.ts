/** Price of a party in euro. Counted in cents: 3 × 34.10 is not 102.30 in floating point. */
export const totalOf = (pricePerPerson: number, people: number): number =>
  (Math.round(pricePerPerson * 100) * people) / 100;

/**
 * `€ 1.034,50`, `€1,034.50`, as `Intl.NumberFormat` has it. By hand, as the first number that Intl writes
 * takes it 20 ms, a fifth of all the time until a guest can choose.
 */
export function euroText(locale: string, euro: number): string {
  const [group, point, space] = locale === 'en' ? [',', '.', ''] : ['.', ',', '\u00a0'];
  const [whole = '', cents] = euro.toFixed(2).split('.');
  return `€${space}${whole.replace(/\B(?=(\d{3})+$)/g, group)}${point}${cents}`;
}
