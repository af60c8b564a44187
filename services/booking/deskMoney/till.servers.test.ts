import assert from 'node:assert/strict';
import { addDays, bookingDayAt } from '@venue-booking/domain/schedule/venueTime';
import { afterAll, beforeAll, beforeEach, describe, it } from 'vitest';
import { newBooking, openTestBookings, type TestBookings } from '../testing/testBookings.ts';
import { publish, saveBooking } from '../testing/testEffects.ts';
import { listTill } from './listTill.ts';
import { type NewDeskEntry, recordDeskPayment } from './recordDeskPayment.ts';
import { closeTill, showTill } from './till.ts';
import { undoDeskPayment } from './undoDeskPayment.ts';

const dayStart = '00:00';
const timezone = 'Pacific/Kiritimati';

describe('till', () => {
  let bookings: TestBookings;
  let venueId = 1;
  beforeAll(async () => {
    bookings = await openTestBookings();
  });
  afterAll(() => bookings.close());
  /** A venue of its own for each test, because a venue has one till. */
  beforeEach(async () => {
    venueId += 1;
    await bookings.database.venue.create({
      data: { id: venueId, timezone, live: true, redirectOrigins: [], revision: 1n },
    });
    await bookings.database.facility.create({
      data: {
        ...{ id: venueId, venueId, name: 'Pass', minPeople: 1, maxPeoplePerBooking: 10 },
        ...{ priceCents: 1250, active: true, revision: 2n },
      },
    });
  });

  const deps = () => ({ database: bookings.database, publish, wakeWorkers: () => {} });
  const book = async () => {
    const saved = await saveBooking(
      bookings.database,
      newBooking({ venueId, facilityId: venueId, timezone, amountCents: 100_000 }),
    );
    assert.ok(saved);
    return saved.id;
  };
  const take = (id: number, entry: Partial<NewDeskEntry> = {}) => {
    const usual = { kind: 'payment', method: 'cash', note: '', actor: 'Ann' } as const;
    return recordDeskPayment(deps(), { venueId, id }, { ...usual, dayStart, amountCents: 1000, ...entry });
  };
  const today = () => bookingDayAt(timezone, dayStart, Date.now());
  const show = (date = today()) => showTill(bookings.database, { venueId, date, dayStart });
  const close = (counted: number, date = today()) =>
    closeTill(deps(), {
      ...{ venueId, date, dayStart, note: '', actor: 'Ann' },
      ...{ countedCents: counted, floatCents: 10_000 },
    });

  it('adds up a day by method and person, and closes it with the difference of its cash', async () => {
    const id = await book();
    await take(id);
    await take(id, { method: 'card', amountCents: 2500 });
    await take(id, { actor: 'Bob', amountCents: 500 });
    await take(id, { actor: 'Bob', kind: 'refund', amountCents: 200 });
    const { total_eur, methods, people, closed } = await show();
    assert.deepEqual([total_eur, closed], [38, null]);
    assert.deepEqual(
      new Map(methods.map((it) => [it.method, it.amount_eur])),
      new Map([
        ['card', 25],
        ['cash', 13],
      ]),
    );
    assert.deepEqual(
      people.find(({ by }) => by === 'Bob'),
      { by: 'Bob', method: 'cash', amount_eur: 3 },
    );
    const made = (await close(11_250)).closed;
    assert.deepEqual([made?.cash_eur, made?.difference_eur, made?.by], [13, -0.5, 'Ann']);
  });

  it('counts for the next day what is recorded or undone after the closing', async () => {
    const id = await book();
    const first = await take(id);
    const before = await close(11_000);
    assert.equal(before.today, addDays(before.date, 1));
    const late = await take(id, { amountCents: 300 });
    const undo = { paymentId: first.id, dayStart, reason: 'twice', actor: 'Ann' };
    const undone = await undoDeskPayment(deps(), { venueId, id }, undo);
    const own = undoDeskPayment(deps(), { venueId, id }, { ...undo, paymentId: first.id, onlyOwn: true });
    assert.equal((await own).id, undone.id);
    assert.deepEqual([late.till_day, undone.till_day], [before.today, before.today]);
    assert.deepEqual(await show(), before);
    assert.equal((await show(before.today)).total_eur, -7);
  });

  it('is closed once, and not before the day begins', async () => {
    const made = await close(10_000);
    assert.deepEqual(await close(10_000), made);
    await assert.rejects(close(10_001), { code: 'till_closed' });
    await assert.rejects(close(10_000, addDays(today(), 1)), { code: 'till_not_begun' });
  });

  it('counts a payment either in a closing at the same time or for the next day', async () => {
    const ids = await Promise.all(Array.from({ length: 6 }, book));
    const date = today();
    const [before, after] = [ids.slice(0, 3), ids.slice(3)].map((some) => () => some.map((id) => take(id)));
    const early = before?.() ?? [];
    const closing = close(10_000, date);
    const made = await Promise.all([...early, ...(after?.() ?? [])]);
    const inTime = made.filter(({ till_day }) => till_day === date).length;
    assert.equal((await closing).closed?.cash_eur, inTime * 10);
    assert.equal((await show(date)).total_eur, inTime * 10);
    assert.equal((await show(addDays(date, 1))).total_eur, (ids.length - inTime) * 10);
  });

  it('lists a day page by page without gaps, and nothing of another venue', async () => {
    const id = await book();
    const made = [];
    for (let n = 0; n < 5; n++) made.push((await take(id, { amountCents: 100 + n })).id);
    const seen: string[] = [];
    let cursor: string | undefined;
    do {
      const page = await listTill(bookings.database, { venueId, date: today(), cursor, limit: 2 });
      seen.push(...page.entries.map((entry) => entry.id));
      cursor = page.next ?? undefined;
    } while (cursor);
    assert.deepEqual(seen.sort(), made.sort());
    const other = await listTill(bookings.database, { venueId: 1, date: today(), limit: 10 });
    assert.deepEqual(other, { entries: [], next: null });
  });
});
