/** Smallest deposit in euros. Providers reject payments of a few cents. A lower price is paid at once. */
export const MIN_DEPOSIT_EUR = 1;
