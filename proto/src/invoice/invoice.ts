import { z } from 'zod';
import { guestLine, LocalDateTime, Locale, singleLine } from '../primitives.ts';
import { withoutRules } from '../withoutRules.ts';
import { Country, VatNumber } from './country.ts';
import { InvoiceDetails, PostalAddress } from './invoiceDetails.ts';

/** The address of an invoice, as a guest or the desk types it. */
const BuyerAddress = z.strictObject({
  street: guestLine(200).describe('Street and house number'),
  postal_code: guestLine(20).describe('Postal code'),
  city: guestLine(100).describe('City'),
  country: Country.describe('Country, as two letters (ISO 3166-1)'),
});

/** Body of `POST …/bookings/{id}/invoices`: whom the invoice is for. */
export const InvoiceRequest = z.strictObject({
  company: guestLine(200).describe('Name of the company, or of a person'),
  address: BuyerAddress.describe('Its address'),
  vat_number: VatNumber.nullable().default(null).describe('Its VAT number; null: none'),
});
export type InvoiceRequest = z.infer<typeof InvoiceRequest>;

/** The number of an invoice, as in its address. */
export const InvoiceNumber = singleLine(40);

export const InvoiceKind = z.enum(['invoice', 'credit_note']);
export type InvoiceKind = z.infer<typeof InvoiceKind>;

/**
 * Why a credit note was issued: a correction of the invoice, a changed price, a refund, or a cancellation.
 */
export const CreditReason = z.enum(['correction', 'price', 'refund', 'cancelled']);
export type CreditReason = z.infer<typeof CreditReason>;

/** A line in cents, VAT included. Positive on credit notes too; negative for a discount. */
const DocumentLine = z.object({
  text: z.string(),
  count: z.int(),
  amountCents: z.int(),
  /** VAT rate in hundredths of a percent. */
  basisPoints: z.int(),
});

/** An issued invoice or credit note, as stored for good. It says everything that its files contain. */
export const InvoiceDocument = z.object({
  kind: InvoiceKind,
  number: z.string(),
  /** Day of issue in the venue's time zone, YYYY-MM-DD. */
  issuedOn: z.string(),
  language: Locale,
  seller: withoutRules(InvoiceDetails),
  buyer: z.object({
    company: z.string(),
    address: withoutRules(PostalAddress),
    vat_number: z.string().nullable(),
  }),
  booking: z.object({
    reference: z.string(),
    facility: z.string(),
    startsAt: LocalDateTime,
    endsAt: LocalDateTime,
    people: z.int(),
  }),
  /** The invoice that a credit note corrects; null on an invoice. */
  corrects: z.object({ number: z.string(), issuedOn: z.string(), reason: CreditReason }).nullable(),
  lines: z.array(DocumentLine),
  /** The total by VAT rate, VAT included. */
  vat: z.array(z.object({ basisPoints: z.int(), amountCents: z.int(), vatCents: z.int() })),
  /** Why no VAT is charged; null: it is. */
  exemption: z.string().nullable(),
  totalCents: z.int(),
  /** What was paid when an invoice was issued; 0 on a credit note. */
  paidCents: z.int(),
});
export type InvoiceDocument = z.infer<typeof InvoiceDocument>;

/** An invoice or credit note of a booking, without its addresses. */
export const InvoiceSummary = z.object({
  number: z.string().describe('Number, without gaps within the venue and the year'),
  kind: InvoiceKind.describe('`invoice` or `credit_note`'),
  issued_at: z.iso.datetime().describe('When it was issued'),
  corrects: z.string().nullable().describe('The invoice that a credit note corrects; null on an invoice'),
  reason: CreditReason.nullable().describe('Why a credit note was issued; null on an invoice'),
  company: z.string().describe('Whom it is for'),
  // Optional, because a booking service of the previous release omits them.
  address: withoutRules(PostalAddress).optional().describe('Address of the company'),
  vat_number: z.string().nullable().optional().describe('VAT number of the company; null: none'),
  total_eur: z.number().describe('Total including VAT; positive on a credit note too'),
  current: z
    .boolean()
    .describe('Whether it is the invoice that applies; false for credit notes and for replaced invoices'),
});
export type InvoiceSummary = z.infer<typeof InvoiceSummary>;

export const Invoice = InvoiceSummary.extend({
  pdf_url: z.string().describe('The document: PDF/A-3 with the invoice as EN 16931 XML (CII) inside'),
  xml_url: z.string().describe('The same as EN 16931 XML (UBL)'),
});
export type Invoice = z.infer<typeof Invoice>;
