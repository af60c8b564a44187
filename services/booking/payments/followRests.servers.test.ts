import assert from 'node:assert/strict';
import { randomUUID } from 'node:crypto';
import { afterAll, beforeAll, describe, it } from 'vitest';
import { latePayments } from '../../../test/stack/latePayments.ts';
import { type Hold, openTestPayments, type TestPayments } from '../../../test/stack/testPayments.ts';
import { undoAttendance } from '../desk/undoAttendance.ts';
import { followRests } from './followRests.ts';

const HOUR = 3600_000;

describe('the rest of a deposit that is paid online', () => {
  let pay: TestPayments;
  beforeAll(async () => {
    pay = await openTestPayments();
    await pay.account(1n);
  });
  afterAll(() => pay.close());

  const { late, settle } = latePayments(() => pay);

  const depositOf = (unpaid: 'keep' | 'cancel') => ({
    ...{ id: randomUUID(), feeCents: 0, holdMinutes: 15, refundTiers: [{ until_hours: 0, percent: 50 }] },
    ...{ depositCents: 2500, restTerms: { untilHours: 72, unpaid } },
  });
  /** A booking in 200 hours that has paid €25 of €100, with the rest due 72 hours before the start. */
  const paidDeposit = async (unpaid: 'keep' | 'cancel') => {
    const startsAt = Date.now() + 200 * HOUR;
    const hold = await pay.hold({
      ...{ startsAt, endsAt: startsAt + HOUR, amountCents: 10_000 },
      payment: depositOf(unpaid),
    });
    await pay.paid(hold);
    return { hold, startsAt, deadline: startsAt - 72 * HOUR };
  };
  /** Runs the sweep in two processes at a time. */
  const run = (now: number) => Promise.all([followRests(pay.deps(), now), followRests(pay.deps(), now)]);
  const reminders = ({ id }: Hold) =>
    pay.database.mail.count({ where: { bookingId: BigInt(id), kind: 'payment_link' } });
  const notices = ({ id }: Hold) =>
    pay.database.venueNotice.count({ where: { bookingId: BigInt(id), kind: 'unpaid' } });
  const state = async (hold: Hold) => {
    const { status, restDueAt } = await pay.find(hold.id);
    return [status, restDueAt !== null, await reminders(hold), await notices(hold)];
  };

  it('is reminded of once, two days before the deadline, and then the venue is notified once', async () => {
    const { hold, deadline } = await paidDeposit('keep');
    await run(Date.now());
    await run(deadline - 49 * HOUR);
    assert.deepEqual(await state(hold), ['confirmed', true, 0, 0]);
    for (let time = 0; time < 3; time++) await run(deadline - 48 * HOUR + time);
    assert.deepEqual(await state(hold), ['confirmed', true, 1, 0]);
    await run(deadline + HOUR - 1);
    assert.deepEqual(await state(hold), ['confirmed', true, 1, 0]);
    for (let time = 0; time < 3; time++) await run(deadline + HOUR + time);
    assert.deepEqual(await state(hold), ['confirmed', false, 1, 1]);
  });

  it('cancels the booking by its refund rules if the venue chose that', async () => {
    const { hold, deadline } = await paidDeposit('cancel');
    await run(Date.now());
    await run(deadline - 48 * HOUR);
    await run(deadline + HOUR);
    const { status, keptCents } = await pay.find(hold.id);
    assert.deepEqual([status, keptCents], ['cancelled', 1250n]);
    await run(deadline + 2 * HOUR);
    assert.deepEqual(await state(hold), ['cancelled', false, 1, 0]);
    assert.deepEqual(await pay.history(hold), [
      ...['guest created', 'system paid €25.00', 'system confirmed', 'system cancelled refund of €12.50'],
    ]);
  });

  it('is over once it is paid, also if the desk takes it a moment before the deadline', async () => {
    for (const before of [false, true]) {
      const { hold, deadline } = await paidDeposit('cancel');
      await run(Date.now());
      if (before) await run(deadline - 48 * HOUR);
      await pay.database.$executeRaw`
        UPDATE booking.booking SET further_cents = 7500, desk_cents = 7500 WHERE id = ${hold.id}`;
      await run(deadline + HOUR);
      assert.deepEqual(await state(hold), ['confirmed', false, before ? 1 : 0, 0]);
    }
  });

  it('is over if the desk takes it while the booking is being cancelled', async () => {
    const { hold, deadline } = await paidDeposit('cancel');
    await run(Date.now());
    await run(deadline - 48 * HOUR);
    let taken = 0;
    const database = new Proxy(pay.database, {
      get: (of, key) =>
        key === '$queryRaw'
          ? async (strings: TemplateStringsArray, ...values: unknown[]) => {
              if (strings.join('').includes('desk_kept_cents ='))
                taken += await pay.database.$executeRaw`
                  UPDATE booking.booking SET further_cents = 7500, desk_cents = 7500 WHERE id = ${hold.id}`;
              return of.$queryRaw(strings, ...values);
            }
          : Reflect.get(of, key),
    });
    await followRests(pay.deps({ database }), deadline + HOUR);
    assert.equal(taken, 1);
    await run(deadline + HOUR);
    assert.deepEqual(await state(hold), ['confirmed', false, 1, 0]);
  });

  it('neither reminds nor cancels while the venue has no linked account, and tells the venue', async () => {
    let revision = 1n;
    const link = (linked: boolean) => pay.account(++revision, { linked });
    for (const reminded of [false, true]) {
      const { hold, deadline } = await paidDeposit('cancel');
      await run(Date.now());
      if (reminded) await run(deadline - 48 * HOUR);
      await link(false);
      for (const at of [-48, -47, -1]) await run(deadline + at * HOUR);
      assert.deepEqual(await state(hold), ['confirmed', true, reminded ? 1 : 0, 0]);
      for (const at of [1, 2]) await run(deadline + at * HOUR);
      assert.deepEqual(await state(hold), ['confirmed', false, reminded ? 1 : 0, 1]);
      await link(true);
    }
    const { hold, deadline } = await paidDeposit('cancel');
    await run(Date.now());
    await link(false);
    await run(deadline - 48 * HOUR);
    await link(true);
    await run(deadline - 47 * HOUR);
    assert.deepEqual(await state(hold), ['confirmed', true, 1, 0]);
  });

  it('follows a booking that moves: a day to react after a reminder, and another one for a later start', async () => {
    const { hold, startsAt, deadline } = await paidDeposit('cancel');
    const move = (to: number) =>
      pay.database.$executeRaw`UPDATE booking.booking SET starts_at = ${new Date(to)} WHERE id = ${hold.id}`;
    await run(Date.now());
    // The new deadline has passed.
    const now = Date.now() + 10;
    await move(now + 60 * HOUR);
    await run(now);
    assert.deepEqual(await state(hold), ['confirmed', true, 1, 0]);
    await run(now + 23 * HOUR);
    assert.equal((await state(hold))[0], 'confirmed');
    await move(startsAt + 500 * HOUR);
    await run(now + 25 * HOUR);
    await run(deadline);
    assert.deepEqual(await state(hold), ['confirmed', true, 1, 0]);
    await run(deadline + 452 * HOUR);
    assert.deepEqual(await state(hold), ['confirmed', true, 2, 0]);
    await run(deadline + 501 * HOUR);
    assert.equal((await state(hold))[0], 'cancelled');
  });

  it('has no steps while its booking is unpaid or at the venue', async () => {
    const { hold } = await paidDeposit('cancel');
    await pay.database.$executeRaw`UPDATE booking.booking SET status = 'checked_in' WHERE id = ${hold.id}`;
    await run(Date.now());
    assert.deepEqual(await state(hold), ['checked_in', false, 0, 0]);
    const undo = { undoes: 'checked_in', actor: 'operator' } as const;
    await undoAttendance(pay.deps(), { venueId: 1, id: hold.id }, undo);
    await run(Date.now());
    assert.deepEqual(await state(hold), ['confirmed', true, 0, 0]);
  });

  it('is followed of a booking that a late payment confirms', async () => {
    const hold = await late({ amountCents: 10_000, payment: depositOf('keep') });
    await run(Date.now());
    assert.deepEqual(await state(hold), ['expired', false, 0, 0]);
    await settle();
    const { startsAt } = await pay.find(hold.id);
    await run(startsAt.getTime() - 120 * HOUR);
    assert.deepEqual(await state(hold), ['confirmed', true, 1, 0]);
  });
});
