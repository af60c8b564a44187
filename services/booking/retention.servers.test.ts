import assert from 'node:assert/strict';
import { silentLog, until } from '@venue-booking/kit/testing/testMessaging';
import { afterAll, beforeAll, it } from 'vitest';
import { eraseExpired } from './desk/eraseGuest.ts';
import { startRetention } from './desk/retention.ts';
import { newBooking, openTestBookings, type TestBookings } from './testing/testBookings.ts';
import { saveBooking } from './testing/testEffects.ts';

const DAY_MS = 24 * 3600_000;
let bookings: TestBookings;
beforeAll(async () => {
  bookings = await openTestBookings();
});
afterAll(() => bookings.close());

/** A booking whose slot ended so many days ago. */
const endedDaysAgo = async (days: number) => {
  const endsAt = Date.now() - days * DAY_MS;
  const saved = await saveBooking(bookings.database, newBooking({ startsAt: endsAt - 3600_000, endsAt }));
  return BigInt(saved?.id ?? 0);
};
const row = (id: bigint) =>
  bookings.database.booking.findUniqueOrThrow({ where: { id }, include: { history: true } });
const retainFor = (retainDays: number | null) =>
  bookings.database.venue.update({ where: { id: 1 }, data: { retainDays } });
const erase = () => eraseExpired({ database: bookings.database, deleteMailFiles: async () => {} });

it('erases a guest after the venue’s retention and keeps the amount', async () => {
  await retainFor(30);
  const [due, kept] = [await endedDaysAgo(30.1), await endedDaysAgo(29.9)];
  assert.equal(await erase(), 1);
  const { customerName, customerEmail, extra, redirectUrl, erasedAt, amountCents, people, history } =
    await row(due);
  assert.deepEqual([customerName, customerEmail, extra, redirectUrl], ['', '', {}, null]);
  assert.deepEqual([erasedAt instanceof Date, amountCents, people], [true, 2500n, 2]);
  assert.deepEqual(
    history.map(({ actor, action }) => [actor, action]),
    [
      ['guest', 'created'],
      ['system', 'erased'],
    ],
  );
  assert.equal((await row(kept)).customerName, 'Ada Lovelace');
  assert.equal(await erase(), 0, 'erased only once');
});

it('erases any number of due guests; after a stop, the next start continues', async () => {
  await retainFor(30);
  const ids: bigint[] = [];
  while (ids.length < 1001) ids.push(await endedDaysAgo(31));
  const left = () => bookings.database.booking.count({ where: { id: { in: ids }, erasedAt: null } });
  const begun = Promise.withResolvers<void>();
  const deleteMailFiles = async () => begun.resolve();
  const first = startRetention({ database: bookings.database, deleteMailFiles, log: silentLog });
  await begun.promise;
  await first.stop();
  assert.equal(await left(), 501);
  const next = startRetention({ database: bookings.database, deleteMailFiles, log: silentLog });
  await until(async () => (await left()) === 0);
  await next.stop();
});

it('erases a guest when the slot ends if the retention is 0 days', async () => {
  await retainFor(0);
  const [over, toCome] = [await endedDaysAgo(0.01), await endedDaysAgo(-0.01)];
  await erase();
  assert.deepEqual([(await row(over)).customerName, (await row(toCome)).customerName], ['', 'Ada Lovelace']);
});

it('erases nobody while the venue’s retention is unknown', async () => {
  await retainFor(null);
  const id = await endedDaysAgo(5000);
  assert.equal(await erase(), 0);
  assert.equal((await row(id)).customerName, 'Ada Lovelace');
});

it('rejects, in the database, an erased booking with personal data', async () => {
  const id = await endedDaysAgo(1);
  await assert.rejects(bookings.database.booking.update({ where: { id }, data: { erasedAt: new Date() } }));
});
