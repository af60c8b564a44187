import assert from 'node:assert/strict';
import { randomUUID } from 'node:crypto';
import { failureOf } from '@venue-booking/kit/messaging/rpc';
import { afterAll, beforeAll, describe, it } from 'vitest';
import { type Hold, openTestPayments, type TestPayments } from '../../../test/stack/testPayments.ts';
import { toAdminBooking } from '../core/bookingView.ts';
import { cancelBooking } from '../core/cancelBooking.ts';
import { toReturnOf, unpaidOf } from '../core/changedPrice.ts';
import { newBooking } from '../testing/testBookings.ts';
import { saveBooking, writeChange } from '../testing/testEffects.ts';
import { isPayableNow, requestLater } from './requestLater.ts';

const PAID = 2500;
const HOUR = 3600_000;
/** Half is refunded until the start. */
const refundTiers = [{ until_hours: 0, percent: 50 }];

type Refund = { id: string; cents: number; reason: string; actor: string; state: 'due' | 'made' | 'failed' };
type Payment = { id: string; cents: number; isPaid: boolean; refunds: Refund[] };
type Fact = { subject: 'paid' | 'refunded' | 'refund_rejected'; of: Payment; eventId: string } & Record<
  string,
  unknown
>;

/** An independent model of the payment service: several payments of a booking, and events on their way. */
function createPaymentModel(hold: Pick<Hold, 'id' | 'paymentId'>, pay: TestPayments) {
  const payments: Payment[] = [];
  const onTheirWay: Fact[] = [];
  const sum = ({ refunds }: Payment, states: Refund['state'][]) =>
    refunds.filter(({ state }) => states.includes(state)).reduce((cents, refund) => cents + refund.cents, 0);
  const left = (of: Payment) => (of.isPaid ? of.cents - sum(of, ['due', 'made']) : 0);
  const request = (of: Payment | undefined, cents: number, reason: string, actor = 'system') => {
    if (!of || cents <= 0 || cents > left(of)) return null;
    const refund: Refund = { id: randomUUID(), cents, reason, actor, state: 'due' };
    of.refunds.push(refund);
    return refund;
  };
  const announce = (subject: Fact['subject'], of: Payment, fact = {}) =>
    onTheirWay.push({ subject, of, eventId: randomUUID(), ...fact });
  const accept = (of: Payment, refund: Refund) => {
    refund.state = 'made';
    const inFull = sum(of, ['made']) >= of.cents;
    announce('refunded', of, { refund, inFull });
  };
  const oneIn = (state: Refund['state'], n: number) => {
    const all = payments.flatMap((of) => of.refunds.map((refund) => ({ of, refund })));
    const found = all.filter(({ refund }) => refund.state === state);
    return found[n % Math.max(found.length, 1)];
  };
  let seen = 0n;
  return {
    payments,
    total: () => payments.reduce((cents, of) => cents + left(of), 0),
    /** A payment that this service knows, also one that was withdrawn, is paid. */
    pay(n: number) {
      const of = payments[n % Math.max(payments.length, 1)];
      if (!of || of.isPaid) return false;
      of.isPaid = true;
      announce('paid', of);
      return true;
    },
    /** An owner refunds a part of the first payment. */
    refundByHand: (cents: number) => request(payments[0], cents, 'owner', 'token Boss'),
    answer(n: number, isRejected: boolean) {
      const due = oneIn('due', n);
      if (!due) return false;
      if (!isRejected) accept(due.of, due.refund);
      else {
        due.refund.state = 'failed';
        announce('refund_rejected', due.of, { refund: due.refund });
      }
      return true;
    },
    /** Applies the oldest event of the booking that was not applied yet. */
    async hear(): Promise<boolean> {
      const [next] = await pay.database.$queryRaw<
        { seq: bigint; subject: string; payload: Record<string, string> }[]
      >`
        SELECT seq, subject, payload FROM booking.outbox WHERE seq > ${seen} AND payload->>'bookingId' = ${String(hold.id)}
        ORDER BY seq LIMIT 1`;
      if (!next) return false;
      seen = next.seq;
      const { payload } = next;
      const subject = next.subject.replace('events.booking.', '');
      const first = payments.find(({ id }) => id === hold.paymentId);
      if (subject === 'payment_requested')
        payments.push({
          ...{ id: payload.paymentId ?? '', cents: Number(payload.amountCents) },
          ...{ isPaid: false, refunds: [] },
        });
      const reduce = (of: Payment | undefined, keep: unknown, reason: string) =>
        of && request(of, left(of) - Number(keep ?? 0), reason);
      if (subject === 'payment_reduced')
        reduce(
          payments.find(({ id }) => id === payload.paymentId),
          payload.keptCents,
          payload.reason ?? '',
        );
      if (subject === 'booking_changed' && payload.paidCents !== undefined)
        reduce(first, payload.paidCents, 'changed');
      if (payload.status === 'cancelled' && subject === 'booking_status_changed')
        reduce(first, payload.keptCents, 'cancelled');
      return true;
    },
    /** Delivers one of the events on their way, in any order, sometimes twice. */
    async deliver(n: number): Promise<boolean> {
      const [fact] = onTheirWay.splice(n % Math.max(onTheirWay.length, 1), 1);
      if (!fact) return false;
      const { subject, of, eventId, refund, ...more } = fact;
      const { id: refundId, cents = of.cents, reason = '', actor = '' } = (refund ?? {}) as Partial<Refund>;
      const about = { eventId, amountCents: BigInt(cents), ...(refundId && { refundId, reason }) };
      const actors = subject === 'refunded' ? { actor, ...more } : {};
      const at = { id: hold.id, paymentId: of.id } as Hold;
      for (let time = 0; time <= n % 2; time++)
        await pay.tell(`events.payment.payment_${subject}`, at, { ...about, ...actors });
      return true;
    },
  };
}

type Model = ReturnType<typeof createPaymentModel>;

describe('later payments', () => {
  let pay: TestPayments;
  beforeAll(async () => {
    pay = await openTestPayments();
    await pay.account(1n, { feeBasisPoints: 1000, feeFixedCents: 50 });
  });
  afterAll(() => pay.close());

  const times = { startsAt: Date.now() + 30 * HOUR, endsAt: Date.now() + 31 * HOUR };
  /** A booking that was paid online with 25 euro, or one of the desk, with its payment model. */
  const book = async ({ byDesk = false } = {}) => {
    if (byDesk) {
      const saved = await saveBooking(pay.database, newBooking({ ...times, amountCents: PAID }));
      assert.ok(saved);
      const hold = { id: saved.id, paymentId: '' };
      return { hold, model: createPaymentModel(hold, pay) };
    }
    const payment = { id: randomUUID(), feeCents: 0, holdMinutes: 15, refundTiers, depositCents: null };
    const hold = await pay.hold({ ...times, amountCents: PAID, payment });
    const model = createPaymentModel(hold, pay);
    while (await model.hear());
    model.pay(0);
    while (await model.deliver(0));
    return { hold, model };
  };
  const rowOf = ({ id }: { id: number }) => pay.find(id);
  const ask = (of: { id: number }) =>
    requestLater(pay.deps(), { venueId: 1, id: of.id }, { actor: 'operator' });
  const cancel = ({ id }: { id: number }, refund: boolean | 'rules' = 'rules') =>
    cancelBooking(pay.deps(), { venueId: 1, id }, { guest: false, actor: 'operator', refund });
  const changePrice = async (of: { id: number }, amountCents: number) => {
    const row = await rowOf(of);
    if (row.status !== 'confirmed') return;
    const price = { amountCents, lines: null, vat: null };
    const { people } = row;
    const party = { people, guests: null, addOns: null, extra: {}, price, actor: 'operator', move: null };
    const deps = { database: pay.database, hashKey: Buffer.alloc(32) };
    assert.equal(await writeChange(deps, row, { patch: {}, ...party }), null);
  };
  /** Money at the desk, at most what is open. */
  const deskTakes = (of: { id: number }, most: number) =>
    pay.database.raw.$transaction(async (tx) => {
      await tx.$queryRaw`SELECT FROM booking.booking WHERE id = ${of.id} FOR UPDATE`;
      const taken = Math.min(most, unpaidOf(await rowOf(of)));
      if (taken === 0) return;
      await tx.$executeRaw`
        INSERT INTO booking.further_payment (venue_id, id, booking_id, method, purpose, amount_cents, status, actor, till_day, paid_at)
        VALUES (1, ${randomUUID()}::uuid, ${of.id}, 'cash', 'rest', ${taken}, 'paid', 'operator', now()::date, now())`;
      await tx.$executeRaw`
        UPDATE booking.booking SET further_cents = further_cents + ${taken}, desk_cents = desk_cents + ${taken} WHERE id = ${of.id}`;
    });
  /** Lets everything in progress end. The provider accepts what is due. */
  const settle = async (model: Model) => {
    while ((await model.hear()) || model.answer(0, false) || (await model.deliver(0)));
  };
  const laterOf = (of: { id: number }) =>
    pay.database.furtherPayment.findMany({
      where: { bookingId: BigInt(of.id), method: 'online' },
      orderBy: { createdAt: 'asc' },
    });

  it('are one per open amount, for concurrent and repeated requests, with the fee of the booking', async () => {
    const { hold } = await book();
    await assert.rejects(ask(hold), (error) => failureOf(error)?.code === 'nothing_open');
    await changePrice(hold, 4000);
    const asked = await Promise.all(Array.from({ length: 6 }, () => ask(hold)));
    assert.equal(new Set(asked.map(({ later }) => later.id)).size, 1);
    // The fixed part of the fee was due with the first payment.
    assert.deepEqual(asked.map(({ later }) => [later.amountCents, later.feeCents, later.purpose])[0], [
      1500n,
      150n,
      'change',
    ]);
    const desk = await book({ byDesk: true });
    const { later } = await ask(desk.hold);
    assert.deepEqual([later.amountCents, later.feeCents, later.purpose], [2500n, 300n, 'rest']);
  });

  it('are replaced when the amount changes, and money for the old one counts', async () => {
    const { hold, model } = await book();
    await changePrice(hold, 4000);
    const old = await ask(hold);
    await changePrice(hold, 5000);
    const renewed = await ask(hold);
    assert.notEqual(renewed.later.id, old.later.id);
    await settle(model);
    model.pay(model.payments.findIndex(({ id }) => id === old.later.id));
    await settle(model);
    assert.deepEqual(
      (await laterOf(hold)).map(({ status, backCents }) => [status, backCents]),
      [
        ['paid', 0n],
        ['closed', 0n],
      ],
    );
    assert.equal(unpaidOf(await rowOf(hold)), 1000);
    // Money for the second one is more than is open by now.
    model.pay(model.payments.findIndex(({ id }) => id === renewed.later.id));
    await settle(model);
    assert.equal(unpaidOf(await rowOf(hold)), 0);
    assert.equal(model.total(), 5000);
    assert.deepEqual((await pay.history(hold)).slice(-3), [
      'system payment_received €25.00',
      'system payment_declined €15.00',
      'system refunded €15.00',
    ]);
  });

  it('are refunded if the desk was quicker, or the booking is cancelled', async () => {
    for (const first of ['desk', 'cancel'] as const) {
      const { hold, model } = await book();
      await changePrice(hold, 4000);
      const { later } = await ask(hold);
      await settle(model);
      model.pay(model.payments.findIndex(({ id }) => id === later.id));
      if (first === 'desk') await deskTakes(hold, 1500);
      else await cancel(hold, false);
      await settle(model);
      assert.equal(model.total(), PAID);
      const row = await rowOf(hold);
      assert.equal(unpaidOf(row), 0);
      assert.equal(row.furtherCents, first === 'desk' ? 1500n : 0n);
    }
  });

  it('are refunded by a lower price before the desk has to return money', async () => {
    const { hold, model } = await book({ byDesk: true });
    await deskTakes(hold, 1000);
    await ask(hold);
    await settle(model);
    model.pay(0);
    await settle(model);
    await changePrice(hold, 1500);
    const row = await rowOf(hold);
    assert.deepEqual([row.furtherCents, toReturnOf(row)], [1500n, 0]);
    const line = (await pay.history(hold)).at(-1) ?? '';
    assert.match(line, /refund/);
    assert.doesNotMatch(line, /desk/);
  });

  it('close without another effect when they lapse', async () => {
    const { hold } = await book();
    await changePrice(hold, 4000);
    const { later } = await ask(hold);
    const before = await rowOf(hold);
    await pay.tell('events.payment.payment_lapsed', { ...hold, paymentId: later.id } as Hold);
    assert.deepEqual(await rowOf(hold), before);
    assert.deepEqual(
      (await laterOf(hold)).map(({ status }) => status),
      ['closed'],
    );
  });

  it('are refunded first by a cancellation by the rules, which counts everything paid online', async () => {
    const { hold, model } = await book();
    await changePrice(hold, 4000);
    await ask(hold);
    await settle(model);
    model.pay(1);
    await settle(model);
    await cancel(hold, 'rules');
    await settle(model);
    assert.equal(toAdminBooking(await rowOf(hold)).kept_eur, 20);
    assert.deepEqual(
      model.payments.map(({ refunds }) => refunds.map((refund) => refund.cents)),
      [[500], [1500]],
    );
  });

  it('are kept by the rules if an earlier refund left less of the first payment than the rules keep', async () => {
    const { hold, model } = await book();
    model.refundByHand(2000);
    await settle(model);
    await changePrice(hold, 4000);
    await ask(hold);
    await settle(model);
    model.pay(1);
    await settle(model);
    await cancel(hold, 'rules');
    await settle(model);
    assert.equal(toAdminBooking(await rowOf(hold)).kept_eur, 20);
    assert.deepEqual(
      model.payments.map(({ refunds }) => refunds.map((refund) => refund.cents)),
      [[2000], []],
    );
  });

  it('cannot be asked for without an account, after the start, or for a booking that is over', async () => {
    const code = async (of: { id: number }) =>
      ask(of).then(
        () => null,
        (error: unknown) => failureOf(error)?.code,
      );
    const { hold } = await book({ byDesk: true });
    await pay.account(2n, { linked: false });
    assert.equal(await code(hold), 'no_online_payment');
    await pay.account(3n);
    await pay.database.booking.update({
      where: { id: hold.id },
      data: { startsAt: new Date(Date.now() - 1000) },
    });
    assert.equal(await code(hold), 'payment_link_late');
    const other = await book({ byDesk: true });
    await cancel(other.hold);
    assert.equal(await code(other.hold), 'booking_cancelled');
    assert.equal(await code({ id: 999_999 }), 'booking_not_found');
  });

  it('cannot be asked for during the hour after the migration', async () => {
    const { hold } = await book({ byDesk: true });
    const from = (laterPaymentsFrom: Date) =>
      pay.database.venue.update({ where: { id: 1 }, data: { laterPaymentsFrom } });
    await from(new Date(Date.now() + HOUR));
    await assert.rejects(ask(hold), (error) => failureOf(error)?.code === 'payment_link_early');
    assert.equal(await isPayableNow(pay.database, await rowOf(hold)), false);
    await from(new Date());
    assert.equal(await isPayableNow(pay.database, await rowOf(hold)), true);
    await ask(hold);
  });
});
