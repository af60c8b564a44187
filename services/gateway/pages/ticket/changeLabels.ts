import type { Locale } from '@venue-booking/proto/primitives';
import * as de from '../texts/de/change.ts';
import * as en from '../texts/en/change.ts';
import * as fr from '../texts/fr/change.ts';
import * as nl from '../texts/nl/change.ts';

/** Texts of the pages where guests change their booking, by language. */
export const changeLabels: Record<Locale, nl.ChangeLabels> = {
  nl: nl.labels,
  en: en.labels,
  de: de.labels,
  fr: fr.labels,
};

/** Why a slot cannot be chosen. */
export const slotReasons: Record<Locale, nl.SlotReasons> = {
  nl: nl.reasons,
  en: en.reasons,
  de: de.reasons,
  fr: fr.reasons,
};
