import type { Locale } from '@venue-booking/proto/primitives';
import * as de from '../texts/de/pay.ts';
import * as en from '../texts/en/pay.ts';
import * as fr from '../texts/fr/pay.ts';
import * as nl from '../texts/nl/pay.ts';

/** Texts of the payment pages, by language. */
export const payLabels: Record<Locale, nl.PayLabels> = {
  nl: nl.labels,
  en: en.labels,
  de: de.labels,
  fr: fr.labels,
};

/** Texts of the page of the sandbox provider, by language. */
export const sandboxTexts: Record<Locale, nl.SandboxTexts> = {
  nl: nl.sandbox,
  en: en.sandbox,
  de: de.sandbox,
  fr: fr.sandbox,
};
