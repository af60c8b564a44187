import assert from 'node:assert/strict';
import { randomUUID } from 'node:crypto';
import { vatOf } from '@venue-booking/domain/price/vat';
import type { InvoiceRequest } from '@venue-booking/proto/invoice/invoice';
import type { InvoiceDetails } from '@venue-booking/proto/invoice/invoiceDetails';
import { afterAll, beforeAll, describe, it } from 'vitest';
import { type Hold, openTestPayments, type TestPayments } from '../../../test/stack/testPayments.ts';
import { cancelBooking } from '../core/cancelBooking.ts';
import { eraseGuest } from '../desk/eraseGuest.ts';
import { requestLater } from '../later/requestLater.ts';
import { silentLog } from '../testing/testBookings.ts';
import { writeChange } from '../testing/testEffects.ts';
import { correctInvoices } from './correctInvoices.ts';
import { findDocument } from './invoiceStore.ts';
import { issueInvoice, listInvoices } from './issueInvoice.ts';
import { ticketInvoices } from './ticketInvoices.ts';

const HOUR = 3600_000;
const PAID = 2500;
const details: InvoiceDetails = {
  legal_name: 'Sauna De Oever B.V.',
  address: { street: 'Kade 1', postal_code: '1011 AB', city: 'Amsterdam', country: 'NL' },
  vat_number: 'NL123456789B01',
  tax_number: null,
  register_number: '12345678',
  vat_exemption: null,
  footer: null,
  number_prefix: 'DO-',
};
const buyer: InvoiceRequest = {
  company: 'Example GmbH',
  address: { street: 'Hauptstr. 5', postal_code: '10115', city: 'Berlin', country: 'DE' },
  vat_number: 'DE123456789',
};
const vat = vatOf(
  new Map([
    [900, 2000],
    [2100, 500],
  ]),
);

describe('invoices', () => {
  let pay: TestPayments;
  beforeAll(async () => {
    pay = await openTestPayments();
    await pay.account(1n);
    await pay.database.venue.update({ where: { id: 1 }, data: { invoicing: details } });
  });
  afterAll(() => pay.close());

  const paidBooking = async (changes: object = {}) => {
    const hold = await pay.hold({
      ...{ startsAt: Date.now() + 30 * HOUR, endsAt: Date.now() + 31 * HOUR, amountCents: PAID, vat },
      payment: {
        ...{ id: randomUUID(), feeCents: 0, holdMinutes: 15 },
        refundTiers: [{ until_hours: 0, percent: 50 }],
      },
      ...changes,
    });
    await pay.paid(hold);
    return hold;
  };
  const of = ({ id }: { id: number }) => ({ venueId: 1, id });
  const issue = (hold: Hold, request = buyer, more: { byGuest?: boolean } = {}) =>
    issueInvoice(pay.database, of(hold), { buyer: request, actor: 'operator', ...more });
  const list = async (hold: Hold) =>
    (await listInvoices(pay.database, of(hold))).map(({ kind, total_eur, reason }) =>
      [kind, total_eur, reason].filter((part) => part !== null).join(' '),
    );
  const onTicket = async ({ id }: Hold) =>
    (await ticketInvoices(pay.database, await pay.find(id), { invoicing: details })).invoices;
  const refund = (hold: Hold, cents: number, more: object = {}) =>
    pay.tell('events.payment.payment_refunded', hold, {
      ...{ refundId: randomUUID(), amountCents: BigInt(cents), reason: 'owner', actor: 'token Boss' },
      ...{ inFull: false, failed: false },
      ...more,
    });
  /** The guest pays the open amount online. */
  const payRest = async (hold: Hold): Promise<Hold> => {
    const { later } = await requestLater(pay.deps(), of(hold), { actor: 'operator' });
    const payment = { ...hold, paymentId: later.id };
    await pay.tell('events.payment.payment_paid', payment, { amountCents: later.amountCents });
    return payment;
  };
  const cancel = (hold: Hold, refunded: boolean | 'rules') =>
    cancelBooking(pay.deps(), of(hold), { guest: false, actor: 'operator', refund: refunded });
  const changePrice = async (
    hold: Hold,
    amountCents: number,
    rates: Map<number, number> | null = new Map([[900, amountCents]]),
  ) => {
    const row = await pay.find(hold.id);
    const price = { amountCents, lines: null, vat: rates && vatOf(rates) };
    const party = { people: row.people, guests: null, addOns: null, extra: {}, price, move: null };
    const deps = { database: pay.database, hashKey: Buffer.alloc(32) };
    assert.equal(await writeChange(deps, row, { patch: {}, ...party, actor: 'operator' }), null);
  };
  const refused = (code: string) => ({ code });

  it('says what the guest owes with VAT by rate, and is the same when requested again', async () => {
    const hold = await paidBooking();
    const invoice = await issue(hold);
    assert.match(invoice.number, /^DO-\d{4}-\d{4,}$/);
    assert.deepEqual([invoice.kind, invoice.total_eur, invoice.current], ['invoice', 25, true]);
    const document = await findDocument(pay.database, { ...of(hold), number: invoice.number });
    assert.deepEqual(document.vat, vat);
    assert.deepEqual([document.seller, document.buyer], [details, buyer]);
    assert.deepEqual([document.totalCents, document.paidCents], [PAID, PAID]);
    assert.deepEqual(await Promise.all([issue(hold), issue(hold)]), [invoice, invoice]);
    assert.deepEqual(await list(hold), ['invoice 25']);
  });

  it('with other details replaces the invoice, which only the venue may do', async () => {
    const hold = await paidBooking();
    await issue(hold, buyer, { byGuest: true });
    const other = { ...buyer, company: 'Another SARL' };
    await assert.rejects(issue(hold, other, { byGuest: true }), refused('invoice_exists'));
    assert.equal((await issue(hold, other)).company, 'Another SARL');
    assert.deepEqual(await list(hold), ['invoice 25', 'credit_note 25 correction', 'invoice 25']);
  });

  it('rejects a booking that is unpaid, free, refunded or without VAT, and a venue without details', async () => {
    await assert.rejects(issue(await pay.hold()), refused('booking_unpaid'));
    const free = await paidBooking();
    await changePrice(free, 0);
    await assert.rejects(issue(free), refused('invoice_nothing'));
    const refunded = await paidBooking();
    await refund(refunded, PAID, { inFull: true });
    await assert.rejects(issue(refunded), refused('invoice_nothing'));
    const plain = await paidBooking({ vat: null });
    await assert.rejects(issue(plain), refused('invoice_vat_missing'));
    await assert.rejects(issue({ ...plain, id: 999_999 }), refused('booking_not_found'));
    const set = (invoicing: object) => pay.database.venue.update({ where: { id: 1 }, data: { invoicing } });
    try {
      await set({ ...details, vat_exemption: 'Small business' });
      const { number } = await issue(plain);
      const document = await findDocument(pay.database, { ...of(plain), number });
      assert.deepEqual(
        [document.exemption, document.vat],
        ['Small business', [{ basisPoints: 0, amountCents: PAID, vatCents: 0 }]],
      );
      await pay.database.$executeRaw`UPDATE booking.venue SET invoicing = NULL WHERE id = 1`;
      await assert.rejects(issue(await paidBooking()), refused('invoice_details_missing'));
    } finally {
      await set(details);
    }
  });

  it('is credited for every refund, but not for a chargeback or twice for a refund that failed', async () => {
    const hold = await paidBooking();
    await issue(hold);
    await refund(hold, 1000, { actor: 'bank' });
    assert.deepEqual(await list(hold), ['invoice 25']);
    const refundId = randomUUID();
    await refund(hold, 500, { refundId });
    assert.deepEqual(await list(hold), ['invoice 25', 'credit_note 5 refund']);
    await refund(hold, 500, { refundId, failed: true });
    assert.equal((await list(hold)).length, 2);
    await refund(hold, 500);
    await refund(hold, 300);
    assert.deepEqual(await list(hold), ['invoice 25', 'credit_note 5 refund', 'credit_note 3 refund']);
  });

  it('stays credited if the refund of everything fails later', async () => {
    const hold = await paidBooking();
    await issue(hold);
    const refundId = randomUUID();
    await refund(hold, PAID, { refundId, inFull: true });
    assert.deepEqual(await list(hold), ['invoice 25', 'credit_note 25 refund']);
    await refund(hold, PAID, { refundId, failed: true });
    assert.equal((await list(hold)).length, 2);
  });

  it('of a cancelled booking is not credited for a chargeback of a later payment, but for its refund', async () => {
    const hold = await paidBooking();
    await changePrice(hold, 4000);
    const rest = await payRest(hold);
    await issue(hold);
    await refund(rest, 300, { actor: 'bank' });
    await refund(rest, 300, { actor: 'bank', failed: true });
    await cancel(hold, false);
    assert.deepEqual(await list(hold), ['invoice 40']);
    await refund(rest, 1000, { actor: 'bank' });
    assert.deepEqual(await list(hold), ['invoice 40']);
    await refund(rest, 1000, { actor: 'bank', failed: true });
    await refund(rest, 500);
    assert.deepEqual(await list(hold), ['invoice 40', 'credit_note 5 cancelled']);
  });

  it('is credited by the next run of the worker, also if another booking fails', async () => {
    const [broken, hold] = [await paidBooking(), await paidBooking()];
    for (const each of [broken, hold]) await issue(each);
    await pay.database.$executeRaw`UPDATE booking.booking SET vat = '[null]' WHERE id = ${broken.id}`;
    for (const each of [broken, hold]) await cancel(each, true);
    await correctInvoices({ database: pay.database, log: silentLog });
    const count = await pay.database.invoice.count({ where: { bookingId: BigInt(hold.id) } });
    assert.equal(count, 2);
    assert.equal((await onTicket(broken))?.documents.length, 1, 'the ticket still opens');
    await pay.database.$executeRaw`UPDATE booking.booking SET vat = NULL WHERE id = ${broken.id}`;
    assert.deepEqual(await list(broken), ['invoice 25', 'credit_note 25 cancelled']);
  });

  it('follows cancellations and prices', async () => {
    const half = await paidBooking();
    await issue(half);
    await cancel(half, 'rules');
    assert.deepEqual(await list(half), ['invoice 25', 'credit_note 12.5 cancelled']);
    const cheaper = await paidBooking({ vat: vatOf(new Map([[900, PAID]])) });
    await issue(cheaper);
    await changePrice(cheaper, 2000);
    assert.deepEqual(await list(cheaper), ['invoice 25', 'credit_note 5 price']);
    await refund(cheaper, 500, { reason: 'changed' });
    assert.equal((await list(cheaper)).length, 2);
    await changePrice(cheaper, 3000);
    assert.deepEqual((await list(cheaper)).slice(2), ['credit_note 20 price', 'invoice 30']);
    const otherRate = await paidBooking();
    await issue(otherRate);
    await changePrice(otherRate, PAID);
    assert.deepEqual((await list(otherRate)).slice(1), ['credit_note 25 price', 'invoice 25']);
  });

  it('keeps its rates if a new price has none and the venue states no exemption', async () => {
    const hold = await paidBooking();
    await issue(hold);
    await changePrice(hold, 5000, null);
    assert.deepEqual((await list(hold)).slice(1), ['credit_note 25 price', 'invoice 50']);
    const last = await pay.database.invoice.findFirstOrThrow({
      where: { bookingId: BigInt(hold.id), kind: 'invoice', totalCents: 5000n },
    });
    const { number } = last;
    const document = await findDocument(pay.database, { ...of(hold), number });
    assert.deepEqual(
      [document.exemption, document.vat.map(({ basisPoints, amountCents }) => [basisPoints, amountCents])],
      [
        null,
        [
          [900, 4000],
          [2100, 1000],
        ],
      ],
    );
  });

  it('says what the venue has of the money, without what a bank took back', async () => {
    const hold = await paidBooking();
    await refund(hold, 1000, { actor: 'bank' });
    const { number } = await issue(hold);
    const { totalCents, paidCents } = await findDocument(pay.database, { ...of(hold), number });
    assert.deepEqual([totalCents, paidCents], [PAID, 1500]);
  });

  it('cannot be changed or deleted, and stays when the guest is erased', async () => {
    const [hold, plain] = [await paidBooking(), await paidBooking()];
    const { number } = await issue(hold);
    assert.deepEqual(
      [(await onTicket(hold))?.canRequest, (await onTicket(plain))?.canRequest],
      [false, true],
    );
    const before = await findDocument(pay.database, { ...of(hold), number });
    await assert.rejects(
      pay.database.$executeRaw`UPDATE booking.invoice SET total_cents = 1`,
      /cannot be changed/,
    );
    await assert.rejects(pay.database.$executeRaw`DELETE FROM booking.invoice`, /cannot be changed/);
    const deps = { database: pay.database, deleteMailFiles: async () => {}, log: silentLog };
    await eraseGuest(deps, { venueId: 1, email: 'ada@example.com', actor: 'operator' });
    assert.equal((await pay.find(hold.id)).customerName, '');
    assert.deepEqual(await findDocument(pay.database, { ...of(hold), number }), before);
    assert.equal(JSON.stringify(before).includes('Ada'), false);
    assert.deepEqual(await Promise.all([hold, plain].map(onTicket)), [undefined, undefined]);
    await assert.rejects(issue(hold, buyer, { byGuest: true }), refused('guest_erased'));
    await assert.rejects(issue(plain), refused('guest_erased'));
    assert.equal((await issue(hold)).number, number);
    assert.equal((await issue(hold, { ...buyer, company: 'Corrected GmbH' })).company, 'Corrected GmbH');
  });

  it('of another booking or venue is not found', async () => {
    const [one, other] = [await paidBooking(), await paidBooking()];
    const { number } = await issue(one);
    await assert.rejects(findDocument(pay.database, { ...of(other), number }), refused('invoice_not_found'));
    const elsewhere = { venueId: 2, id: one.id, number };
    await assert.rejects(findDocument(pay.database, elsewhere), refused('invoice_not_found'));
  });
});
