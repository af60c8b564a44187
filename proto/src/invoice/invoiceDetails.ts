import { z } from 'zod';
import { multiLine, singleLine } from '../primitives.ts';
import { Country, VatNumber } from './country.ts';

/** A postal address, as electronic invoices need it. */
export const PostalAddress = z.strictObject({
  street: singleLine(200).describe('Street and house number'),
  postal_code: singleLine(20).describe('Postal code'),
  city: singleLine(100).describe('City'),
  country: Country.describe('Country, as two letters (ISO 3166-1)'),
});
export type PostalAddress = z.infer<typeof PostalAddress>;

/** What a venue's invoices say about the venue. */
export const InvoiceDetails = z
  .strictObject({
    legal_name: singleLine(200).describe('Name of the company that runs the venue'),
    address: PostalAddress.describe('Registered address'),
    vat_number: VatNumber.nullable().describe('VAT number, such as NL123456789B01; null: none'),
    tax_number: singleLine(40)
      .nullable()
      .describe('National tax number, for companies without a VAT number; null: none'),
    register_number: singleLine(60).nullable().describe('Number in the register of companies; null: none'),
    vat_exemption: singleLine(200)
      .nullable()
      .describe(
        'Why the venue charges no VAT, such as the rule for small businesses. Needed to invoice bookings without VAT rates; null: it charges VAT',
      ),
    footer: multiLine(500).nullable().describe('Text below each invoice, such as a bank account; null: none'),
    number_prefix: z
      .string()
      .trim()
      .toUpperCase()
      .max(12)
      .regex(/^([A-Z0-9.-]*[A-Z.-])?$/, 'must be letters, digits, dots and hyphens, and not end with a digit')
      .describe('Text before the year in invoice numbers; empty: none'),
  })
  .refine(
    ({ vat_number, tax_number }) => vat_number !== null || tax_number !== null,
    'must have a vat_number or a tax_number',
  );
export type InvoiceDetails = z.infer<typeof InvoiceDetails>;
