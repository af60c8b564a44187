import assert from 'node:assert/strict';
import { randomUUID } from 'node:crypto';
import { afterAll, beforeAll, describe, it } from 'vitest';
import { openTestPayments, type TestPayments } from '../../../test/stack/testPayments.ts';
import { toAdminBooking } from '../core/bookingView.ts';
import { cancelBooking } from '../core/cancelBooking.ts';
import type { NewBooking } from '../core/saveBooking.ts';
import { newBooking } from '../testing/testBookings.ts';
import { saveBooking, writeChange } from '../testing/testEffects.ts';
import { type NewDeskEntry, recordDeskPayment } from './recordDeskPayment.ts';
import { undoDeskPayment } from './undoDeskPayment.ts';

const HOUR = 3600_000;
const PRICE = 2500;
const dayStart = '00:00';
/** Half is refunded until the start. */
const refundTiers = [{ until_hours: 0, percent: 50 }];

describe('money at the desk', () => {
  let pay: TestPayments;
  beforeAll(async () => {
    pay = await openTestPayments();
  });
  afterAll(() => pay.close());

  const book = async (changes: Partial<NewBooking> = {}) => {
    const saved = await saveBooking(pay.database, newBooking({ slotId: pay.freshSlot(), ...changes }));
    assert.ok(saved);
    return saved.id;
  };
  const bookPaid = async (customerEmail: string) => {
    const hold = await pay.hold({
      ...{ customerEmail, startsAt: Date.now() + 30 * HOUR, endsAt: Date.now() + 31 * HOUR },
      payment: { id: randomUUID(), feeCents: 0, holdMinutes: 15, refundTiers },
    });
    await pay.paid(hold);
    return hold.id;
  };
  const of = (id: number) => ({ venueId: 1, id });
  const record = (id: number, entry: Partial<NewDeskEntry>, deps = pay.deps()) => {
    const usual = { kind: 'payment', method: 'cash', note: '', actor: 'person a@example.com' } as const;
    return recordDeskPayment(deps, of(id), { ...usual, dayStart, amountCents: 100, ...entry });
  };
  const undo = (id: number, paymentId: string, onlyOwn = false) =>
    undoDeskPayment(pay.deps(), of(id), {
      ...{ paymentId, dayStart, onlyOwn, reason: 'typed by mistake', actor: 'person a@example.com' },
    });
  const view = async (id: number) => toAdminBooking(await pay.find(id));
  /** The code of a failure, or null. */
  const codeOf = (work: Promise<unknown>) =>
    work.then(
      () => null,
      ({ code }: { code: string }) => code,
    );
  const price = async (id: number, amountCents: number) => {
    const row = await pay.find(id);
    const { people } = row;
    const change = { people, guests: null, addOns: null, extra: {}, actor: 'operator', move: null };
    const deps = { database: pay.database, hashKey: Buffer.alloc(32) };
    const to = { amountCents, lines: null, vat: null };
    assert.equal(await writeChange(deps, row, { patch: {}, ...change, price: to }), null);
  };
  it('takes no more than is open when eight requests arrive together', async () => {
    const take = async (deps: ReturnType<TestPayments['deps']>) => {
      const id = await book();
      await Promise.allSettled(Array.from({ length: 8 }, () => record(id, { amountCents: 1000 }, deps)));
      return Number((await pay.find(id)).deskCents);
    };
    assert.equal(await take(pay.deps()), 2000);
    assert.ok((await take(withoutLock(8))) > PRICE, 'without the lock, the test finds the overpayment');
  });

  /** Dependencies whose transactions decide without the lock, all of them before any has written. */
  function withoutLock(count: number) {
    const { database } = pay.deps();
    const arrived = Promise.withResolvers<void>();
    let waiting = 0;
    const transaction: typeof database.raw.$transaction = (work) =>
      database.raw.$transaction((tx) =>
        work(
          replacing(tx, '$queryRaw', async (...template: Parameters<typeof tx.$queryRaw>) => {
            const isLock =
              Array.isArray(template[0]) && template[0][0].startsWith('SELECT FROM booking.booking');
            if (!isLock) return tx.$queryRaw(...template);
            if (++waiting === count) arrived.resolve();
            await arrived.promise;
            return [];
          }),
        ),
      );
    const raw = replacing(database.raw, '$transaction', transaction);
    return pay.deps({ database: replacing(database, 'raw', raw) });
  }

  const replacing = <T extends object>(target: T, name: string, by: unknown): T =>
    new Proxy(target, { get: (of, key) => (key === name ? by : Reflect.get(of, key)) });

  it('is recorded once per idempotency key, also when a request is repeated at once', async () => {
    const id = await book();
    const entry = { requestKey: 'k', amountCents: 1000, note: 'receipt 7' };
    const all = await Promise.all(Array.from({ length: 4 }, () => record(id, entry)));
    assert.equal(new Set(all.map((made) => made.id)).size, 1);
    assert.equal((await view(id)).open_eur, 15);
    for (const other of [{ amountCents: 900 }, { method: 'card' }, { note: '' }, { kind: 'refund' }] as const)
      assert.equal(await codeOf(record(id, { ...entry, ...other })), 'idempotency_mismatch');
    const another = await book();
    await record(another, entry);
    assert.equal((await view(another)).desk_eur, 10);
  });

  it('lowers what a desk may return to what is owed, and lets it undo only its own entry of the day', async () => {
    const id = await book();
    const made = await record(id, { amountCents: 2500 });
    const refund = { kind: 'refund', onlyOwed: true } as const;
    assert.equal(await codeOf(record(id, { ...refund, amountCents: 1 })), 'desk_refund_too_much');
    await price(id, 2000);
    assert.equal(await codeOf(record(id, { ...refund, amountCents: 501 })), 'desk_refund_too_much');
    const back = await record(id, { ...refund, amountCents: 500, actor: 'person b@example.com' });
    assert.equal(await codeOf(undo(id, back.id, true)), 'owner_only');
    await pay.database.$executeRaw`
      UPDATE booking.further_payment SET till_day = till_day - 1 WHERE id = ${made.id}::uuid`;
    assert.equal(await codeOf(undo(id, made.id, true)), 'owner_only');
    await undo(id, back.id);
    await undo(id, made.id);
    assert.deepEqual((await view(id)).desk_eur, undefined);
  });

  it('is returned by the refund rules if staff without rights over money cancel', async () => {
    const id = await bookPaid(`${randomUUID()}@example.com`);
    await price(id, 2 * PRICE);
    await record(id, { amountCents: PRICE });
    await pay.database.$executeRaw`
      UPDATE booking.booking SET payment_status = 'refunded', left_cents = 0 WHERE id = ${id}`;
    await cancelBooking(pay.deps(), of(id), { guest: false, actor: 'desk', unpaidOnly: true });
    assert.equal((await view(id)).to_return_eur, PRICE / 200);
  });

  it('is returned beyond the price, also if a cancellation refunds nothing', async () => {
    const id = await book();
    await record(id, { amountCents: PRICE });
    await price(id, PRICE - 324);
    assert.equal((await view(id)).to_return_eur, 3.24);
    await cancelBooking(pay.deps(), of(id), { guest: false, actor: 'operator', refund: false });
    assert.equal((await view(id)).to_return_eur, 3.24);
  });

  it('is kept in proportion if a payment of a cancelled booking is undone', async () => {
    const id = await bookPaid(`${randomUUID()}@example.com`);
    await price(id, PRICE + 10_000);
    const mistake = await record(id, { amountCents: 6000 });
    await record(id, { amountCents: 4000 });
    await cancelBooking(pay.deps(), of(id), { guest: false, actor: 'operator', refund: 'rules' });
    await record(id, { kind: 'refund', amountCents: 1000 });
    assert.equal((await view(id)).to_return_eur, 40);
    await undo(id, mistake.id);
    assert.deepEqual([(await view(id)).desk_eur, (await view(id)).to_return_eur], [30, 10]);
  });

  it('writes a history line and one event for each entry, and mails nobody', async () => {
    const id = await book();
    const mails = () => pay.database.mail.count({ where: { bookingId: BigInt(id) } });
    const before = await mails();
    const made = await record(id, { amountCents: 2500, method: 'card' });
    await undo(id, made.id);
    await record(id, { amountCents: 1000 });
    await cancelBooking(pay.deps(), of(id), { guest: false, actor: 'operator' });
    await record(id, { kind: 'refund', amountCents: 1000 });
    assert.deepEqual((await pay.history({ id })).slice(-5), [
      'person a@example.com desk_paid €25.00 card',
      'person a@example.com desk_undone €25.00 card',
      'person a@example.com desk_paid €10.00 cash',
      'operator cancelled to return at the desk: €10.00',
      'person a@example.com desk_returned €10.00 cash',
    ]);
    const facts = await pay.facts({ id });
    assert.deepEqual(facts.slice(-5), [
      ...['booking_changed confirmed', 'booking_changed confirmed', 'booking_changed confirmed'],
      ...['booking_status_changed cancelled', 'booking_changed cancelled'],
    ]);
    assert.equal((await mails()) - before, 1, 'only the cancellation');
  });

  it('finds no entry of another booking or of an undo', async () => {
    const [id, other] = [await book(), await book()];
    const made = await record(id, {});
    assert.equal(await codeOf(undo(other, made.id)), 'desk_payment_not_found');
    const undone = await undo(id, made.id);
    assert.equal((await undo(id, made.id)).id, undone.id);
    assert.equal(await codeOf(undo(id, undone.id)), 'desk_payment_not_found');
  });

  it('is not taken for a hold, which only an online payment confirms', async () => {
    const { id } = await pay.hold();
    assert.equal(await codeOf(record(id, {})), 'booking_unpaid');
  });
});
