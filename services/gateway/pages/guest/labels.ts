import type { Locale } from '@venue-booking/proto/primitives';
import * as de from '../texts/de/guest.ts';
import * as en from '../texts/en/guest.ts';
import * as fr from '../texts/fr/guest.ts';
import * as nl from '../texts/nl/guest.ts';

export type Labels = nl.Labels;

/** Texts of the ticket and of pages without a booking, by language. */
export const labels: Record<Locale, Labels> = { nl: nl.labels, en: en.labels, de: de.labels, fr: fr.labels };

/** Each status in a word, and its meaning for the guest. */
export const statuses: Record<Locale, nl.Statuses> = {
  nl: nl.statuses,
  en: en.statuses,
  de: de.statuses,
  fr: fr.statuses,
};
