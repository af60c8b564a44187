import type { Locale } from '@venue-booking/proto/primitives';

/** Whether readers of a language assume this time zone by default. @param timezone IANA name */
export const isOwnZone = (timezone: string, language: Locale): boolean =>
  language === 'nl' && timezone === 'Europe/Amsterdam';

/** `New York` of `America/New_York`. */
export const placeOf = (timezone: string): string =>
  timezone.split('/').at(-1)?.replaceAll('_', ' ') ?? timezone;
