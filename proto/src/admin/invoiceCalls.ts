import { z } from 'zod';
import { Invoice, InvoiceRequest } from '../invoice/invoice.ts';
import type { CallGroup } from './adminCall.ts';
import { booking } from './resources.ts';

/** Calls about invoices and credit notes. */
export const invoiceCalls = {
  about: 'Invoices and credit notes of a booking',
  tag: 'payments',
  calls: {
    issueInvoice: {
      verb: 'issue',
      does: 'Issue the invoice of a booking',
      more: 'The venue needs its details in `invoicing`. The same request again returns the invoice that exists; with other details, a credit note and a new invoice are issued. Credit notes follow by themselves after refunds, cancellations and changes of the price. Issued documents cannot be changed or deleted.',
      method: 'POST',
      of: booking,
      path: '/invoices',
      role: 'desk',
      input: InvoiceRequest,
      answers: Invoice,
      errors: { 409: 'The booking cannot be invoiced: the error says why' },
    },
    listInvoices: {
      verb: 'list',
      does: 'List the invoices and credit notes of a booking, oldest first',
      method: 'GET',
      of: booking,
      path: '/invoices',
      role: 'desk',
      answers: z.array(Invoice),
      columns: ['number', 'kind', 'issued_at', 'company', 'total_eur', 'current'],
    },
  },
} as const satisfies CallGroup;
