import assert from 'node:assert/strict';
import { randomBytes } from 'node:crypto';
import { MAX_HISTORY } from '@venue-booking/proto/booking/history';
import { Failure, fail } from '@venue-booking/proto/failures';
import { afterAll, beforeAll, describe, it } from 'vitest';
import { openTestPayments, type TestPayments } from '../../../test/stack/testPayments.ts';
import { listUnsettled, releasePlaces, settlePlaces } from '../../availability/ledger/ledger.ts';
import { listResizes, resizePlaces, settleResize } from '../../availability/ledger/ledgerResize.ts';
import { resize } from '../../availability/reserve/resize.ts';
import { cancelBooking } from '../core/cancelBooking.ts';
import { signQuote } from '../core/quoteToken.ts';
import { type SweepDeps, sweepReservations } from '../sweep.ts';
import { silentLog as log } from '../testing/testBookings.ts';
import { changeBooking, type Deps } from './changeBooking.ts';
import { resizeBooking } from './resizeBooking.ts';

const signingKeys = [{ id: 'key', secret: randomBytes(32) }];

describe('change of a booking’s number of people', () => {
  let pay: TestPayments;
  beforeAll(async () => {
    pay = await openTestPayments();
  });
  afterAll(async () => {
    assert.deepEqual(await pay.places.broken(), [], 'booked places equal the sum of live allocations');
    await pay.close();
  });

  const ledger = (): Deps['ledger'] & SweepDeps['ledger'] => ({
    resize: (request) => resize({ database: pay.places.database, resizePlaces }, request),
    async settle({ bookings, resizes = [] }) {
      await settlePlaces(pay.places.database, bookings);
      for (const decided of resizes) await settleResize(pay.places.database, decided);
    },
    unsettled: (query) => listUnsettled(pay.places.database, query),
    release: ({ venueId, bookingUid }) => releasePlaces(pay.places.database, venueId, bookingUid),
  });
  const deps = (faults: Partial<Deps['ledger']> = {}, more: Partial<Deps> = {}): Deps => ({
    ...pay.deps(),
    hashKey: new Uint8Array(32),
    signingKeys,
    offerAt: async () => null,
    ledger: { ...ledger(), ...faults },
    ...more,
  });
  const sweep = () => sweepReservations({ database: pay.database, ledger: ledger(), log }, 0);
  const change = (id: number, patch: Parameters<typeof changeBooking>[2]['patch'], with_: Deps = deps()) =>
    changeBooking(with_, { venueId: 1, id }, { patch, actor: 'token Desk' });
  const cancel = (id: number) =>
    cancelBooking(pay.deps(), { venueId: 1, id }, { guest: false, actor: 'operator' });
  const refusedWith = (code: string) => (error: unknown) => error instanceof Failure && error.code === code;
  const pending = () => listResizes(pay.places.database, { olderThanMs: 0, limit: 100 });
  /** A booking of four, paid online, in a slot of ten places. */
  const four = async () => {
    const hold = await pay.hold({ people: 4, amountCents: 5000 });
    await pay.paid(hold);
    return hold;
  };
  /** The number of people of a booking, and the number of booked places in its slot. */
  const state = async ({ id }: { id: number }) => {
    const { people, slotId } = await pay.find(id);
    return [people, await pay.places.booked(Number(slotId))];
  };

  it('ends the ticket of another installation once the booking has another address', async () => {
    const { id } = await four();
    await pay.database.importedTicket.create({ data: { hash: `h${id}`, venueId: 1, bookingId: BigInt(id) } });
    const tickets = () => pay.database.importedTicket.count({ where: { bookingId: BigInt(id) } });
    await change(id, { customer_name: 'Grace' });
    assert.equal(await tickets(), 1);
    await change(id, { customer_email: 'somebody.else@example.com' });
    assert.equal(await tickets(), 0);
  });

  it('takes or releases the difference of places, and keeps the price and the payment', async () => {
    const booking = await four();
    const before = await pay.find(booking.id);
    await pay.take(booking.slotId, 3);
    await change(booking.id, { people: 7 });
    assert.deepEqual(await state(booking), [7, 10]);
    await assert.rejects(change(booking.id, { people: 8 }), refusedWith('slot_full'));
    await change(booking.id, { people: 2, customer_name: 'Grace' });
    await change(booking.id, { people: 2 });
    assert.deepEqual(await state(booking), [2, 5]);
    const row = await pay.find(booking.id);
    assert.deepEqual([row.amountCents, row.paymentStatus, row.uid], [before.amountCents, 'paid', before.uid]);
    assert.deepEqual((await pay.history(booking)).slice(-2), [
      'token Desk corrected people: 4 → 7',
      'token Desk corrected people: 7 → 2',
    ]);
    const mail = await pay.database.mail.findMany({
      where: { bookingId: BigInt(booking.id), kind: 'changed' },
      orderBy: { createdAt: 'asc' },
    });
    assert.deepEqual(
      mail.map(({ peopleBefore }) => peopleBefore),
      [4, 7],
    );
    assert.deepEqual(await pending(), []);
    const { history } = await pay.database.booking.findFirstOrThrow({
      where: { id: BigInt(booking.id) },
      include: { history: { orderBy: { seq: 'desc' }, take: 1 } },
    });
    assert.deepEqual(history[0]?.changes, [{ what: 'people', before: 7, after: 2 }]);
    await pay.database.$executeRaw`
      INSERT INTO booking.history (venue_id, booking_id, actor, action)
      SELECT 1, ${booking.id}, 'operator', 'noted' FROM generate_series(1, ${MAX_HISTORY})`;
    for (const patch of [{ people: 3 }, { customer_name: 'Ada' }])
      await assert.rejects(change(booking.id, patch), refusedWith('history_full'));
    assert.deepEqual(await state(booking), [2, 5]);
    assert.deepEqual(await pending(), []);
  });

  it('respects the facility’s minimum and maximum', async () => {
    const booking = await four();
    await pay.database.facility.update({ where: { id: 1 }, data: { minPeople: 2, maxPeoplePerBooking: 5 } });
    await assert.rejects(change(booking.id, { people: 1 }), refusedWith('people_too_few'));
    await assert.rejects(change(booking.id, { people: 6 }), refusedWith('people_too_many'));
    await assert.rejects(
      change(booking.id, { people: 6, slot_id: pay.freshSlot() }),
      refusedWith('people_too_many'),
    );
    await pay.database.facility.update({ where: { id: 1 }, data: { minPeople: 1, maxPeoplePerBooking: 10 } });
    assert.deepEqual(await state(booking), [4, 4]);
  });

  it('takes the new slot’s places for all people when the booking also moves', async () => {
    const booking = await four();
    const slot_id = pay.freshSlot();
    await pay.take(slot_id, 3);
    await assert.rejects(change(booking.id, { slot_id, people: 8 }), refusedWith('places_short'));
    await change(booking.id, { slot_id, people: 7 });
    assert.deepEqual(await state(booking), [7, 10]);
    assert.equal(await pay.places.booked(booking.slotId), 0);
    assert.match((await pay.history(booking)).at(-1) ?? '', / moved .* → .*, people: 4 → 7$/);
  });

  it('ends the right of a guest to choose another time with a move by anyone, not with another change', async () => {
    const booking = await four();
    const freeChangeUntil = new Date(Date.now() + 3600_000);
    const ask = () => pay.database.booking.update({ where: { id: booking.id }, data: { freeChangeUntil } });
    await ask();
    const choose = async (patch: Parameters<typeof change>[1]) => {
      const { revision } = await pay.find(booking.id);
      const own = { id: booking.id, revision, backCents: 0 };
      await changeBooking(deps(), { venueId: 1, id: booking.id }, { patch, actor: 'guest', own });
      return (await pay.find(booking.id)).freeChangeUntil;
    };
    assert.deepEqual(await choose({ people: 3 }), freeChangeUntil);
    await change(booking.id, { people: 4 });
    assert.deepEqual((await pay.find(booking.id)).freeChangeUntil, freeChangeUntil);
    await change(booking.id, { slot_id: pay.freshSlot() });
    await assert.rejects(choose({ slot_id: pay.freshSlot() }), refusedWith('change_off'));
    await ask();
    assert.equal(await choose({ slot_id: pay.freshSlot() }), null);
    await assert.rejects(choose({ slot_id: pay.freshSlot() }), refusedWith('change_off'));
  });

  it('is undone by the sweep after a crash before the booking was written, and cannot be written late', async () => {
    const booking = await four();
    const { uid, revision } = await pay.find(booking.id);
    await ledger().resize({ venueId: 1, bookingUid: uid, revision, from: 4, people: 6, addOns: {} });
    assert.deepEqual(await state(booking), [4, 6]);
    const late: Partial<Deps['ledger']> = {
      // The sweep runs meanwhile and finds the resize too old.
      resize: async () => {
        await sweep();
        return { refused: null };
      },
    };
    await assert.rejects(change(booking.id, { people: 6 }, deps(late)), refusedWith('booking_changed'));
    assert.deepEqual([await state(booking), await pending()], [[4, 4], []]);
    await change(booking.id, { people: 5 });
    assert.deepEqual(await state(booking), [5, 5]);
  });

  it('is completed by the sweep after a crash once the booking was written', async () => {
    const down = async () => {
      throw new Error('gone');
    };
    for (const people of [6, 3]) {
      const booking = await four();
      await change(booking.id, { people }, deps({ settle: down }));
      assert.deepEqual(await state(booking), [people, Math.max(4, people)], 'never fewer places than people');
      await sweep();
      assert.deepEqual([await state(booking), await pending()], [[people, people], []]);
    }
  });

  it('changes nothing if the ledger times out or fails', async () => {
    const unanswered: Deps['ledger']['resize'] = async (request) => {
      await ledger().resize(request);
      throw fail('timeout');
    };
    const unknown = async () => {
      throw fail('internal');
    };
    for (const resize of [unanswered, unknown]) {
      const booking = await four();
      await assert.rejects(change(booking.id, { people: 6 }, deps({ resize })), refusedWith('unavailable'));
      assert.deepEqual([await state(booking), await pending()], [[4, 4], []]);
    }
  });

  it('succeeds exactly if the booking was written, also for add-ons alone, when the connection breaks', async () => {
    const robes = (count: number) => [
      { key: 'robe', name: { nl: 'Badjas', en: 'Robe' }, count, stock: true } as never,
    ];
    for (const isWritten of [false, true]) {
      const { id } = await four();
      await pay.database.booking.update({ where: { id }, data: { addOns: robes(1) } });
      const before = await pay.find(id);
      // The connection breaks before or after the statement that writes the change.
      const $queryRaw = async (...statement: Parameters<typeof pay.database.$queryRaw>) => {
        if (isWritten) await pay.database.$queryRaw(...statement);
        throw new Error('Connection terminated');
      };
      const settled: unknown[] = [];
      const faulty = {
        ...deps({
          resize: async () => ({ refused: null }),
          settle: async ({ resizes }) => settled.push(resizes?.[0]?.addOns),
        }),
        database: Object.assign(Object.create(pay.database), { $queryRaw }),
      };
      const changed = resizeBooking(faulty, before, {
        ...{ patch: {}, extra: {}, people: 4, guests: null, addOns: robes(3) },
        ...{ price: null, actor: 'guest', move: null },
      });
      if (isWritten) await changed;
      else await assert.rejects(changed, refusedWith('unavailable'));
      assert.deepEqual(settled, [{ robe: isWritten ? 3 : 1 }]);
      assert.deepEqual((await pay.find(id)).addOns, robes(isWritten ? 3 : 1));
    }
  });

  it('takes no places for a guest whose half of the history is full', async () => {
    const booking = await four();
    await pay.database.venue.update({ where: { id: 1 }, data: { changeUntilHours: 0 } });
    await pay.database.$executeRaw`
      INSERT INTO booking.history (venue_id, booking_id, actor, action)
      SELECT 1, ${booking.id}, 'guest', 'moved' FROM generate_series(1, ${MAX_HISTORY / 2})`;
    const { revision } = await pay.find(booking.id);
    const untouched = async () => assert.fail('the ledger was called');
    const with_ = deps({ resize: untouched }, { queue: { enter: untouched } as never });
    for (const patch of [{ people: 5 }, { slot_id: pay.freshSlot() }])
      await assert.rejects(
        changeBooking(
          with_,
          { venueId: 1, id: booking.id },
          { patch, actor: 'guest', own: { id: booking.id, revision, backCents: 0 } },
        ),
        refusedWith('history_full'),
      );
    await pay.database.venue.update({ where: { id: 1 }, data: { changeUntilHours: null } });
  });

  it('mails the guest as the guest’s own change or as the venue’s, depending on who made it', async () => {
    const booking = await four();
    await change(booking.id, { people: 5 });
    await pay.database.venue.update({ where: { id: 1 }, data: { changeUntilHours: 0 } });
    const { revision } = await pay.find(booking.id);
    await changeBooking(
      deps(),
      { venueId: 1, id: booking.id },
      { patch: { people: 6 }, actor: 'guest', own: { id: booking.id, revision, backCents: 0 } },
    );
    await pay.database.venue.update({ where: { id: 1 }, data: { changeUntilHours: null } });
    const mails = await pay.database.mail.findMany({
      where: { bookingId: booking.id, kind: 'changed' },
      orderBy: { createdAt: 'asc' },
    });
    assert.deepEqual(
      mails.map(({ byGuest }) => byGuest),
      [false, true],
    );
  });

  /** A signed quote, by default of 12.50 a person. */
  const quoteFor = async ({ id }: { id: number }, people: number, amountCents = people * 1250) =>
    signQuote(signingKeys, {
      ...{ venueId: 1, slotId: Number((await pay.find(id)).slotId), people, amountCents },
      ...{ lines: null, vat: null, until: Date.now() + 60_000 },
    });
  /** The price, the paid amount, and the paid amounts that were published, oldest first. */
  const money = async ({ id }: { id: number }) => {
    const { amountCents, paidCents } = await pay.find(id);
    const published = await pay.database.$queryRaw<{ paid: string }[]>`
      SELECT payload->>'paidCents' AS paid FROM booking.outbox
      WHERE payload->>'bookingId' = ${String(id)} AND payload ? 'paidCents' ORDER BY seq`;
    return [
      Number(amountCents),
      paidCents === null ? null : Number(paidCents),
      published.map(({ paid }) => Number(paid)),
    ];
  };

  it('is written together with its price and refund or not at all, whatever step fails', async () => {
    const down = async () => {
      throw new Error('gone');
    };
    const written = await four();
    const quote = await quoteFor(written, 3);
    await change(written.id, { people: 3, quote }, deps({ settle: down }));
    assert.deepEqual(await money(written), [3750, 3750, [3750]]);
    await sweep();
    await change(written.id, { people: 3, quote });
    assert.deepEqual(
      [await state(written), await money(written)],
      [
        [3, 3],
        [3750, 3750, [3750]],
      ],
    );
    const late: Partial<Deps['ledger']> = {
      resize: async () => {
        const { uid } = await pay.find(lost.id);
        await pay.database.booking.update({ where: { uid }, data: { revision: { increment: 1 } } });
        return { refused: null };
      },
    };
    const lost = await four();
    const request = { people: 2, quote: await quoteFor(lost, 2) };
    await assert.rejects(change(lost.id, request, deps(late)), refusedWith('booking_changed'));
    assert.deepEqual(
      [await state(lost), await money(lost)],
      [
        [4, 4],
        [5000, null, []],
      ],
    );
  });

  it('applies one of several concurrent quotes, and publishes each lower paid amount once', async () => {
    for (let round = 0; round < 10; round++) {
      const booking = await four();
      const requests = await Promise.all(
        [
          [1, 1250],
          [3, 3750],
          [6, 7500],
          // Of the same party, so that places are never the reason.
          ...[2000, 4500, 3000, 6000].map((cents) => [4, cents]),
        ].map(async ([people = 0, cents = 0]) => ({
          people,
          quote: await quoteFor(booking, people, cents),
        })),
      );
      await Promise.allSettled(requests.map((request) => change(booking.id, request)));
      await sweep();
      const { people } = await pay.find(booking.id);
      const [amount, paid, published] = await money(booking);
      if (people !== 4) assert.equal(amount, people * 1250);
      assert.deepEqual(
        published,
        (published as number[]).toSorted((a, b) => b - a),
        'never more than the previous amount',
      );
      assert.equal(paid, (published as number[]).at(-1));
      assert.ok(Number(paid) <= Number(amount));
    }
    assert.deepEqual(await pending(), []);
  });

  it('fails with booking_changed after a concurrent cancellation, move or correction', async () => {
    const slot_id = pay.freshSlot();
    const meanwhile: [(id: number) => Promise<void>, [number, number], number][] = [
      [cancel, [4, 0], 0],
      [(id) => change(id, { slot_id }), [4, 4], 0],
      [(id) => change(id, { slot_id: pay.freshSlot(), people: 3 }), [3, 3], 0],
      [(id) => change(id, { customer_name: 'Grace' }), [4, 4], 4],
    ];
    for (const [act, expected, left] of meanwhile) {
      const booking = await four();
      const resize: Deps['ledger']['resize'] = async (request) => {
        const answer = await ledger().resize(request);
        await act(booking.id);
        return answer;
      };
      const tried = change(booking.id, { people: 6 }, deps({ resize }));
      await assert.rejects(tried, refusedWith('booking_changed'));
      assert.deepEqual([await state(booking), await pending()], [expected, []]);
      assert.equal(await pay.places.booked(booking.slotId), left);
    }
  });

  it('keeps places and people equal under concurrent changes', async () => {
    for (let round = 0; round < 15; round++) {
      const [one, other] = [await four(), await pay.hold()];
      const target = pay.freshSlot();
      await Promise.allSettled([
        change(one.id, { people: 6 }),
        change(one.id, { people: 3 }),
        change(one.id, { slot_id: target, people: 5 }),
        round % 3 === 0 ? cancel(one.id) : sweep(),
        cancel(other.id),
        sweep(),
      ]);
      await sweep();
      const { people, status, uid } = await pay.find(one.id);
      const allocation = await pay.places.database.allocation.findUniqueOrThrow({
        where: { bookingUid: uid },
      });
      assert.equal(allocation.releasedAt ? 0 : allocation.places, status === 'cancelled' ? 0 : people);
      const booked = (await pay.places.booked(one.slotId)) + (await pay.places.booked(target));
      assert.equal(booked, status === 'cancelled' ? 0 : people);
    }
    assert.deepEqual(await pending(), []);
  });
});
