import assert from 'node:assert/strict';
import { randomUUID } from 'node:crypto';
import { afterAll, beforeAll, describe, it } from 'vitest';
import { type Hold, openTestPayments, type TestPayments } from '../../../test/stack/testPayments.ts';
import { toAdminBooking } from '../core/bookingView.ts';
import { cancelBooking } from '../core/cancelBooking.ts';

const PAID = 2500;
const HOUR = 3600_000;
/** Half is refunded until the start. */
const refundTiers = [{ until_hours: 0, percent: 50 }];

type Refund = { id: string; cents: number; reason: string; actor: string; state: 'due' | 'made' | 'failed' };
type Fact = { rejected?: true; failed?: boolean; inFull?: boolean } & Refund;

/** An independent model of the payment service: one paid attempt, its refunds, and events on their way. */
function createPaymentModel(hold: Hold, pay: TestPayments) {
  const refunds: Refund[] = [];
  const onTheirWay: (Fact & { eventId: string })[] = [];
  const sum = (states: Refund['state'][]) =>
    refunds.filter(({ state }) => states.includes(state)).reduce((cents, refund) => cents + refund.cents, 0);
  const left = () => PAID - sum(['due', 'made']);
  const request = (cents: number, reason: string, actor = 'system') => {
    if (cents <= 0 || cents > left()) return null;
    const refund: Refund = { id: randomUUID(), cents, reason, actor, state: 'due' };
    refunds.push(refund);
    return refund;
  };
  const announce = (fact: Fact) => onTheirWay.push({ ...fact, eventId: randomUUID() });
  const accept = (refund: Refund) => {
    refund.state = 'made';
    announce({ ...refund, inFull: sum(['made']) >= PAID });
  };
  const oneIn = (state: Refund['state'], n: number) => {
    const found = refunds.filter((refund) => refund.state === state);
    return found[n % found.length];
  };
  let seen = 0n;
  return {
    left,
    refundByHand: (cents: number) => request(cents, 'owner', 'token Boss'),
    answer(n: number, isRejected: boolean) {
      const refund = oneIn('due', n);
      if (!refund) return false;
      if (!isRejected) accept(refund);
      else {
        refund.state = 'failed';
        announce({ ...refund, rejected: true });
      }
      return true;
    },
    failLater(n: number) {
      const refund = oneIn('made', n);
      if (!refund) return;
      refund.state = 'failed';
      announce({ ...refund, failed: true });
    },
    /** Applies the oldest event of the booking that was not applied yet. */
    async hear(): Promise<boolean> {
      const [next] = await pay.database.$queryRaw<{ seq: bigint; payload: Record<string, string> }[]>`
        SELECT seq, payload FROM booking.outbox WHERE seq > ${seen} AND payload->>'bookingId' = ${String(hold.id)}
          AND (payload ? 'paidCents' OR payload->>'status' = 'cancelled') ORDER BY seq LIMIT 1`;
      if (!next) return false;
      seen = next.seq;
      const { paidCents, keptCents = '0' } = next.payload;
      request(left() - Number(paidCents ?? keptCents), paidCents === undefined ? 'cancelled' : 'changed');
      return true;
    },
    /** Delivers one of the events on their way, in any order. */
    async deliver(n: number): Promise<boolean> {
      const [fact] = onTheirWay.splice(n % Math.max(onTheirWay.length, 1), 1);
      if (!fact) return false;
      const { id: refundId, cents, reason, eventId } = fact;
      const about = { refundId, amountCents: BigInt(cents), reason, eventId };
      if (fact.rejected) await pay.tell('events.payment.payment_refund_rejected', hold, about);
      else {
        const { actor, failed = false, inFull = false } = fact;
        await pay.tell('events.payment.payment_refunded', hold, { ...about, actor, failed, inFull });
      }
      return true;
    },
  };
}

describe('kept money', () => {
  let pay: TestPayments;
  beforeAll(async () => {
    pay = await openTestPayments();
  });
  afterAll(() => pay.close());

  /** A booking that paid all of its price, or a deposit. */
  const paidBooking = async (amountCents = PAID) => {
    const hold = await pay.hold({
      ...{ startsAt: Date.now() + 30 * HOUR, endsAt: Date.now() + 31 * HOUR, amountCents },
      payment: {
        ...{ id: randomUUID(), feeCents: 0, holdMinutes: 15, refundTiers },
        depositCents: amountCents === PAID ? null : PAID,
      },
    });
    await pay.paid(hold);
    return { hold, model: createPaymentModel(hold, pay) };
  };
  const cancel = ({ id }: Hold, refund: boolean | 'rules' = 'rules') =>
    cancelBooking(pay.deps(), { venueId: 1, id }, { guest: false, actor: 'operator', refund });
  /** Lets everything in progress end. The provider accepts what is due. */
  const settle = async (model: ReturnType<typeof createPaymentModel>) => {
    while ((await model.hear()) || model.answer(0, false) || (await model.deliver(0)));
  };

  const kept = async ({ id }: Hold) => toAdminBooking(await pay.find(id)).kept_eur;
  /** Refunds by hand, which the provider accepts and booking records. */
  const refundByHand = async (model: ReturnType<typeof createPaymentModel>, amount: number) => {
    model.refundByHand(amount);
    await settle(model);
  };

  it('falls with a refund by hand after a cancellation without refund', async () => {
    const { hold, model } = await paidBooking();
    await cancel(hold, false);
    assert.equal(await kept(hold), 25);
    await refundByHand(model, 750);
    assert.equal(await kept(hold), 17.5);
    await refundByHand(model, 1750);
    assert.equal(await kept(hold), undefined);
  });

  it('is the rest if more was refunded before than the rules refund', async () => {
    const { hold, model } = await paidBooking();
    await refundByHand(model, 1500);
    await cancel(hold);
    assert.equal(await kept(hold), 10);
    await settle(model);
    assert.equal(await kept(hold), 10);
  });

  it('excludes the refund of the cancellation while it is under way, and includes it once it fails', async () => {
    for (const isRejected of [true, false]) {
      const { hold, model } = await paidBooking();
      await cancel(hold);
      assert.equal(await kept(hold), 12.5);
      await model.hear();
      model.answer(0, isRejected);
      if (!isRejected) model.failLater(0);
      await settle(model);
      assert.equal(await kept(hold), 25);
      assert.equal((await pay.history(hold)).at(-1), 'system refund_failed €12.50');
      await refundByHand(model, 1250);
      assert.equal(await kept(hold), 12.5);
    }
  });

  it('of a later payment does not keep what the first payment has too much after a failed refund', async () => {
    const { hold, model } = await paidBooking();
    // The price fell to 15, and that refund failed after a new price of 22 and a later payment of 7.
    await pay.database.$executeRaw`
      UPDATE booking.booking SET amount_cents = 2200, paid_cents = 1500, left_cents = ${PAID}, further_cents = 700
      WHERE id = ${hold.id}`;
    await cancel(hold, false);
    assert.equal(await kept(hold), 22);
    await settle(model);
    assert.equal(model.left(), 1500);
  });

  it('applies the refund rules if a full refund fails while the guest cancels', async () => {
    const { hold, model } = await paidBooking();
    await refundByHand(model, PAID);
    model.failLater(0);
    const { database } = pay.deps();
    let isFailed = false;
    const beforeWriting = async (text: TemplateStringsArray, ...values: unknown[]) => {
      if (!isFailed) await model.deliver(0);
      isFailed = true;
      return database.$queryRaw(text, ...values);
    };
    const raced = new Proxy(database, {
      get: (target, name) => (name === '$queryRaw' ? beforeWriting : Reflect.get(target, name)),
    });
    const deps = { ...pay.deps(), database: raced };
    await cancelBooking(deps, { venueId: 1, id: hold.id }, { guest: true, mayKeepCents: null });
    assert.ok(isFailed);
    await settle(model);
    assert.deepEqual([await kept(hold), model.left()], [12.5, 1250]);
  });
});
