import assert from 'node:assert/strict';
import { randomUUID } from 'node:crypto';
import fc from 'fast-check';
import { afterAll, beforeAll, describe, it } from 'vitest';
import { type Hold, openTestPayments, type TestPayments } from '../../../test/stack/testPayments.ts';
import { toAdminBooking } from '../core/bookingView.ts';
import { cancelBooking } from '../core/cancelBooking.ts';
import { heldOf } from '../core/keptMoney.ts';
import { writeChange } from '../testing/testEffects.ts';

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
    chargeBack(cents: number) {
      const taken = request(cents, 'owner', 'bank');
      if (taken) accept(taken);
    },
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

const cents = fc.constantFrom(100, 500, 1000, 1250, 2500, 6000);
/** What was paid is all of the price or a deposit. */
const anyPrice = fc.constantFrom(PAID, 4 * PAID);
const which = fc.nat({ max: 20 });
const anyStep = fc.oneof(
  fc.record({ step: fc.constant('refund by hand'), cents }),
  fc.record({ step: fc.constant('charge back'), cents }),
  fc.record({ step: fc.constant('accept'), which }),
  fc.record({ step: fc.constant('reject'), which }),
  fc.record({ step: fc.constant('fail later'), which }),
  fc.record({ step: fc.constant('hear') }),
  fc.record({ step: fc.constant('deliver'), which }),
  fc.record({ step: fc.constant('change price'), cents }),
  fc.record({ step: fc.constant('cancel'), refund: fc.constantFrom(true, false, 'rules' as const) }),
);
type Step = { step: string; cents?: number; which?: number; refund?: boolean | 'rules' };

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
  const changePrice = async ({ id }: Hold, amountCents: number) => {
    const row = await pay.find(id);
    if (row.status !== 'confirmed') return;
    const price = { amountCents, lines: null, vat: null };
    const { people } = row;
    const party = { people, guests: null, addOns: null, extra: {}, price, actor: 'operator', move: null };
    const deps = { database: pay.database, hashKey: Buffer.alloc(32) };
    assert.equal(await writeChange(deps, row, { patch: {}, ...party }), null);
  };
  const take = async (hold: Hold, model: ReturnType<typeof createPaymentModel>, step: Step) => {
    const { cents: amount = 0, which: n = 0 } = step;
    if (step.step === 'refund by hand') model.refundByHand(amount);
    if (step.step === 'charge back') model.chargeBack(amount);
    if (step.step === 'accept') model.answer(n, false);
    if (step.step === 'reject') model.answer(n, true);
    if (step.step === 'fail later') model.failLater(n);
    if (step.step === 'hear') await model.hear();
    if (step.step === 'deliver') await model.deliver(n);
    if (step.step === 'change price') await changePrice(hold, amount);
    if (step.step === 'cancel') await cancel(hold, step.refund);
  };
  /** Lets everything in progress end. The provider accepts what is due. */
  const settle = async (model: ReturnType<typeof createPaymentModel>) => {
    while ((await model.hear()) || model.answer(0, false) || (await model.deliver(0)));
  };

  it('is what was paid less what was really refunded, in every order of refunds and failures', async () => {
    await fc.assert(
      fc.asyncProperty(anyPrice, fc.array(anyStep, { minLength: 3, maxLength: 14 }), async (price, steps) => {
        const { hold, model } = await paidBooking(price);
        for (const step of steps) await take(hold, model, step);
        await settle(model);
        const row = await pay.find(hold.id);
        const view = toAdminBooking(row);
        assert.equal(heldOf(row), model.left());
        assert.equal(view.payment_status, model.left() === 0 ? 'refunded' : 'paid');
        assert.equal(
          view.kept_eur,
          row.status === 'cancelled' && model.left() > 0 ? model.left() / 100 : undefined,
        );
      }),
      { numRuns: 120 },
    );
  }, 120_000);

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
