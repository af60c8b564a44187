/** Smallest deposit in euros, because providers reject payments of a few cents. A lower price is due at once. */
export const MIN_DEPOSIT_EUR = 1;
