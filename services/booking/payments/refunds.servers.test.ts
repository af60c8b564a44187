import assert from 'node:assert/strict';
import { randomUUID } from 'node:crypto';
import { afterAll, beforeAll, describe, it } from 'vitest';
import { type Hold, openTestPayments, type TestPayments } from '../../../test/stack/testPayments.ts';
import { cancelBooking } from '../core/cancelBooking.ts';

describe('refund events', () => {
  let pay: TestPayments;
  beforeAll(async () => {
    pay = await openTestPayments();
  });
  afterAll(() => pay.close());

  const refund = (hold: Hold, fact: object = {}) =>
    pay.tell('events.payment.payment_refunded', hold, {
      refundId: randomUUID(),
      amountCents: 1000n,
      reason: 'owner',
      inFull: false,
      ...fact,
    });
  const all = { inFull: true, amountCents: 2500n };
  /** Mails about refunds. */
  const mails = async ({ id }: { id: number }) =>
    (await pay.database.mail.findMany({ where: { bookingId: BigInt(id), amountCents: { not: null } } })).map(
      ({ kind, amountCents }) => [kind, Number(amountCents)],
    );

  it('mail the guest once per refund, with its amount', async () => {
    const hold = await pay.hold();
    await pay.paid(hold);
    const [refundId, eventId] = [randomUUID(), randomUUID()];
    for (let round = 0; round < 3; round++) await refund(hold, { refundId, eventId });
    await refund(hold, { amountCents: 500n });
    assert.deepEqual((await mails(hold)).sort(), [
      ['refunded', 1000],
      ['refunded', 500],
    ]);
    assert.equal(await pay.state(hold), 'confirmed, paid');
    assert.deepEqual((await pay.history(hold)).slice(3), ['system refunded €10.00', 'system refunded €5.00']);
  });

  it('add the actor of a refund to the history, and none for a failed refund', async () => {
    const hold = await pay.hold();
    await pay.paid(hold);
    const refundId = randomUUID();
    await refund(hold, { refundId, actor: 'token Boss' });
    await refund(hold, { refundId, actor: 'token Boss', failed: true });
    assert.deepEqual((await pay.history(hold)).slice(3), [
      'token Boss refunded €10.00',
      'system refund_failed €10.00',
    ]);
  });

  it('send no mail without an email address', async () => {
    const hold = await pay.hold({ customerEmail: '' });
    await pay.paid(hold);
    await refund(hold);
    assert.deepEqual([await mails(hold), (await pay.history(hold)).at(-1)], [[], 'system refunded €10.00']);
  });

  it('mark a booking as refunded once nothing is left, but not an active one after the refund of a duplicate', async () => {
    const [cancelled, standing, twice] = [await pay.hold(), await pay.hold(), await pay.hold()];
    for (const hold of [cancelled, standing, twice]) await pay.paid(hold);
    await cancelBooking(pay.deps(), { venueId: 1, id: cancelled.id }, { guest: false, actor: 'operator' });
    await refund(cancelled, { ...all, reason: 'cancelled' });
    await refund(standing, { ...all, reason: 'owner' });
    await refund(twice, { ...all, reason: 'duplicate' });
    assert.deepEqual(await Promise.all([cancelled, standing, twice].map(pay.state)), [
      'cancelled, refunded',
      'confirmed, refunded',
      'confirmed, paid',
    ]);
  });

  describe('booking with refund tiers', () => {
    const HOUR = 3600_000;
    const refundTiers = [
      { until_hours: 48, percent: 100 },
      { until_hours: 24, percent: 50 },
    ];
    const tiered = async (hours: number) => {
      const hold = await pay.hold({
        ...{ startsAt: Date.now() + hours * HOUR, endsAt: Date.now() + (hours + 1) * HOUR },
        payment: { id: randomUUID(), feeCents: 0, holdMinutes: 15, refundTiers },
      });
      await pay.paid(hold);
      return hold;
    };
    const rowOf = ({ id }: Hold) => pay.database.booking.findUniqueOrThrow({ where: { id: BigInt(id) } });
    const cancel = ({ id }: Hold, by: Parameters<typeof cancelBooking>[2]) =>
      cancelBooking(pay.deps(), { venueId: 1, id }, by);
    const byGuest = { guest: true, mayKeepCents: null } as const;

    it('decides the kept amount once and publishes exactly that', async () => {
      const hold = await tiered(30);
      await cancel(hold, byGuest);
      await pay.database.booking.update({ where: { id: BigInt(hold.id) }, data: { startsAt: new Date() } });
      await cancel(hold, { guest: false, actor: 'operator', refund: false });
      const { keptCents, amountCents, moneyKept } = await rowOf(hold);
      assert.deepEqual([keptCents, moneyKept], [amountCents / 2n, true]);
      const published = await pay.database.$queryRaw<{ kept: string }[]>`
        SELECT payload->>'keptCents' AS kept FROM booking.outbox
        WHERE payload->>'bookingId' = ${String(hold.id)} AND payload->>'status' = 'cancelled'`;
      assert.deepEqual(published, [{ kept: String(keptCents) }]);
    });

    it('keeps nothing of an unpaid or refunded booking', async () => {
      const [unpaid, refunded] = [
        await pay.hold({ payment: { id: randomUUID(), feeCents: 0, holdMinutes: 15, refundTiers: [] } }),
        await tiered(30),
      ];
      await refund(refunded, { inFull: true, amountCents: 2500n });
      for (const hold of [unpaid, refunded]) {
        await cancel(hold, { guest: true, mayKeepCents: 0 });
        const { status, keptCents, moneyKept } = await rowOf(hold);
        assert.deepEqual([status, keptCents, moneyKept], ['cancelled', 0n, false]);
      }
    });

    it('rejects a cancellation with refund_changed if the booking is moved concurrently', async () => {
      const hold = await tiered(60);
      const { database } = pay.deps();
      const asksAndMoves = async (text: string, ...values: unknown[]) => {
        const rows = await database.$queryRawUnsafe(text, ...values);
        if (text.includes('FROM booking.booking'))
          await database.$executeRaw`
            UPDATE booking.booking SET starts_at = now() + interval '30 hours', revision = revision + 1
            WHERE id = ${hold.id} AND starts_at > now() + interval '40 hours'`;
        return rows;
      };
      const moved = new Proxy(database, {
        get: (target, name) => (name === '$queryRawUnsafe' ? asksAndMoves : Reflect.get(target, name)),
      });
      const cancelling = cancelBooking(
        { ...pay.deps(), database: moved },
        { venueId: 1, id: hold.id },
        { guest: true, mayKeepCents: 0 },
      );
      await assert.rejects(cancelling, { code: 'refund_changed' });
      assert.equal((await rowOf(hold)).status, 'confirmed');
    });

    it('cannot be cancelled by the previous release, which would refund everything', async () => {
      const hold = await tiered(30);
      await assert.rejects(
        pay.database.$executeRaw`UPDATE booking.booking SET status = 'cancelled' WHERE id = ${hold.id}`,
        /refund_decided/,
      );
    });
  });

  it('mark a booking as paid again after a failed refund, and mail the guest once', async () => {
    const [cancelled, partly, twice] = [await pay.hold(), await pay.hold(), await pay.hold()];
    for (const hold of [cancelled, partly, twice]) await pay.paid(hold);
    await cancelBooking(pay.deps(), { venueId: 1, id: cancelled.id }, { guest: false, actor: 'operator' });
    const event = { refundId: randomUUID(), amountCents: 2500n, reason: 'cancelled' };
    await refund(cancelled, { ...event, inFull: true });
    const eventId = randomUUID();
    for (let round = 0; round < 3; round++) await refund(cancelled, { ...event, failed: true, eventId });
    assert.equal(await pay.state(cancelled), 'cancelled, paid');
    assert.deepEqual((await mails(cancelled)).sort(), [
      ['refund_failed', 2500],
      ['refunded', 2500],
    ]);
    assert.deepEqual((await pay.history(cancelled)).slice(4), [
      'system refunded €25.00',
      'system refund_failed €25.00',
    ]);
    // The venue refunds again.
    await refund(cancelled, { ...event, refundId: randomUUID(), reason: 'owner', inFull: true });
    assert.equal(await pay.state(cancelled), 'cancelled, refunded');
    await refund(partly, { failed: true });
    await refund(twice, { ...all, reason: 'owner' });
    await refund(twice, { reason: 'duplicate', failed: true });
    assert.deepEqual(
      [await pay.state(partly), await pay.state(twice)],
      ['confirmed, paid', 'confirmed, refunded'],
    );
  });

  it('record in the history what a bank took back and returned, without mail to the guest', async () => {
    const [standing, cancelled] = [await pay.hold(), await pay.hold()];
    for (const hold of [standing, cancelled]) await pay.paid(hold);
    const row = async ({ id }: Hold) => pay.find(id);
    const taken = { refundId: randomUUID(), actor: 'bank', amountCents: 2500n };
    await refund(standing, { ...taken, inFull: true });
    assert.deepEqual(
      [await pay.state(standing), (await row(standing)).leftCents],
      ['confirmed, refunded', 0n],
      'nothing is left to refund',
    );
    await refund(standing, { ...taken, failed: true });
    assert.deepEqual(
      [await pay.state(standing), (await row(standing)).leftCents],
      ['confirmed, paid', 2500n],
    );
    assert.deepEqual((await pay.history(standing)).slice(3), [
      'bank refunded €25.00',
      'bank refund_failed €25.00',
    ]);
    await refund(cancelled, { ...taken, amountCents: 2000n });
    await cancelBooking(pay.deps(), { venueId: 1, id: cancelled.id }, { guest: false, actor: 'operator' });
    assert.equal((await row(cancelled)).backCents, 500n, 'the amount that the bank left');
    assert.deepEqual([await mails(standing), await mails(cancelled)], [[], []]);
  });

  it('may arrive before the payment itself', async () => {
    const hold = await pay.hold();
    await refund(hold, all);
    await pay.paid(hold);
    assert.equal(await pay.state(hold), 'confirmed, refunded');
    const gone = await pay.hold();
    await pay.lapsed(gone);
    await refund(gone, all);
    await pay.paid(gone);
    assert.equal(await pay.state(gone), 'expired, refunded');
    assert.equal((await pay.find(gone.id)).lateUid, null);
  });
});
