import assert from 'node:assert/strict';
import { after, before, test } from 'node:test';
import { localAt } from '@venue-booking/kit/venueTime';
import { saveBooking } from './bookingStore.ts';
import { openTicket } from './openTicket.ts';
import { newBooking, openTestBookings, type TestBookings } from './testBookings.ts';
import { signTicket } from './ticket.ts';

const signingKeys = [{ id: 'k', secret: new Uint8Array(32).fill(1) }];
const HOUR = 3600_000;
let bookings: TestBookings;
before(async () => {
  bookings = await openTestBookings();
});
after(() => bookings.close());

/** What the guest of a booking of so many hours sees. */
async function openedAt(startsAt: number, hours = 1) {
  const { database } = bookings;
  const saved = await saveBooking(database, newBooking({ startsAt, endsAt: startsAt + hours * HOUR }));
  assert.ok(saved);
  const token = await signTicket(signingKeys, { venueId: 1, id: saved.id });
  const payUrl = async () => 'https://book.example/pay/x';
  return openTicket({ database, signingKeys, payUrl }, token);
}

test('the offsets from UTC are told only where the clocks show an hour twice', async () => {
  const lastWithTwo = Date.UTC(2030, 9, 27, 0);
  assert.deepEqual((await openedAt(lastWithTwo))?.utcOffsets, [120, 60]);
  assert.deepEqual((await openedAt(lastWithTwo + HOUR))?.utcOffsets, [60, 60]);
  assert.deepEqual((await openedAt(lastWithTwo - 2 * HOUR))?.utcOffsets, null);
  assert.deepEqual((await openedAt(Date.UTC(2030, 5, 3, 8)))?.utcOffsets, null);
});

test('a guest may cancel until the venue’s deadline', async () => {
  const soon = await openedAt(Math.ceil(Date.now() / 60_000) * 60_000 + 23 * HOUR);
  assert.equal(soon?.cancellable, false);
  const later = await openedAt(Math.ceil(Date.now() / 60_000) * 60_000 + 25 * HOUR);
  assert.equal(later?.cancellable, true);
  assert.equal((await openedAt(Date.UTC(2030, 5, 3, 8)))?.cancelUntil, '2030-06-02T10:00');
});

test('until when it can be paid is told while it is due', async () => {
  const { database } = bookings;
  const payUrl = async () => 'https://book.example/pay/x';
  const opened = async (changes: Parameters<typeof newBooking>[0]) => {
    const saved = await saveBooking(database, newBooking(changes));
    assert.ok(saved);
    const token = await signTicket(signingKeys, { venueId: 1, id: saved.id });
    return openTicket({ database, signingKeys, payUrl }, token);
  };
  const { payUntil } = (await opened({ status: 'pending_payment' })) ?? {};
  const minutes = [14, 15].map((ahead) => localAt('Europe/Amsterdam', Date.now() + ahead * 60_000));
  assert.ok(minutes.includes(payUntil ?? ''), `${payUntil} is none of ${minutes}`);
  assert.equal((await opened({}))?.payUntil, null);
});
