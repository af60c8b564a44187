import assert from 'node:assert/strict';
import { slotIdOf } from '@venue-booking/proto/facility/slotId';
import type { HeldPlaces, RulesChange } from '@venue-booking/proto/venue/rulesChange';
import { afterAll, beforeAll, describe, it } from 'vitest';
import { newBooking, openTestBookings, type TestBookings } from '../testing/testBookings.ts';
import { saveBooking } from '../testing/testEffects.ts';
import { describeChange, findAffectedBookings, recordRulesChange } from './affectedBookings.ts';

const MONDAY_10 = Date.UTC(2030, 5, 3, 8);
const HOUR = 3600_000;
const closing: RulesChange = {
  of: 'settings',
  facilityId: 1,
  before: { open_days: [1] },
  after: { open_days: [] },
};

describe('change of the opening rules', () => {
  let bookings: TestBookings;
  let pages: HeldPlaces[][];
  const ids: number[] = [];
  /** Three bookings per start, so that pages end within a start. */
  const BOOKINGS = 1003;
  beforeAll(async () => {
    bookings = await openTestBookings();
    for (let nth = 0; nth < BOOKINGS; nth++) ids.push(await save(Math.floor(nth / 3)));
  });
  afterAll(() => bookings.close());
  const save = async (hour: number, more: Parameters<typeof newBooking>[0] = {}) => {
    const startsAt = MONDAY_10 + hour * HOUR;
    const slotId = slotIdOf(1, startsAt) ?? 0;
    const booking = newBooking({ startsAt, endsAt: startsAt + HOUR, slotId, ...more });
    return (await saveBooking(bookings.database, booking))?.id ?? 0;
  };
  const depsWith = (isAffected: (booking: HeldPlaces) => boolean) => {
    pages = [];
    return {
      database: bookings.database,
      findAffected: async ({ bookings }: { bookings: HeldPlaces[] }) => {
        pages.push(bookings);
        return bookings.filter(isAffected).map(({ id }) => id);
      },
    };
  };

  it('lists the first affected bookings by start in the venue’s time, and counts the others', async () => {
    const affected = await findAffectedBookings(
      depsWith(({ id }) => id >= (ids[4] ?? 0)),
      { venueId: 1, change: closing },
    );
    const { reference } = await bookings.database.booking.findFirstOrThrow({ where: { id: ids[4] ?? 0 } });
    assert.deepEqual(affected.first[0], { id: ids[4], reference, starts_at: '2030-06-03T11:00' });
    assert.deepEqual([affected.first.length, affected.count, affected.more], [10, BOOKINGS - 4, false]);
  });

  it('counts at most a thousand affected bookings', async () => {
    const { count, more } = await findAffectedBookings(
      depsWith(() => true),
      { venueId: 1, change: closing },
    );
    assert.deepEqual([count, more], [1000, true]);
  });

  it('checks each booking once, in pages of at most 500', async () => {
    await findAffectedBookings(
      depsWith(() => false),
      { venueId: 1, change: closing },
    );
    assert.deepEqual(
      pages.flat().map(({ id }) => id),
      ids,
    );
    assert.ok(pages.every((page) => page.length <= 500));
  });

  it('adds a history line with the actor to exactly the affected bookings', async () => {
    const odd = ({ id }: HeldPlaces) => id % 2 === 1;
    await recordRulesChange(depsWith(odd), { venueId: 1, change: closing, since: 0, actor: 'token Anna' });
    const rows = await bookings.database.history.findMany({ where: { action: 'rules_changed' } });
    assert.deepEqual(
      rows.map(({ bookingId }) => Number(bookingId)).sort((a, b) => a - b),
      ids.filter((id) => id % 2 === 1),
    );
    assert.deepEqual([rows[0]?.actor, rows[0]?.note], ['token Anna', 'open_days 1 → none']);
  });

  it('adds history lines only to bookings made since an instant, if one is given', async () => {
    const note = (since: number) =>
      recordRulesChange(
        depsWith(() => true),
        { venueId: 1, change: closing, since, actor: 'token Ben' },
      );
    const countRecorded = () => bookings.database.history.count({ where: { actor: 'token Ben' } });
    await note(Date.now() + HOUR);
    assert.equal(await countRecorded(), 0);
    await note(Date.now() - HOUR);
    assert.equal(await countRecorded(), BOOKINGS);
  });

  it('affects coming bookings that hold places, in its facility, day or slot', async () => {
    const yesterday = Math.floor((Date.now() - MONDAY_10) / HOUR) - 25;
    const [cancelled, past] = [await save(3000), await save(yesterday)];
    await bookings.database.booking.update({ where: { id: cancelled }, data: { status: 'cancelled' } });
    const of = async (change: RulesChange) => {
      const { count } = await findAffectedBookings(
        depsWith(() => true),
        { venueId: 1, change },
      );
      return count;
    };
    await findAffectedBookings(
      depsWith(() => false),
      { venueId: 1, change: closing },
    );
    const seen = new Set(pages.flat().map(({ id }) => id));
    assert.deepEqual([seen.has(cancelled), seen.has(past), seen.size], [false, false, BOOKINGS]);
    assert.equal(await of({ ...closing, facilityId: 2 }), 0);
    const slot = { blocked: false, capacity: null };
    const slotId = slotIdOf(1, MONDAY_10) ?? 0;
    assert.equal(await of({ of: 'slot', slotId, before: slot, after: { ...slot, blocked: true } }), 3);
    const date = '2030-06-10';
    await of({ of: 'day', facilityId: 1, date, before: null, after: null });
    const days = Math.max(...pages.flat().map(({ slotId: id }) => id)) - slotId;
    assert.ok(pages.flat().length < BOOKINGS / 2 && days < 10 * 1440, 'only bookings near that day');
  });

  it('is described with the API’s field names', () => {
    const hours = { closed: false, opens_at: '10:00', closes_at: '22:00' };
    const closed = { closed: true, opens_at: null, closes_at: null };
    const day = { of: 'day', facilityId: 1, date: '2030-12-25' } as const;
    assert.equal(
      describeChange({ ...day, before: null, after: closed }),
      '2030-12-25: weekly hours → closed',
    );
    assert.equal(
      describeChange({ ...day, before: hours, after: null }),
      '2030-12-25: 10:00–22:00 → weekly hours',
    );
    assert.equal(
      describeChange({
        of: 'settings',
        before: { opens_at: '10:00', capacity: 8 },
        after: { opens_at: '12:00', capacity: 4 },
      }),
      'opens_at 10:00 → 12:00; capacity 8 → 4',
    );
    const slot = { of: 'slot', slotId: 1, before: { blocked: false, capacity: null } } as const;
    assert.equal(
      describeChange({ ...slot, after: { blocked: true, capacity: null } }),
      'blocked false → true',
    );
    assert.equal(
      describeChange({ ...slot, after: { blocked: false, capacity: 4 } }),
      'capacity as the facility → 4',
    );
  });
});
