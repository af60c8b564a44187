import assert from 'node:assert/strict';
import { randomUUID } from 'node:crypto';
import { deleteExpiredRows } from '@venue-booking/kit/postgres/retention';
import type { Scan, ScanResult } from '@venue-booking/proto/booking/checkIns';
import { afterAll, beforeAll, describe, it } from 'vitest';
import { RETENTION_RULES } from '../retention.ts';
import { newBooking, openTestBookings, type TestBookings } from '../testing/testBookings.ts';
import { changeStatus, publish, saveBooking } from '../testing/testEffects.ts';
import { judgeScan } from './judgeScan.ts';
import { recordScans } from './recordScans.ts';

const HOUR_MS = 3600_000;
let bookings: TestBookings;
beforeAll(async () => {
  bookings = await openTestBookings();
});
afterAll(() => bookings.close());

const book = async (changes: Parameters<typeof newBooking>[0] = {}) => {
  const startsAt = Date.now() + HOUR_MS;
  const saved = await saveBooking(
    bookings.database,
    newBooking({ startsAt, endsAt: startsAt + HOUR_MS, ...changes }),
  );
  return saved?.id ?? 0;
};
const scanOf = (booking_id: number, device = 'Phone 1', changes: Partial<Scan> = {}): Scan => ({
  scan_id: randomUUID(),
  booking_id,
  scanned_at: new Date().toISOString(),
  device,
  ...changes,
});
type Record = (scans: Scan[]) => Promise<ScanResult[]>;
const record: Record = (scans) =>
  recordScans(
    { database: bookings.database, publish, findScanned: async () => null, wakeWorkers: () => {} },
    { venueId: 1, scans, actor: 'token Door' },
  );
const outcomes = (results: ScanResult[]) => results.map(({ outcome }) => outcome);
const history = async (id: number) =>
  (await bookings.database.history.findMany({ where: { bookingId: id }, orderBy: { seq: 'asc' } })).map(
    ({ action }) => action,
  );

describe('check-in scans', () => {
  it('check in once per scan id, and report the first use to other scans, with one history line per device', async () => {
    const id = await book();
    const [first, second] = [scanOf(id), scanOf(id, 'Phone 2')];
    assert.deepEqual(outcomes(await record([first])), ['checked_in']);
    assert.deepEqual(outcomes(await record([first, second, first, second])), [
      ...['checked_in', 'double', 'checked_in', 'double'],
    ]);
    const [again] = await record([scanOf(id, 'Phone 2')]);
    assert.deepEqual(again?.first, { at: first.scanned_at, device: 'Phone 1' });
    assert.deepEqual(await history(id), ['created', 'checked_in', 'used_again']);
  });

  it('each return their own outcome when the booking cannot be checked in', async () => {
    const cancelled = await book();
    await changeStatus(bookings.database, { venueId: 1, id: cancelled }, { to: 'cancelled', actor: 'guest' });
    const late = await book({ startsAt: Date.now() - HOUR_MS, endsAt: Date.now() });
    await changeStatus(bookings.database, { venueId: 1, id: late }, { to: 'no_show', actor: 'system' });
    const scans = [
      scanOf(cancelled),
      scanOf(await book({ status: 'pending_payment' })),
      scanOf(await book({ startsAt: Date.now() + 13 * HOUR_MS })),
      scanOf(999_999),
      scanOf(late),
      { ...scanOf(0), booking_id: undefined, ticket: 'nonsense' },
    ];
    assert.deepEqual(outcomes(await record(scans)), [
      ...['cancelled', 'unpaid', 'too_early', 'unknown', 'checked_in', 'unknown'],
    ]);
  });

  it('report the time of a manual check-in, and never a time in the future', async () => {
    const id = await book();
    await changeStatus(bookings.database, { venueId: 1, id }, { to: 'checked_in', actor: 'operator' });
    const [double] = await record([scanOf(id)]);
    assert.equal(double?.first?.device, null);
    const ahead = await book();
    await record([scanOf(ahead, 'Ahead', { scanned_at: '2031-01-01T00:00:00.000Z' })]);
    const [result] = await record([scanOf(ahead, 'Phone 2')]);
    assert.ok(Date.parse(result?.first?.at ?? '') <= Date.now());
  });

  it('keep the first outcome and booking of a scan id, also after the check-in is undone', async () => {
    const [id, other] = [await book(), await book()];
    const scan = scanOf(id);
    await record([scan]);
    const back = { to: 'confirmed', undoes: 'checked_in', actor: 'operator' } as const;
    await changeStatus(bookings.database, { venueId: 1, id }, back);
    const [again] = await record([scan]);
    assert.deepEqual([again?.outcome, again?.booking?.status], ['checked_in', 'confirmed']);
    const [misused] = await record([{ ...scan, booking_id: other }]);
    assert.deepEqual([misused?.booking?.id, await history(other)], [id, ['created']]);
    assert.deepEqual(outcomes(await record([scanOf(id)])), ['checked_in'], 'a new scan checks in again');
  });

  it('are deleted after 60 days', async () => {
    const scan = scanOf(await book());
    await record([scan, scanOf(await book())]);
    await bookings.database.$executeRaw`
      UPDATE booking.check_in_scan SET noted_at = now() - interval '61 days'
      WHERE scan_id = ${scan.scan_id}::uuid`;
    const before = await bookings.database.checkInScan.count();
    await deleteExpiredRows(bookings.database, RETENTION_RULES);
    assert.equal(await bookings.database.checkInScan.count(), before - 1);
  });
});

const ROUNDS = 20;
/**
 * Two devices send one scan each of the same booking at once, each twice. Returns the number of check-ins per
 * round.
 */
async function race(send: Record): Promise<number[]> {
  const times: number[] = [];
  for (let round = 0; round < ROUNDS; round++) {
    const id = await book();
    const scans = [scanOf(id, 'Phone 1'), scanOf(id, 'Phone 2')];
    await Promise.all([...scans, ...scans].map((scan) => send([scan])));
    times.push((await history(id)).filter((action) => action === 'checked_in').length);
  }
  return times;
}

/** A naive version: reads, decides, writes. */
const naively: Record = ([scan]) =>
  bookings.database.$transaction(async (tx) => {
    const id = scan?.booking_id ?? 0;
    const row = await tx.booking.findUniqueOrThrow({ where: { id } });
    const outcome = judgeScan(row, { now: Date.now(), earlyMs: 12 * HOUR_MS });
    if (outcome === 'checked_in') {
      await tx.booking.update({ where: { id }, data: { status: outcome } });
      await tx.history.create({ data: { venueId: 1, bookingId: id, actor: 'naive', action: outcome } });
    }
    return [];
  });

describe('concurrent scans of one booking by two devices', () => {
  it('check it in once and write one history line for the second use', async () => {
    assert.deepEqual(new Set(await race(record)), new Set([1]));
    const doubles = await bookings.database.$queryRaw<{ count: bigint }[]>`
      SELECT count(*) FROM booking.history WHERE action = 'used_again' GROUP BY booking_id`;
    assert.deepEqual(new Set(doubles.map(({ count }) => Number(count))), new Set([1]));
  });

  it('check it in twice with a naive read-then-write, so this test can fail', async () => {
    assert.ok((await race(naively)).some((times) => times > 1));
  });
});
