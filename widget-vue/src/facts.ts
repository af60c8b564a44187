import { dateOf, dateText, timeOf } from './dates.ts';
import type { Locale } from './wording.ts';

/** `90 minuten`, `2,5 uur` */
export function durationText(locale: Locale, minutes: number): string {
  const inHours = minutes >= 120 && minutes % 30 === 0;
  return new Intl.NumberFormat(locale, {
    style: 'unit',
    unit: inHours ? 'hour' : 'minute',
    unitDisplay: 'long',
  }).format(inHours ? minutes / 60 : minutes);
}

/** `dinsdag 2 juni, 10:00–12:30` */
export const momentText = (locale: Locale, { starts_at, ends_at }: { starts_at: string; ends_at: string }) =>
  `${dateText(locale, dateOf(starts_at), { weekday: 'long', day: 'numeric', month: 'long' })}, ${timeOf(starts_at)}–${timeOf(ends_at)}`;
