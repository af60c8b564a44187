import { vatOf } from '@venue-booking/domain/price/vat';
import type { InvoiceDocument } from '@venue-booking/proto/invoice/invoice';

/** An invoice with two VAT rates, an add-on and a discount. */
export const testInvoice = (changes: Partial<InvoiceDocument> = {}): InvoiceDocument => ({
  kind: 'invoice',
  number: 'DO-2026-0017',
  issuedOn: '2026-11-29',
  language: 'nl',
  seller: {
    legal_name: 'Sauna De Oever B.V.',
    address: { street: 'Kade 1', postal_code: '1011 AB', city: 'Amsterdam', country: 'NL' },
    vat_number: 'NL123456789B01',
    tax_number: null,
    register_number: '12345678',
    vat_exemption: null,
    footer:
      'Sauna De Oever B.V. – IBAN NL91 ABNA 0417 1643 00 – De btw is berekend over de geboekte diensten.',
    number_prefix: 'DO-',
  },
  buyer: {
    company: 'Beispiel & Söhne GmbH',
    address: { street: 'Hauptstraße 5', postal_code: '10115', city: 'Berlin', country: 'DE' },
    vat_number: 'DE123456789',
  },
  booking: {
    reference: 'K7QF-3MXT',
    facility: 'Privésauna De Oever',
    startsAt: '2026-12-05T19:00',
    endsAt: '2026-12-05T21:30',
    people: 4,
  },
  corrects: null,
  lines: [
    { text: 'Privésauna De Oever, per persoon', count: 4, amountCents: 14_000, basisPoints: 900 },
    { text: 'Vroegboekkorting', count: 1, amountCents: -1_401, basisPoints: 900 },
    { text: 'Badjas', count: 3, amountCents: 2_250, basisPoints: 2100 },
  ],
  vat: vatOf(
    new Map([
      [900, 12_599],
      [2100, 2_250],
    ]),
  ),
  exemption: null,
  totalCents: 14_849,
  paidCents: 14_849,
  ...changes,
});
