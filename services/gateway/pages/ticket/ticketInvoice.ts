import { describeIssues } from '@venue-booking/kit/errors/describeIssues';
import type { Ticket } from '@venue-booking/proto/booking/booking';
import { type Failure, fail, failureStatus } from '@venue-booking/proto/failures';
import { InvoiceRequest } from '@venue-booking/proto/invoice/invoice';
import type { VenueContact } from '@venue-booking/proto/venue/venue';
import express, { type Response } from 'express';
import type { Backends } from '../../backends/backends.ts';
import { fileOf, sendDocument } from '../../documents/invoiceRoutes.ts';
import { BODY_LIMIT_KB, bodyReader } from '../../http/requestBody.ts';
import {
  chosenLanguage,
  failureFrom,
  type LinkRequest,
  ticketAddress,
  ticketPath,
  tokenOf,
} from '../guest/guestLink.ts';
import { sendGuestPage } from '../guest/guestPage.ts';
import { INVOICE_FIELDS, type InvoiceForm, invoiceView } from './invoiceView.ts';

type Opened = { ticket: Ticket; contact: VenueContact };

/** The pages and files of a ticket's invoices. Only a POST issues an invoice. */
export function ticketInvoice(
  { booking }: Pick<Backends, 'booking'>,
  open: (request: LinkRequest) => Promise<Opened>,
) {
  const readForm = bodyReader(BODY_LIMIT_KB, (limit) => express.urlencoded({ extended: false, limit }));

  const showForm = async (
    request: LinkRequest,
    response: Response,
    { form = {}, failure }: { form?: InvoiceForm; failure?: Failure } = {},
  ): Promise<void> => {
    const { ticket, contact } = await open(request);
    if (!ticket.invoices?.canRequest && !failure) return response.redirect(302, ticketAddress(request));
    if (failure) response.status(failureStatus(failure.code));
    const language = chosenLanguage(request) ?? ticket.locale;
    const path = ticketPath(request);
    sendGuestPage(response, invoiceView({ ticket, contact, path, language, form, failure }));
  };

  const issue = async (request: LinkRequest, response: Response): Promise<void> => {
    await readForm(request, response);
    const form = formOf(request.body);
    try {
      const { company, vat_number, ...address } = form;
      const buyer = InvoiceRequest.safeParse({ company, address, vat_number: vat_number?.trim() || null });
      if (!buyer.success) throw fail('validation', { detail: describeIssues(buyer.error) });
      await booking.ticketInvoice.mutate({ token: tokenOf(request), buyer: buyer.data });
      response.redirect(303, ticketAddress(request));
    } catch (error) {
      await showForm(request, response, { form, failure: failureFrom(error) });
    }
  };

  const file = async (request: LinkRequest, response: Response): Promise<void> => {
    const { number, format } = fileOf((request.params as { file?: string }).file ?? '');
    const document = await booking.ticketDocument.query({ token: tokenOf(request), number });
    await sendDocument(response, document, format);
  };

  return { show: (request: LinkRequest, response: Response) => showForm(request, response), issue, file };
}

/** The fields of the form that are texts. */
function formOf(body: unknown): InvoiceForm {
  const given = (body ?? {}) as Record<string, unknown>;
  return Object.fromEntries(
    INVOICE_FIELDS.flatMap((name) => (typeof given[name] === 'string' ? [[name, given[name]]] : [])),
  );
}
