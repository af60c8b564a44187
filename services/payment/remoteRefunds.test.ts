import assert from 'node:assert/strict';
import { after, before, beforeEach, describe, it } from 'node:test';
import { bookingEventHandlers } from './bookingEvents.ts';
import { refreshPayment } from './refreshPayment.ts';
import { refundBooking } from './refundBooking.ts';
import { type MolliePayments, openMolliePayments } from './testing/testMollie.ts';

describe('a refund that Mollie has and we do not', () => {
  let payments: MolliePayments;
  before(async () => {
    payments = await openMolliePayments();
  });
  beforeEach(() => payments.mollie.faults.clear());
  after(() => payments.close());

  const refund = async (bookingId: number, amountCents: number) => {
    await refundBooking(payments.deps, { venueId: 1, bookingId, amountCents, actor: 'operator' });
    await payments.work();
  };
  const standing = async (attemptId: string) => {
    const { refundedCents } = await payments.database.attempt.findUniqueOrThrow({ where: { id: attemptId } });
    const kinds = await payments.database.attention.findMany({ where: { attemptId } });
    return { refunded: Number(refundedCents), attention: kinds.map(({ kind }) => kind).sort() };
  };
  /** Mollie makes one that is noted as ours. */
  const makeAnother = async (id: string, cents: number, refundId: string) => {
    const made = await payments.mollie.refundElsewhere(id, cents);
    const one = payments.mollie.payment(id).refunds.find((it) => it.id === made);
    Object.assign(one ?? {}, { metadata: { refund_id: refundId } });
  };
  const refundIdOf = async (attemptId: string) =>
    (await payments.database.refund.findFirstOrThrow({ where: { attemptId } })).id;

  it('as it made it twice, is in our books, and a person hears of it', async () => {
    const { order, of, id } = await payments.paid();
    await refund(order.bookingId, 1000);
    await makeAnother(id, 1000, await refundIdOf(of.attemptId));
    for (let time = 0; time < 2; time++) await refreshPayment(payments.deps, of);
    assert.deepEqual(await standing(of.attemptId), { refunded: 2000, attention: ['refund_elsewhere'] });
  });

  it('as it refused it first, is in our books, and a person hears of it', async () => {
    const { order, of, id } = await payments.paid();
    payments.mollie.faults.add({ act: 'status', status: 422, method: 'POST', path: '/refunds' });
    await refund(order.bookingId, 1000);
    assert.deepEqual(await standing(of.attemptId), { refunded: 0, attention: ['refund_failed'] });
    await makeAnother(id, 1000, await refundIdOf(of.attemptId));
    for (let time = 0; time < 2; time++) await refreshPayment(payments.deps, of);
    assert.deepEqual(await standing(of.attemptId), {
      refunded: 1000,
      attention: ['refund_elsewhere', 'refund_failed'],
    });
  });
});

describe('money that the payer’s bank took back', () => {
  let payments: MolliePayments;
  before(async () => {
    payments = await openMolliePayments();
  });
  after(() => payments.close());

  it('does not go back to the payer a second time, until the bank returns it', async () => {
    const { mollie, deps, database } = payments;
    const { order, of, id } = await payments.open();
    await mollie.pay(id);
    await mollie.chargeBack(id, 2000);
    await refreshPayment(deps, of);
    const bookingId = order.bookingId;
    const asked = { venueId: 1, bookingId, amountCents: 501, actor: 'operator' };
    await assert.rejects(refundBooking(deps, asked), {
      code: 'refund_too_much',
      params: { left_nl: '€\u00a05,00', left_en: '€5.00' },
    });
    const cancelled = { venueId: 1, bookingId: BigInt(bookingId), status: 'cancelled' } as never;
    await database.$transaction((tx) =>
      bookingEventHandlers['events.booking.booking_status_changed'](tx, cancelled),
    );
    await payments.work();
    assert.deepEqual(mollie.totals()[of.attemptId], { captured: 2500, refunded: 500 });
    await mollie.chargeBack(id, 0);
    await refreshPayment(deps, of);
    await refundBooking(deps, { venueId: 1, bookingId, actor: 'operator' });
    await payments.work();
    assert.deepEqual(mollie.totals()[of.attemptId], { captured: 2500, refunded: 2500 });
  });
});
