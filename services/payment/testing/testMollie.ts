import assert from 'node:assert/strict';
import type { PaymentOrder } from '@venue-booking/proto/payment/payment';
import { startMollie } from '../../../test/fakes/mollie.ts';
import { linkAccount } from '../accounts/accounts.ts';
import { openCheckout } from '../checkout/openCheckout.ts';
import { refreshPayment } from '../reconcile/refreshPayment.ts';
import { makeRefund } from '../refunds/makeRefund.ts';
import { newOrder, openTestPayments } from './testPayments.ts';

/** Payments of venue 1, which has linked a fake Mollie that sends no webhooks. */
export async function openMolliePayments() {
  const mollie = await startMollie();
  mollie.webhooks.behaviour = 'lose';
  const payments = await openTestPayments({ mollieApiUrl: mollie.url });
  const { database, deps } = payments;
  const link = (credentials: Record<string, unknown> = { api_key: mollie.testKey }, feePercent = 0) =>
    linkAccount(deps, 1, {
      provider: 'mollie',
      credentials,
      platform_fee_percent: feePercent,
      platform_fee_fixed_eur: 0,
    });
  await link();
  const attemptsOf = ({ paymentId }: PaymentOrder) =>
    database.attempt.findMany({ where: { paymentId }, orderBy: { number: 'asc' } });
  const refundsOf = async (order: PaymentOrder) => {
    const ids = (await attemptsOf(order)).map(({ id }) => id);
    return database.refund.findMany({ where: { attemptId: { in: ids } } });
  };
  const test = {
    mollie,
    ...payments,
    link,
    attemptsOf,
    refundsOf,
    paymentOf: ({ paymentId: id }: PaymentOrder) => database.payment.findUniqueOrThrow({ where: { id } }),
    /** Published events of a payment, by the last part of the subject. */
    eventsOf: async (subject: string, { paymentId }: PaymentOrder) =>
      (await payments.queued(subject)).filter((event) => event.paymentId === paymentId),
    /** Kinds of the items about a booking that need a person. */
    attention: async ({ bookingId }: PaymentOrder) =>
      (await database.attention.findMany({ where: { bookingId } })).map(({ kind }) => kind),
    /** Opens a payment with a payable checkout. Returns Mollie's id as `id`. */
    async open(changes: Partial<PaymentOrder> = {}) {
      const order = newOrder(changes);
      assert.equal((await openCheckout(deps, order)).state, 'payable');
      const [attempt] = await attemptsOf(order);
      return { order, of: { venueId: 1, attemptId: attempt?.id ?? '' }, id: attempt?.providerId ?? '' };
    },
    /** Opens a payment and pays it. */
    async paid() {
      const opened = await test.open();
      await mollie.pay(opened.id);
      await refreshPayment(deps, opened.of);
      return opened;
    },
    /** Makes the refunds of a payment at Mollie, one after the other. */
    async makeRefunds(order: PaymentOrder): Promise<void> {
      for (const { id: refundId } of await refundsOf(order)) await makeRefund(deps, { venueId: 1, refundId });
    },
    /** Makes all attempts and refunds due now. */
    async makeDue(): Promise<void> {
      await database.attempt.updateMany({ data: { nextRefreshAt: new Date(0) } });
      await database.refund.updateMany({ data: { nextTryAt: new Date(0) } });
    },
    async close() {
      await payments.close();
      await mollie.stop();
    },
  };
  return test;
}

export type MolliePayments = Awaited<ReturnType<typeof openMolliePayments>>;
