import type { Locale } from '@venue-booking/proto/primitives';
import { invoice as de } from '../pages/texts/de/invoice.ts';
import { invoice as en } from '../pages/texts/en/invoice.ts';
import { invoice as fr } from '../pages/texts/fr/invoice.ts';
import { type InvoiceTexts, invoice as nl } from '../pages/texts/nl/invoice.ts';

/** Texts of invoices and credit notes, by language. */
export const documentTexts: Record<Locale, InvoiceTexts> = { nl, en, de, fr };
