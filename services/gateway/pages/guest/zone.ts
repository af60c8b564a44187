import type { Locale } from '@venue-booking/proto/primitives';

const ownZones: Record<Locale, readonly string[]> = {
  nl: ['Europe/Amsterdam', 'Europe/Brussels'],
  en: [],
  de: ['Europe/Berlin', 'Europe/Busingen', 'Europe/Vienna', 'Europe/Zurich'],
  fr: ['Europe/Paris', 'Europe/Brussels', 'Europe/Luxembourg'],
};

/** Whether readers of a language assume this time zone by default. @param timezone IANA name */
export const isOwnZone = (timezone: string, language: Locale): boolean =>
  ownZones[language].includes(timezone);

/** `New York` of `America/New_York`. */
export const placeOf = (timezone: string): string =>
  timezone.split('/').at(-1)?.replaceAll('_', ' ') ?? timezone;
