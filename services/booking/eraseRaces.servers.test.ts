import assert from 'node:assert/strict';
import { setTimeout as sleep } from 'node:timers/promises';
import { afterAll, beforeAll, describe, it } from 'vitest';
import { eraseExpired, eraseGuest } from './desk/eraseGuest.ts';
import { noteRefund } from './desk/noteRefund.ts';
import { silentLog as log, newBooking, openTestBookings, type TestBookings } from './testing/testBookings.ts';
import { saveBooking } from './testing/testEffects.ts';

describe('erasure of guests during concurrent changes', () => {
  let bookings: TestBookings;
  beforeAll(async () => {
    bookings = await openTestBookings();
  });
  afterAll(() => bookings.close());

  const save = async (changes: Parameters<typeof newBooking>[0]) => {
    const saved = await saveBooking(bookings.database, newBooking(changes));
    return BigInt(saved?.id ?? 0);
  };
  /** Changes a booking between its selection and its erasure. */
  const meanwhile = (id: bigint, data: object) => async () =>
    void (await bookings.database.booking.updateMany({ where: { id, erasedAt: null }, data }));

  it('skips a booking whose address was corrected to another guest’s', async () => {
    const { database } = bookings;
    const id = await save({ customerEmail: 'wrong@example.com' });
    const deleteMailFiles = meanwhile(id, { customerEmail: 'right@example.com', revision: { increment: 1 } });
    await eraseGuest(
      { database, deleteMailFiles, log },
      { venueId: 1, email: 'wrong@example.com', actor: 'operator' },
    );
    const row = await database.booking.findUniqueOrThrow({ where: { id } });
    assert.deepEqual([row.customerEmail, row.erasedAt], ['right@example.com', null]);
  });

  it('skips a booking that was moved to a day within the retention', async () => {
    const { database } = bookings;
    const id = await save({ startsAt: Date.UTC(2020, 5, 3, 8), endsAt: Date.UTC(2020, 5, 3, 9) });
    const endsAt = new Date(Date.UTC(2030, 5, 3, 9));
    const deleteMailFiles = meanwhile(id, { endsAt, revision: { increment: 1 } });
    await eraseExpired({ database, deleteMailFiles });
    const row = await database.booking.findUniqueOrThrow({ where: { id } });
    assert.deepEqual([row.customerEmail, row.erasedAt], ['ada@example.com', null]);
  });

  it('erases the reason of a refund with the guest, and stores none that arrives later', async () => {
    const { database } = bookings;
    const id = await save({ customerEmail: 'refunded@example.com' });
    const note = (reason: string, requestKey?: string) =>
      noteRefund(database, { venueId: 1, id: Number(id), actor: 'operator', reason, requestKey });
    for (const key of ['k', 'k', 'other', undefined, undefined]) await note('Ada was ill', key);
    const reasons = async () =>
      (await database.history.findMany({ where: { bookingId: id, action: 'refund_requested' } })).map(
        (it) => it.note,
      );
    assert.deepEqual(await reasons(), Array(4).fill('Ada was ill'), 'once per key');
    const of = { venueId: 1, email: 'refunded@example.com', actor: 'operator' };
    await eraseGuest({ database, deleteMailFiles: async () => {}, log }, of);
    await note('Ada was ill', 'late');
    assert.deepEqual(await reasons(), ['', '', '', '']);
  });

  it('erases the request hash of a booking’s Idempotency-Key, also while the booking is being moved', async () => {
    const { database } = bookings;
    const id = await save({ customerEmail: 'moved@example.com' });
    const { uid } = await database.booking.findUniqueOrThrow({ where: { id } });
    const key = { venueId: 1, key: 'of-the-moved' };
    await database.idempotencyKey.create({
      data: { ...key, bodyHash: 'x', owner: uid, leasedUntil: new Date(), bookingUid: uid },
    });
    const { uid: next } = newBooking();
    let erasing: ReturnType<typeof eraseGuest> | undefined;
    await database.$transaction(async (tx) => {
      await tx.reservationOutcome.create({ data: { venueId: 1, bookingUid: next, void: false } });
      await tx.booking.update({ where: { id }, data: { uid: next, revision: { increment: 1 } } });
      await tx.idempotencyKey.update({ where: { venueId_key: key }, data: { bookingUid: next } });
      erasing = eraseGuest(
        { database, deleteMailFiles: async () => {}, log },
        { venueId: 1, email: 'moved@example.com', actor: 'operator' },
      );
      // Long enough for the erasure to wait for the row.
      await sleep(500);
    });
    assert.equal((await erasing)?.bookings, 1);
    const kept = await database.idempotencyKey.findUniqueOrThrow({ where: { venueId_key: key } });
    assert.equal(kept.bodyHash, '', 'the request hash is erased, but the key stays');
  });

  it('succeeds on all sides when the same guests are erased concurrently', async () => {
    const deps = { database: bookings.database, deleteMailFiles: async () => {}, log };
    const erasure = { venueId: 1, email: 'many@example.com', actor: 'operator' };
    for (let round = 0; round < 8; round++) {
      // Their order by time is the reverse of that by id.
      const startOf = (index: number) => Date.UTC(2020, 1, 1) - index * 3600_000;
      await Promise.all(
        Array.from({ length: 450 }, (_, index) =>
          save({ customerEmail: erasure.email, startsAt: startOf(index), endsAt: startOf(index) + 60_000 }),
        ),
      );
      await Promise.all([
        eraseGuest(deps, erasure),
        eraseExpired(deps),
        eraseExpired(deps),
        eraseGuest(deps, erasure),
      ]);
    }
  });
});
