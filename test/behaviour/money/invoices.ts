import assert from 'node:assert/strict';
import { beforeAll, describe, it } from 'vitest';
import { call } from '../../stack/api.ts';
import { newPaidVenue, type PaidVenue } from '../../stack/paidVenue.ts';
import type { Stack } from '../../stack/stack.ts';
import { page, pageOf } from '../fixtures/tickets.ts';

const invoicing = {
  legal_name: 'Sauna De Oever B.V.',
  address: { street: 'Kade 1', postal_code: '1011 AB', city: 'Amsterdam', country: 'nl' },
  vat_number: 'NL 1234.567.89 B01',
  tax_number: null,
  register_number: '12345678',
  vat_exemption: null,
  footer: 'IBAN NL91 ABNA 0417 1643 00',
  number_prefix: 'do-',
};
const buyer = {
  company: 'Beispiel GmbH',
  address: { street: 'Hauptstr. 5', postal_code: '10115', city: 'Berlin', country: 'DE' },
  vat_number: 'DE123456789',
};

/** Invoices and credit notes, from the venue's details to the files. */
export function invoices(stack: () => Stack): void {
  describe('invoices', () => {
    let venue: PaidVenue;
    const admin = (method: string, path: string, body?: unknown) =>
      stack().api.admin(method, `/venues/${venue.slug}${path}`, body);
    const file = (url: string, headers = { Authorization: `Bearer ${stack().operatorToken}` }) =>
      call(`${stack().api.url}${new URL(url).pathname}`, { headers });
    const deskBooking = async () => {
      const [slot_id] = venue.slots;
      const body = { slot_id, people: 2, customer_name: 'Anna', customer_email: 'anna@example.com' };
      const { id, ticket_url } = (await admin('POST', '/bookings', body)).body;
      return { id, ticket_url: `${stack().api.url}${new URL(ticket_url).pathname}` };
    };

    beforeAll(async () => {
      venue = await newPaidVenue(stack(), { facility: { vat_percent: 9 } });
    });

    it('a venue without details gets an error that says what to fill in, and its ticket offers none', async () => {
      const { id, ticket_url } = await deskBooking();
      const refused = await admin('POST', `/bookings/${id}/invoices`, buyer);
      assert.equal(refused.status, 409);
      assert.match(refused.body.error, /invoicing.*VAT number/);
      assert.ok(!(await pageOf({ url: ticket_url })).text.includes('/invoice'));
      assert.equal((await page(`${ticket_url}/invoice`)).status, 302);
    });

    it('the details of a venue are validated and stored as a whole', async () => {
      for (const [field, value] of [
        ['vat_number', 'NL'],
        ['vat_number', 'QQ123456789'],
        ['vat_number', null],
        ['number_prefix', 'A1'],
        ['number_prefix', '../'],
        ['legal_name', ''],
        ['address', { ...invoicing.address, country: 'ZZ' }],
        ['unknown', 1],
      ] as const)
        assert.equal(
          (await admin('PATCH', '', { invoicing: { ...invoicing, [field]: value } })).status,
          422,
          `${field} ${JSON.stringify(value)}`,
        );
      const saved = await admin('PATCH', '', { invoicing });
      assert.equal(saved.status, 200, saved.text);
      assert.deepEqual(saved.body.invoicing, {
        ...invoicing,
        address: { ...invoicing.address, country: 'NL' },
        vat_number: 'NL123456789B01',
        number_prefix: 'DO-',
      });
    });

    it('the desk issues an invoice, which is credited when the booking is cancelled', async () => {
      const { id } = await deskBooking();
      const issued = await admin('POST', `/bookings/${id}/invoices`, buyer);
      assert.equal(issued.status, 200, issued.text);
      assert.match(issued.body.number, /^DO-\d{4}-0001$/);
      const { company, address, vat_number } = issued.body;
      assert.deepEqual({ company, address, vat_number }, buyer, 'a correction begins with them');
      assert.deepEqual((await admin('POST', `/bookings/${id}/invoices`, buyer)).body, issued.body);
      const xml = await file(issued.body.xml_url);
      assert.match(xml.text, /<Invoice xmlns[\s\S]*Beispiel GmbH/);
      const pdf = await file(issued.body.pdf_url);
      assert.equal(pdf.headers.get('content-type'), 'application/pdf');
      assert.match(pdf.text, /^%PDF/);
      assert.equal((await file(issued.body.pdf_url, { Authorization: 'Bearer no' })).status, 401);
      assert.equal((await file(issued.body.pdf_url.replace('0001', '0002'))).status, 404);
      assert.equal((await admin('POST', `/bookings/${id}/cancel`)).status, 200);
      const list = (await admin('GET', `/bookings/${id}/invoices`)).body;
      assert.deepEqual(
        list.map(({ kind, corrects, reason, total_eur, current }: Record<string, unknown>) => [
          ...[kind, corrects, reason, total_eur, current],
        ]),
        [
          ['invoice', null, null, issued.body.total_eur, false],
          ['credit_note', issued.body.number, 'cancelled', issued.body.total_eur, false],
        ],
      );
      assert.match((await file(list[1].xml_url)).text, /<CreditNote xmlns/);
    });

    it('a guest requests an invoice on the ticket, once', async () => {
      const { ticket_url: url, id } = await deskBooking();
      assert.ok((await pageOf({ url: `${url}?lang=en` })).text.includes('Request an invoice'));
      const form = await pageOf({ url: `${url}/invoice?lang=fr` });
      assert.match(form.text, /<option value="NL" selected>Pays-Bas/);
      const send = (fields: Record<string, string>) =>
        page(`${url}/invoice?lang=en`, {
          ...{ method: 'POST', body: new URLSearchParams(fields).toString() },
          headers: { 'Content-Type': 'application/x-www-form-urlencoded' },
        });
      const { address, ...rest } = buyer;
      const bad = await send({ ...rest, ...address, company: '"><script>', vat_number: '12' });
      assert.equal(bad.status, 422);
      assert.ok(bad.text.includes('value="&quot;&gt;&lt;script&gt;"'), bad.text);
      assert.deepEqual((await admin('GET', `/bookings/${id}/invoices`)).body, []);
      assert.equal((await send({ ...rest, ...address })).status, 303);
      assert.equal((await send({ ...rest, ...address })).status, 303);
      assert.equal((await send({ ...rest, ...address, company: 'Other' })).status, 409);
      const [invoice] = (await admin('GET', `/bookings/${id}/invoices`)).body;
      const shown = await pageOf({ url: `${url}?lang=en` });
      assert.ok(shown.text.includes(`Invoice ${invoice.number}`));
      assert.ok(!shown.text.includes('Request an invoice'));
      const own = `${url}/invoices/${invoice.number}.xml`;
      assert.match((await page(own)).text, /<Invoice xmlns/);
      const other = await deskBooking();
      assert.equal((await page(own.replace(url, other.ticket_url))).status, 404);
    });

    it('a receipt is on the ticket and at the desk once something was paid, for its venue only', async () => {
      const { ticket_url: url, id } = await deskBooking();
      const receipt = `/venues/${venue.slug}/bookings/${id}/receipt.pdf`;
      const unpaid = await page(`${url}/receipt.pdf`, { headers: { Accept: 'application/json' } });
      assert.deepEqual([unpaid.status, unpaid.body.error], [409, 'Nothing was paid for this booking yet.']);
      assert.ok(!(await pageOf({ url })).text.includes('receipt.pdf'));
      const taken = await admin('POST', `/bookings/${id}/payments`, { amount_eur: 5, method: 'card' });
      assert.equal(taken.status, 201, taken.text);
      assert.match((await pageOf({ url: `${url}?lang=de` })).text, /receipt\.pdf[^>]*>Zahlungsbeleg/);

      const tokenFor = async (slug: string, scope: string) =>
        (await stack().api.admin('POST', `/venues/${slug}/tokens`, { name: 'Front desk', scope })).body.token;
      const { slug: foreign } = await newPaidVenue(stack());
      const open = async (path: string, token: string) => {
        const found = await call(`${stack().api.url}/api/admin${path}`, {
          headers: { Authorization: `Bearer ${token}` },
        });
        return [found.status, found.text.slice(0, 4)];
      };
      const desk = await tokenFor(venue.slug, 'desk');
      assert.deepEqual(await open(receipt, desk), [200, '%PDF']);
      const other = await tokenFor(foreign, 'owner');
      assert.equal((await open(receipt, other))[0], 404);
      assert.equal((await open(receipt.replace(venue.slug, foreign), other))[0], 404);
      const mine = await page(`${url}/receipt.pdf?lang=fr`);
      assert.deepEqual([mine.status, mine.text.slice(0, 4)], [200, '%PDF']);
      assert.match(
        mine.headers.get('content-disposition') ?? '',
        /attachment; filename="receipt-[\w-]+\.pdf"/,
      );
      assert.equal((await page(`${url.slice(0, -2)}/receipt.pdf`)).status, 404);
      const online = await venue.bookAndPay();
      const itsReceipt = receipt.replace(`/${id}/`, `/${online.id}/`);
      assert.deepEqual(await open(itsReceipt, desk), [200, '%PDF']);
    });
  });
}
