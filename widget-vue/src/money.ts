/** Price of a party in euro. Counted in cents: 3 × 34.10 is not 102.30 in floating point. */
export const totalOf = (pricePerPerson: number, people: number): number =>
  (Math.round(pricePerPerson * 100) * people) / 100;

/** `€ 34,50` */
export const euroText = (locale: string, euro: number): string =>
  new Intl.NumberFormat(locale === 'en' ? 'en-IE' : locale, { style: 'currency', currency: 'EUR' }).format(
    euro,
  );
