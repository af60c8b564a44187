import { locale } from '../../locale.ts';

/** `42%` or `42 %`; a dash if there was no capacity. */
export const percent = (share: number | null): string =>
  share === null
    ? '–'
    : new Intl.NumberFormat(locale.value, { style: 'percent', maximumFractionDigits: 0 }).format(share);
