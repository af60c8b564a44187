import assert from 'node:assert/strict';
import type { FeePosition, SpanSums, VenueSpan } from '@venue-booking/proto/reports/fees';
import fc from 'fast-check';
import { afterAll, beforeAll, describe, it } from 'vitest';
import { linkAccount } from '../accounts/accounts.ts';
import { bookingEventHandlers } from '../bookingEvents.ts';
import { openCheckout } from '../checkout/openCheckout.ts';
import { refreshPayment } from '../reconcile/refreshPayment.ts';
import { makeRefund } from '../refunds/makeRefund.ts';
import { refundBooking } from '../refunds/refundBooking.ts';
import { inMemoryProvider } from '../testing/inMemoryProvider.ts';
import { newOrder, openTestPayments, type TestPayments } from '../testing/testPayments.ts';
import { listFees } from './listFees.ts';
import { listMoney } from './listMoney.ts';
import { sumFees } from './sumFees.ts';
import { sumMoney } from './sumMoney.ts';
import { venuesWithMoney } from './venuesWithMoney.ts';

type Bearer = 'venue' | 'platform';
type Outcome = 'returned' | 'owed' | 'not_returned';
/** A refund or chargeback in the model. `accepted`: the provider has it. */
type Refund = {
  id: string;
  cents: number;
  isBank: boolean;
  share: number;
  outcome: Outcome;
  state: 'requested' | 'accepted' | 'failed';
};
type Attempt = {
  bookingId: number;
  attemptId: string;
  remoteId: string;
  cents: number;
  fee: number;
  refunds: Refund[];
};

/** The figures of a venue, in cents. */
const NOTHING = {
  payments: 0,
  refunds: 0,
  refundsFailed: 0,
  chargebacks: 0,
  chargebacksReturned: 0,
  charged: 0,
  returned: 0,
  owed: 0,
  notReturned: 0,
};
type Books = typeof NOTHING;
const PART = { returned: 'returned', owed: 'owed', not_returned: 'notReturned' } as const;

/** An independent model of a venue's money: books to which every event adds. */
function createModel(returnsFee: boolean) {
  const books: Books = { ...NOTHING };
  const attempts: Attempt[] = [];
  let bearer: Bearer = 'venue';
  const refundedOf = ({ refunds }: Attempt) =>
    refunds.filter(({ state }) => state !== 'failed').reduce((sum, { cents }) => sum + cents, 0);
  const keepsFee = ({ state, outcome, id }: Refund) =>
    state !== 'failed' || (outcome === 'returned' && id !== '');
  const sharedOf = ({ refunds }: Attempt) =>
    refunds.filter(keepsFee).reduce((sum, { share }) => sum + share, 0);
  return {
    books,
    attempts,
    setBearer: (value: Bearer) => (bearer = value),
    leftOf: (attempt: Attempt) => attempt.cents - refundedOf(attempt),
    pay(attempt: Attempt) {
      attempts.push(attempt);
      books.payments += attempt.cents;
      books.charged += attempt.fee;
    },
    begin(attempt: Attempt, { cents, by }: { cents: number; by: 'us' | 'provider' | 'bank' }): Refund {
      const due = Math.round((attempt.fee * (refundedOf(attempt) + cents)) / attempt.cents);
      const share = Math.max(0, due - sharedOf(attempt));
      const outcome: Outcome =
        returnsFee && by === 'us' ? 'returned' : bearer === 'platform' ? 'owed' : 'not_returned';
      const isBank = by === 'bank';
      const refund: Refund = {
        id: '',
        cents,
        isBank,
        share,
        outcome,
        state: by === 'us' ? 'requested' : 'accepted',
      };
      attempt.refunds.push(refund);
      books[isBank ? 'chargebacks' : 'refunds'] += cents;
      books[PART[outcome]] += share;
      return refund;
    },
    fail(refund: Refund) {
      refund.state = 'failed';
      books[refund.isBank ? 'chargebacksReturned' : 'refundsFailed'] += refund.cents;
      if (!keepsFee(refund)) books[PART[refund.outcome]] -= refund.share;
    },
  };
}

const cents = fc.constantFrom(1, 99, 833, 1250, 2500);
const which = fc.nat({ max: 20 });
const anyStep = fc.oneof(
  fc.record({ step: fc.constant('pay'), fee: fc.constantFrom(0, 25, 101, 333) }),
  fc.record({ step: fc.constant('pay twice'), fee: fc.constantFrom(25, 101) }),
  ...['accept', 'accept', 'fail later', 'reject', ''].map((and) =>
    fc.record({ step: fc.constant('refund'), which, cents, and: fc.constant(and) }),
  ),
  fc.record({ step: fc.constant('decline'), which }),
  fc.record({ step: fc.constant('accept'), which }),
  fc.record({ step: fc.constant('reject'), which }),
  fc.record({ step: fc.constant('fail later'), which }),
  fc.record({ step: fc.constant('refund elsewhere'), which, cents }),
  fc.record({ step: fc.constant('charge back'), which, cents }),
  fc.record({ step: fc.constant('return chargeback'), which }),
  fc.record({ step: fc.constant('bearer'), bearer: fc.constantFrom<Bearer>('venue', 'platform') }),
);
type Step = { step: string; which?: number; cents?: number; fee?: number; bearer?: Bearer; and?: string };

const booksOf = (sums: readonly SpanSums[]): Books => {
  const sum = (name: keyof SpanSums) => sums.reduce((all, it) => all + Math.round(Number(it[name]) * 100), 0);
  return {
    payments: sum('payments_eur'),
    refunds: sum('refunds_eur'),
    refundsFailed: sum('refunds_failed_eur'),
    chargebacks: sum('chargebacks_eur'),
    chargebacksReturned: sum('chargebacks_returned_eur'),
    charged: sum('fee_charged_eur'),
    returned: sum('fee_returned_eur'),
    owed: sum('fee_owed_eur'),
    notReturned: sum('fee_not_returned_eur'),
  };
};
const netOf = (books: Books) =>
  books.payments - books.refunds + books.refundsFailed - books.chargebacks + books.chargebacksReturned;

describe('the fee ledger', () => {
  let payments: TestPayments;
  const remote = inMemoryProvider();
  beforeAll(async () => {
    const { provider } = remote;
    payments = await openTestPayments({ others: { mollie: provider, stripe: provider } });
  });
  afterAll(() => payments.close());

  let venues = 0;
  /** A new venue with an account at a provider, and its model. */
  async function openVenue(provider: 'mollie' | 'stripe') {
    const venueId = ++venues;
    const { deps, database } = payments;
    const model = createModel(provider === 'stripe');
    const link = (bearer: Bearer) =>
      linkAccount(deps, venueId, { provider, credentials: { key: 'good' }, platform_fee_bearer: bearer });
    await link('venue');
    const open = async (order: ReturnType<typeof newOrder>) => {
      assert.equal((await openCheckout(deps, order)).state, 'payable');
      const row = await database.attempt.findFirstOrThrow({
        where: { paymentId: order.paymentId },
        orderBy: { number: 'desc' },
      });
      return {
        ...{ bookingId: order.bookingId, attemptId: row.id, remoteId: row.providerId ?? '' },
        ...{ cents: order.amountCents, fee: order.feeCents, refunds: [] },
      } satisfies Attempt;
    };
    const refresh = ({ attemptId }: Attempt) => refreshPayment(deps, { venueId, attemptId });
    const settle = async (attempt: Attempt, change: Parameters<typeof remote.change>[1]) => {
      remote.change(attempt.remoteId, change);
      await refresh(attempt);
    };
    const remoteRefunds = (attempt: Attempt) => remote.change(attempt.remoteId, {}).refunds;
    /** The newest refund of an attempt gets its id. */
    const named = async (attempt: Attempt, refund: Refund) => {
      const where = { attemptId: attempt.attemptId, status: 'requested' };
      const row = await database.refund.findFirstOrThrow({
        where,
        orderBy: [{ createdAt: 'desc' }, { id: 'desc' }],
      });
      requested.set(refund, row.id);
    };
    const requested = new Map<Refund, string>();
    const oneOf = <T>(list: readonly T[], n: number): T | undefined => list[n % Math.max(list.length, 1)];
    const chargedBack = ({ refunds }: Attempt) =>
      refunds
        .filter(({ isBank, state }) => isBank && state !== 'failed')
        .reduce((sum, it) => sum + it.cents, 0);

    async function answer(due: Refund, isRejected: boolean) {
      const id = requested.get(due) ?? '';
      if (isRejected) remote.rejections.push('no');
      await makeRefund(deps, { venueId, refundId: id });
      if (isRejected) model.fail(due);
      else Object.assign(due, { state: 'accepted', id });
    }
    async function failLater(attempt: Attempt, refund: Refund) {
      const { id } = refund;
      const refunds = remoteRefunds(attempt).map((it) =>
        it.reference === id || it.id === id ? { ...it, status: 'failed' as const } : it,
      );
      model.fail(refund);
      await settle(attempt, { refunds });
    }

    async function take({
      step,
      which: n = 0,
      cents: amount = 0,
      fee = 0,
      bearer = 'venue',
      and = '',
    }: Step) {
      if (step === 'bearer') {
        await link(bearer);
        model.setBearer(bearer);
        return;
      }
      if (step === 'pay' || step === 'pay twice') {
        const order = newOrder({ venueId, feeCents: fee });
        const first = await open(order);
        if (step === 'pay twice') {
          await settle(first, { status: 'failed' });
          const second = await open(order);
          await settle(second, { status: 'paid' });
          model.pay(second);
        }
        await settle(first, { status: 'paid' });
        model.pay(first);
        if (step === 'pay twice') await named(first, model.begin(first, { cents: first.cents, by: 'us' }));
        return;
      }
      const attempt = oneOf(model.attempts, n);
      if (!attempt) return;
      const left = model.leftOf(attempt);
      const isDuplicate = model.attempts.some((it) => it !== attempt && it.bookingId === attempt.bookingId);
      const of = (state: Refund['state']) =>
        oneOf(
          attempt.refunds.filter((it) => it.state === state && !it.isBank),
          n,
        );
      if (step === 'refund' && amount <= left && !isDuplicate) {
        const { bookingId } = attempt;
        await refundBooking(deps, { venueId, bookingId, amountCents: amount, actor: 'operator' });
        const refund = model.begin(attempt, { cents: amount, by: 'us' });
        await named(attempt, refund);
        if (and === 'reject') await answer(refund, true);
        else if (and !== '') await answer(refund, false);
        if (and === 'fail later') await failLater(attempt, refund);
      }
      if (step === 'decline' && left > 0 && !isDuplicate) {
        const declined = { venueId, bookingId: BigInt(attempt.bookingId) } as never;
        const handle = bookingEventHandlers['events.booking.payment_declined'];
        await database.$transaction((tx) => handle(tx, declined));
        await named(attempt, model.begin(attempt, { cents: left, by: 'us' }));
      }
      const due = of('requested');
      if ((step === 'accept' || step === 'reject') && due) await answer(due, step === 'reject');
      const made = of('accepted');
      if (step === 'fail later' && made) await failLater(attempt, made);
      if (step === 'refund elsewhere' && amount <= left) {
        const id = `ref_elsewhere_${attempt.attemptId}_${attempt.refunds.length}`;
        const refund = { id, reference: null, amountCents: amount, status: 'succeeded' as const };
        model.begin(attempt, { cents: amount, by: 'provider' }).id = id;
        await settle(attempt, { refunds: [...remoteRefunds(attempt), refund] });
      }
      if (step === 'charge back' && amount <= left) {
        model.begin(attempt, { cents: amount, by: 'bank' });
        await settle(attempt, { chargedBackCents: chargedBack(attempt) });
      }
      if (step === 'return chargeback') {
        for (const it of attempt.refunds) if (it.isBank && it.state !== 'failed') model.fail(it);
        await settle(attempt, { chargedBackCents: 0 });
      }
    }
    return { venueId, model, take };
  }

  /** An instant in ms after everything that was recorded, and before everything that follows. */
  async function cut(): Promise<number> {
    const [row] = await payments.database.$queryRaw<{ at: number }[]>`
      SELECT ceil(extract(epoch FROM clock_timestamp()) * 1000)::float8 + 2 AS at, pg_sleep(0.004)::text`;
    return row?.at ?? 0;
  }

  const linesOf = async (spans: VenueSpan[], limit: number) => {
    const lines: Awaited<ReturnType<typeof listFees>> = [];
    for (let after: FeePosition | undefined; ; ) {
      const rest = after ? spans.filter(({ venueId }) => venueId >= (after?.venueId ?? 0)) : spans;
      const page = await listFees(payments, { spans: rest, after, limit });
      lines.push(...page);
      const last = page.at(-1);
      if (!last || page.length < limit) return lines;
      after = { venueId: last.venueId, at: last.moved_at, id: last.id };
    }
  };

  const FEE_RUNS = Number(process.env.FEE_RUNS ?? 40);
  it('equals a model in every order of events, and no event changes an earlier figure', async () => {
    await fc.assert(
      fc.asyncProperty(
        fc.constantFrom('mollie' as const, 'stripe' as const),
        fc.array(anyStep, { minLength: 4, maxLength: 14 }),
        async (provider, steps) => {
          const { venueId, model, take } = await openVenue(provider);
          const cuts: { at: number; books: Books }[] = [];
          for (const step of [{ step: 'pay', fee: 101 }, ...steps]) {
            await take(step);
            cuts.push({ at: await cut(), books: { ...model.books } });
          }
          const spans = cuts.map(({ at }) => ({ venueId, from: 0, to: at }));
          const sums = Map.groupBy(await sumFees(payments, { spans }), ({ span }) => span);
          for (const [span, { books }] of cuts.entries())
            assert.deepEqual(booksOf(sums.get(span) ?? []), books);
          const end = cuts.at(-1)?.at ?? 0;
          const [report] = await sumMoney(payments, { venueId, limits: [0, end] });
          // A sum of −0 is 0.
          assert.equal(
            Math.round(((report?.revenue_eur ?? 0) - (report?.refunds_eur ?? 0)) * 100) + 0,
            netOf(model.books) + 0,
          );
          const { moved } = await listMoney(payments, { venueId, from: 0, to: end, limit: 500 });
          assert.equal(
            Math.round(moved.reduce((sum, it) => sum + it.amount_eur, 0) * 100) + 0,
            netOf(model.books) + 0,
          );
          for (const { fee, cents: paid, refunds } of model.attempts) {
            const shares = refunds
              .filter(({ state }) => state !== 'failed')
              .reduce((sum, it) => sum + it.share, 0);
            const back = refunds
              .filter(({ state }) => state !== 'failed')
              .reduce((sum, it) => sum + it.cents, 0);
            assert.ok(shares <= fee);
            if (back === paid && refunds.every(({ state }) => state !== 'failed')) assert.equal(shares, fee);
          }
        },
      ),
      { numRuns: FEE_RUNS },
    );
  }, 3_600_000);

  it('has lines with the same sums, once each, by venue and time, for any page size', async () => {
    const ids = await venuesWithMoney(payments, { after: 0, limit: 100 });
    assert.deepEqual(
      ids,
      Array.from({ length: Math.min(venues, 100) }, (_, index) => index + 1),
    );
    assert.deepEqual(await venuesWithMoney(payments, { after: 2, limit: 3 }), ids.slice(2, 5));
    const spans = ids.map((venueId) => ({ venueId, from: 0, to: Date.now() + 10_000 }));
    const lines = await linesOf(spans, 500);
    assert.deepEqual(await linesOf(spans, 17), lines);
    const places = lines.map(
      ({ venueId, moved_at, id }) => `${String(venueId).padStart(9)}_${moved_at}_${id}`,
    );
    assert.deepEqual(places, places.toSorted());
    assert.equal(new Set(places).size, places.length);
    const sums = booksOf(await sumFees(payments, { spans }));
    const sum = (
      name: 'fee_charged_eur' | 'fee_returned_eur' | 'fee_owed_eur' | 'fee_not_returned_eur' | 'amount_eur',
    ) => lines.reduce((all, line) => all + Math.round(line[name] * 100), 0);
    assert.deepEqual(
      [
        sum('amount_eur'),
        sum('fee_charged_eur'),
        sum('fee_returned_eur'),
        sum('fee_owed_eur'),
        sum('fee_not_returned_eur'),
      ],
      [netOf(sums), sums.charged, sums.returned, sums.owed, sums.notReturned],
    );
    assert.ok(lines.length > 100 && sums.owed > 0 && sums.returned > 0 && sums.notReturned > 0);
  });

  it('counts refunds of the previous release: returned at Stripe, otherwise not', async () => {
    for (const provider of ['mollie', 'stripe'] as const) {
      const { venueId, take } = await openVenue(provider);
      await take({ step: 'pay', fee: 101 });
      await take({ step: 'refund', cents: 833 });
      await payments.database.refund.updateMany({
        where: { venueId },
        data: { feeCents: null, feeOutcome: null },
      });
      const [sums] = await sumFees(payments, { spans: [{ venueId, from: 0, to: Date.now() + 10_000 }] });
      const share = Math.floor((101 * 833) / 2500) / 100;
      assert.deepEqual(
        [sums?.fee_returned_eur, sums?.fee_not_returned_eur],
        provider === 'stripe' ? [share, 0] : [0, share],
      );
    }
  });

  it('keeps the fee that Stripe returned with a refund of the previous release that failed later', async () => {
    const { venueId, take } = await openVenue('stripe');
    const returned = async () => {
      const [sums] = await sumFees(payments, { spans: [{ venueId, from: 0, to: Date.now() + 10_000 }] });
      return sums?.fee_returned_eur;
    };
    await take({ step: 'pay', fee: 101 });
    await take({ step: 'refund', cents: 833, and: 'fail later' });
    await payments.database.refund.updateMany({
      where: { venueId },
      data: { feeCents: null, feeOutcome: null },
    });
    assert.equal(await returned(), Math.floor((101 * 833) / 2500) / 100);
    await take({ step: 'refund', cents: 2500 });
    assert.equal(await returned(), 1.01);
  });
});
