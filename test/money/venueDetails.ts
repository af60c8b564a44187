import type { InvoiceRequest } from '@venue-booking/proto/invoice/invoice';
import type { InvoiceDetails } from '@venue-booking/proto/invoice/invoiceDetails';

/** What a venue's invoices say about it. */
export const details: InvoiceDetails = {
  legal_name: 'Sauna De Oever B.V.',
  address: { street: 'Kade 1', postal_code: '1011 AB', city: 'Amsterdam', country: 'NL' },
  vat_number: 'NL123456789B01',
  tax_number: null,
  register_number: '12345678',
  vat_exemption: null,
  footer: null,
  number_prefix: 'DO-',
};

export const buyer: InvoiceRequest = {
  company: 'Example GmbH',
  address: { street: 'Hauptstr. 5', postal_code: '10115', city: 'Berlin', country: 'DE' },
  vat_number: 'DE123456789',
};
