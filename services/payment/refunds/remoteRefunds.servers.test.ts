import assert from 'node:assert/strict';
import { formatEuro } from '@venue-booking/domain/wording/formats';
import { inEachLanguage } from '@venue-booking/proto/failures';
import fc from 'fast-check';
import { afterAll, beforeAll, beforeEach, describe, it } from 'vitest';
import { bookingEventHandlers } from '../bookingEvents.ts';
import { openCheckout } from '../checkout/openCheckout.ts';
import { listPayments } from '../payments/listPayments.ts';
import { refreshPayment } from '../reconcile/refreshPayment.ts';
import { sumMoney } from '../reports/sumMoney.ts';
import { type MolliePayments, openMolliePayments } from '../testing/testMollie.ts';
import { refundBooking } from './refundBooking.ts';

describe('a refund that exists only at Mollie', () => {
  let payments: MolliePayments;
  beforeAll(async () => {
    payments = await openMolliePayments();
  });
  beforeEach(() => payments.mollie.faults.clear());
  afterAll(() => payments.close());

  const refund = async (bookingId: number, amountCents: number) => {
    await refundBooking(payments.deps, { venueId: 1, bookingId, amountCents, actor: 'operator' });
    await payments.work();
  };
  const stateOf = async (attemptId: string) => {
    const { refundedCents } = await payments.database.attempt.findUniqueOrThrow({ where: { id: attemptId } });
    const kinds = await payments.database.attention.findMany({ where: { attemptId } });
    return { refunded: Number(refundedCents), attention: kinds.map(({ kind }) => kind).sort() };
  };
  /** Adds a refund at Mollie with the reference of ours. */
  const makeAnother = async (id: string, cents: number, refundId: string) => {
    const made = await payments.mollie.refundElsewhere(id, cents);
    const one = payments.mollie.payment(id).refunds.find((it) => it.id === made);
    Object.assign(one ?? {}, { metadata: { refund_id: refundId } });
  };
  const refundIdOf = async (attemptId: string) =>
    (await payments.database.refund.findFirstOrThrow({ where: { attemptId } })).id;

  it('is recorded with an item for a person when Mollie made ours twice', async () => {
    const { order, of, id } = await payments.paid();
    await refund(order.bookingId, 1000);
    await makeAnother(id, 1000, await refundIdOf(of.attemptId));
    for (let time = 0; time < 2; time++) await refreshPayment(payments.deps, of);
    assert.deepEqual(await stateOf(of.attemptId), { refunded: 2000, attention: ['refund_elsewhere'] });
  });

  it('is recorded with an item for a person when Mollie first refused it', async () => {
    const { order, of, id } = await payments.paid();
    payments.mollie.faults.add({ act: 'status', status: 422, method: 'POST', path: '/refunds' });
    await refund(order.bookingId, 1000);
    assert.deepEqual(await stateOf(of.attemptId), { refunded: 0, attention: ['refund_failed'] });
    await makeAnother(id, 1000, await refundIdOf(of.attemptId));
    for (let time = 0; time < 2; time++) await refreshPayment(payments.deps, of);
    assert.deepEqual(await stateOf(of.attemptId), {
      refunded: 1000,
      attention: ['refund_elsewhere', 'refund_failed'],
    });
  });
});

describe('a refund from the dashboard without room in our books', () => {
  let payments: MolliePayments;
  beforeAll(async () => {
    payments = await openMolliePayments();
  });
  afterAll(() => payments.close());

  /** A payment with a requested refund of 20.00. `reserved` is what our books count as refunded. */
  const begin = async () => {
    const opened = await payments.paid();
    const { order, of } = opened;
    await refundBooking(payments.deps, {
      ...{ venueId: 1, bookingId: order.bookingId, amountCents: 2000, actor: 'operator' },
    });
    const reserved = async () => {
      const where = { id: of.attemptId };
      return Number((await payments.database.attempt.findUniqueOrThrow({ where })).refundedCents);
    };
    return { ...opened, reserved };
  };

  it('is recorded by the next job once Mollie rejects ours', async () => {
    const { of, id, reserved } = await begin();
    await payments.mollie.refundElsewhere(id, 1000);
    await refreshPayment(payments.deps, of);
    assert.equal(await reserved(), 2000);
    await payments.work();
    assert.equal(await reserved(), 0);
    await payments.work();
    assert.equal(await reserved(), 1000);
  });

  it('is recorded by the next job if Mollie lists it before ours, which has failed', async () => {
    const { order, of, id, reserved } = await begin();
    await payments.work();
    const [refund] = await payments.refundsOf(order);
    await payments.mollie.failRefund(refund?.providerId ?? '');
    await payments.mollie.refundElsewhere(id, 1000);
    payments.mollie.payment(id).refunds.reverse();
    await refreshPayment(payments.deps, of);
    await payments.work();
    assert.equal(await reserved(), 1000);
  });

  it('makes Mollie be asked once more after ours ended, and not again', async () => {
    payments.mollie.set({ refundsBeginAs: 'refunded' });
    await begin();
    await payments.work();
    const asked = () => payments.mollie.requests.filter(({ method }) => method === 'GET').length;
    const before = asked();
    for (let time = 0; time < 3; time++) await payments.work();
    assert.equal(asked() - before, 1);
  });
});

describe('a chargeback', () => {
  let payments: MolliePayments;
  beforeAll(async () => {
    payments = await openMolliePayments();
  });
  beforeEach(() => payments.mollie.faults.clear());
  afterAll(() => payments.close());

  const chargeBack = async ({ id, of }: Opened, cents: number) => {
    await payments.mollie.chargeBack(id, cents);
    await refreshPayment(payments.deps, of);
  };
  const refund = ({ order }: Opened, amountCents?: number) =>
    refundBooking(payments.deps, {
      ...{ venueId: 1, bookingId: order.bookingId, actor: 'operator' },
      ...(amountCents !== undefined && { amountCents }),
    });
  const cancel = ({ order }: Opened) =>
    payments.database.$transaction((tx) =>
      bookingEventHandlers['events.booking.booking_status_changed'](tx, {
        ...{ venueId: 1, bookingId: BigInt(order.bookingId), status: 'cancelled' },
      } as never),
    );
  /** The recorded chargebacks, the total reserved of the attempt, and the status of the payment. */
  const stateOf = async ({ of }: Opened) => {
    const { attemptId } = of;
    const attempt = await payments.database.attempt.findUniqueOrThrow({
      where: { id: attemptId },
      include: { refunds: { where: { status: { not: 'failed' } } }, payment: true },
    });
    const sum = (refunds: { amountCents: bigint }[]) =>
      refunds.reduce((cents, { amountCents }) => cents + Number(amountCents), 0);
    assert.equal(
      sum(attempt.refunds),
      Number(attempt.refundedCents),
      'the reserved amount is the sum of the refunds',
    );
    return {
      bank: sum(attempt.refunds.filter(({ actor }) => actor === 'bank')),
      reserved: Number(attempt.refundedCents),
      status: attempt.payment.status,
    };
  };
  /** Amounts that were published as charged back, and as returned by the bank (negative). */
  const published = async ({ order }: Opened) =>
    (await payments.eventsOf('payment_refunded', order))
      .filter(({ actor }) => actor === 'bank')
      .map(({ amountCents, failed }) => (failed ? -Number(amountCents) : Number(amountCents)));

  it('cannot be refunded as well, until the bank returns the money', async () => {
    const { mollie } = payments;
    const opened = await payments.open();
    await mollie.pay(opened.id);
    await chargeBack(opened, 2000);
    await assert.rejects(refund(opened, 501), {
      code: 'refund_too_much',
      params: inEachLanguage('left', (locale) => formatEuro(5, locale)),
    });
    await cancel(opened);
    await payments.work();
    assert.deepEqual(mollie.totals()[opened.of.attemptId], { captured: 2500, refunded: 500 });
    await chargeBack(opened, 0);
    await refund(opened);
    await payments.work();
    assert.deepEqual(mollie.totals()[opened.of.attemptId], { captured: 2500, refunded: 2500 });
  });

  it('is recorded and published to booking, without a call to the provider', async () => {
    const opened = await payments.paid();
    for (let time = 0; time < 3; time++) await chargeBack(opened, 2500);
    assert.deepEqual(await stateOf(opened), { bank: 2500, reserved: 2500, status: 'refunded' });
    const before = payments.mollie.requests.length;
    await payments.makeDue();
    assert.deepEqual(
      (await payments.claim()).filter(
        (job) => job.kind === 'refund' && job.attemptId === opened.of.attemptId,
      ),
      [],
    );
    await payments.makeRefunds(opened.order);
    assert.equal(payments.mollie.requests.length, before);
    const { order } = opened;
    const [fact, ...more] = await payments.eventsOf('payment_refunded', order);
    assert.deepEqual([fact?.actor, fact?.reason, fact?.inFull, more.length], ['bank', 'owner', true, 0]);
    const [shown] =
      (await listPayments(payments.deps, { venueId: 1, bookingIds: [order.bookingId] }))[order.bookingId] ??
      [];
    assert.deepEqual([shown?.refunded_eur, shown?.refunds[0]?.taken_back], [25, true]);
    for (let time = 0; time < 3; time++) await chargeBack(opened, 0);
    assert.deepEqual(await stateOf(opened), { bank: 0, reserved: 0, status: 'paid' });
    assert.deepEqual(await published(opened), [2500, -2500]);
    // A chargeback is no requested refund, so its return is no failed refund.
    assert.deepEqual(await payments.attention(order), ['chargeback', 'chargeback']);
  });

  it('notifies the owner once per change, also when the bank returns part of it', async () => {
    const opened = await payments.paid();
    for (const cents of [2500, 2500, 1500, 1500, 1500]) await chargeBack(opened, cents);
    const items = await payments.database.attention.findMany({
      where: { attemptId: opened.of.attemptId },
    });
    assert.deepEqual(items.map(({ detail }) => /(took back|returned) [\d.]+/.exec(detail)?.[0]).sort(), [
      'returned 10.00',
      'took back 25.00',
    ]);
  });

  it('that the bank returns makes room at once for refunds made elsewhere', async () => {
    const opened = await payments.paid();
    await chargeBack(opened, 2500);
    await payments.mollie.refundElsewhere(opened.id, 1000);
    await chargeBack(opened, 1500);
    assert.deepEqual(await stateOf(opened), { bank: 1500, reserved: 2500, status: 'refunded' });
  });

  it('sets the payment to refunded even if it arrives with the first report of the payment', async () => {
    const opened = await payments.open();
    await payments.mollie.pay(opened.id);
    await chargeBack(opened, 2500);
    assert.equal((await stateOf(opened)).status, 'refunded');
    assert.equal((await payments.eventsOf('payment_refunded', opened.order))[0]?.inFull, true);
  });

  it('grows and shrinks in parts, and never exceeds what is left', async () => {
    for (const { given = 0, taken, bank, facts } of [
      { taken: [1000, 2500], bank: 2500, facts: [1000, 1500] },
      { taken: [1000, 2500, 1000], bank: 1000, facts: [1000, 1500, -1500] },
      { taken: [2000, 1500], bank: 1500, facts: [2000, -2000, 1500] },
      { taken: [2000, 0, 2000], bank: 2000, facts: [2000, -2000, 2000] },
      { given: 1000, taken: [2500], bank: 1500, facts: [1500] },
      { given: 2500, taken: [2500, 0], bank: 0, facts: [] },
    ]) {
      const opened = await payments.paid();
      if (given > 0) await refund(opened, given);
      await payments.makeRefunds(opened.order);
      for (const cents of taken) for (let time = 0; time < 2; time++) await chargeBack(opened, cents);
      const { bank: has, reserved } = await stateOf(opened);
      assert.deepEqual(
        [has, reserved, await published(opened)],
        [bank, bank + given, facts],
        `${given}: ${taken}`,
      );
    }
  });

  it('is always recorded up to the captured amount less other refunds', async () => {
    const cents = fc.integer({ min: 0, max: 2500 });
    const step = fc.record({
      refunded: fc.option(cents),
      chargedBack: fc.option(fc.oneof(cents, fc.constant(0))),
    });
    const follows = fc.asyncProperty(fc.array(step, { minLength: 1, maxLength: 12 }), async (steps) => {
      const opened = await payments.paid();
      let chargedBackNow = 0;
      for (const { refunded, chargedBack } of steps) {
        const left = 2500 - (await stateOf(opened)).reserved;
        if (refunded !== null && refunded > left)
          await assert.rejects(refund(opened, refunded), { code: 'refund_too_much' });
        else if (refunded) await refund(opened, refunded);
        chargedBackNow = chargedBack ?? chargedBackNow;
        await chargeBack(opened, chargedBackNow);
        const { bank, reserved } = await stateOf(opened);
        assert.equal(bank, Math.min(chargedBackNow, 2500 - (reserved - bank)));
        const total = (await published(opened)).reduce((sum, amount) => sum + amount, 0);
        assert.equal(total, bank, 'the published amounts add up');
      }
    });
    await fc.assert(follows, { numRuns: 20 });
  });

  it('that was capped is recorded in full once a refund fails', async () => {
    const opened = await payments.paid();
    await refund(opened, 1000);
    await chargeBack(opened, 2500);
    assert.deepEqual(await stateOf(opened), { bank: 1500, reserved: 2500, status: 'paid' });
    payments.mollie.faults.add({ act: 'status', status: 422, method: 'POST', path: '/refunds' });
    await payments.makeRefunds(opened.order);
    await assert.rejects(refund(opened), { code: 'refund_too_much' });
    await refreshPayment(payments.deps, opened.of);
    assert.deepEqual(await stateOf(opened), { bank: 2500, reserved: 2500, status: 'refunded' });
  });

  it('of a duplicate payment leaves the booking paid', async () => {
    const opened = await payments.open();
    await payments.mollie.fail(opened.id);
    await refreshPayment(payments.deps, opened.of);
    assert.equal((await openCheckout(payments.deps, opened.order)).state, 'payable');
    const second = (await payments.attemptsOf(opened.order))[1];
    await payments.mollie.pay(second?.providerId ?? '');
    await refreshPayment(payments.deps, { venueId: 1, attemptId: second?.id ?? '' });
    await payments.mollie.pay(opened.id);
    await refreshPayment(payments.deps, opened.of);
    payments.mollie.faults.add({ act: 'status', status: 422, method: 'POST', path: '/refunds' });
    await payments.makeRefunds(opened.order);
    await chargeBack(opened, 2500);
    assert.deepEqual(await stateOf(opened), { bank: 2500, reserved: 2500, status: 'paid' });
    const [fact] = await payments.eventsOf('payment_refunded', opened.order);
    assert.deepEqual([fact?.reason, fact?.inFull], ['duplicate', undefined]);
  });

  it('that is stored only as a statement blocks refunds, and is recorded at the next refresh', async () => {
    const opened = await payments.paid();
    await payments.database.$executeRaw`
      INSERT INTO payment.statement (venue_id, attempt_id, provider_id, status, amount_cents, currency, mode, reference, refunded_cents, charged_back_cents)
      SELECT venue_id, attempt_id, provider_id, status, amount_cents, currency, mode, reference, refunded_cents, 2000
      FROM payment.statement WHERE attempt_id = ${opened.of.attemptId}::uuid ORDER BY seq DESC LIMIT 1`;
    await assert.rejects(refund(opened, 501), { code: 'refund_too_much' });
    await chargeBack(opened, 2000);
    assert.equal((await stateOf(opened)).bank, 2000);
    await assert.rejects(refund(opened, 501), { code: 'refund_too_much' });
    await refund(opened, 500);
  });

  it('is included in the totals', async () => {
    const limits = [Date.now() - 3600_000, Date.now() + 3600_000];
    const figures = async () => (await sumMoney(payments.deps, { venueId: 1, limits }))[0]?.refunds_eur ?? 0;
    const before = await figures();
    const opened = await payments.paid();
    await chargeBack(opened, 2000);
    assert.equal(Math.round(((await figures()) - before) * 100), 2000);
    await chargeBack(opened, 0);
    assert.equal(await figures(), before);
  });
});

type Opened = Awaited<ReturnType<MolliePayments['paid']>>;
