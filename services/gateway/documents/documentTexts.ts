import type { Locale } from '@venue-booking/proto/primitives';
import { invoice as de } from '../pages/texts/de/invoice.ts';
import { receipt as receiptDe } from '../pages/texts/de/receipt.ts';
import { invoice as en } from '../pages/texts/en/invoice.ts';
import { receipt as receiptEn } from '../pages/texts/en/receipt.ts';
import { invoice as fr } from '../pages/texts/fr/invoice.ts';
import { receipt as receiptFr } from '../pages/texts/fr/receipt.ts';
import { type InvoiceTexts, invoice as nl } from '../pages/texts/nl/invoice.ts';
import { type ReceiptTexts, receipt as receiptNl } from '../pages/texts/nl/receipt.ts';

/** Texts of invoices and credit notes, by language. */
export const documentTexts: Record<Locale, InvoiceTexts> = { nl, en, de, fr };

/** Texts of receipts, by language. */
export const receiptTexts: Record<Locale, ReceiptTexts> = {
  nl: receiptNl,
  en: receiptEn,
  de: receiptDe,
  fr: receiptFr,
};
