import assert from 'node:assert/strict';
import { localAt } from '@venue-booking/domain/schedule/venueTime';
import { slotIdOf } from '@venue-booking/proto/facility/slotId';
import { test } from 'vitest';
import type { Now } from './now.ts';
import {
  dayOfSlots,
  isBookable,
  type LedgerRow,
  type SlotRules,
  type SlotState,
  summaryOf,
  summaryOn,
} from './slot.ts';

const MINUTE = 60_000;
const DATE = '2026-06-01';
/** The instant of a local time in Amsterdam in summer 2026. */
const at = (local: string) => Date.parse(`${local}:00+02:00`);
const longBefore: Now = { instant: at('2026-05-01T12:00'), today: '2026-05-01' };

const rules: SlotRules = {
  facilityId: 5,
  mode: 'CAPACITY',
  capacity: 10,
  minNoticeMinutes: 0,
  maxAdvanceDays: null,
  timezone: 'Europe/Amsterdam',
  dayStart: '06:00',
  opensAt: '10:00',
  closesAt: '13:00',
  durationMinutes: 60,
  bufferMinutes: 0,
  openDays: [1, 2, 3, 4, 5, 6, 7],
  exceptions: new Map(),
  holidays: [],
};

/** A ledger row of the slot that starts at a time of the day. */
const row = (time: string, state: Partial<LedgerRow> = {}, minutes = 60): LedgerRow => {
  const startsAt = at(`${DATE}T${time}`);
  const id = slotIdOf(rules.facilityId, startsAt) ?? 0;
  return {
    id,
    startsAt,
    endsAt: startsAt + minutes * MINUTE,
    capacity: null,
    booked: 0,
    isPrivate: false,
    freeAt: null,
    ...state,
  };
};
const day = (
  changed: Partial<SlotRules>,
  rows: LedgerRow[] = [],
  now = longBefore,
  blocks: [from: string, to: string][] = [],
) => {
  const intervals = blocks.map(([from, to]) => ({
    startsAt: at(`${DATE}T${from}`),
    endsAt: at(`${DATE}T${to}`),
  }));
  return dayOfSlots({ ...rules, ...changed }, DATE, rows, now, [], intervals);
};
const time = ({ startsAt }: SlotState) => localAt(rules.timezone, startsAt).slice(11);
/** What a guest sees: time, booked and free places, and the failure. */
const seen = (slots: SlotState[]) => slots.map((slot) => [time(slot), slot.booked, slot.free, slot.failure]);

test('slots without a ledger row are free', () => {
  assert.deepEqual(seen(day({})), [
    ['10:00', 0, 10, null],
    ['11:00', 0, 10, null],
    ['12:00', 0, 10, null],
  ]);
});

test('booked places are not free, and a full slot is not bookable', () => {
  const slots = day({}, [row('10:00', { booked: 4 }), row('12:00', { booked: 10 })]);
  assert.deepEqual(seen(slots), [
    ['10:00', 4, 6, null],
    ['11:00', 0, 10, null],
    ['12:00', 10, 0, null],
  ]);
  assert.deepEqual(slots.map(isBookable), [true, true, false]);
});

test('one party takes the whole of an exclusive slot', () => {
  const [booked, free] = day({ mode: 'FULL' }, [row('10:00', { booked: 10 })]);
  assert.deepEqual([booked?.capacity, booked?.booked, booked?.free], [10, 10, 0]);
  assert.deepEqual([free?.capacity, free?.booked, free?.free], [10, 0, 10]);
});

test('an occupied exclusive slot is full even after its capacity changed', () => {
  for (const capacity of [4, 10, 25]) {
    const [slot] = day({ mode: 'FULL', capacity }, [row('10:00', { booked: 10 })]);
    assert.deepEqual([slot?.booked, slot?.free], [capacity, 0]);
  }
});

test('a lower capacity removes no booking and leaves nothing free', () => {
  const [slot] = day({ capacity: 3 }, [row('10:00', { booked: 7 })]);
  assert.deepEqual([slot?.capacity, slot?.booked, slot?.free], [3, 7, 0]);
});

test('a slot’s own capacity overrides that of the facility', () => {
  const slots = day({}, [
    row('10:00', { capacity: 2, booked: 1 }),
    row('11:00', { capacity: 20 }),
    row('12:00', { capacity: 0 }),
  ]);
  assert.deepEqual(
    slots.map(({ capacity, free }) => [capacity, free]),
    [
      [2, 1],
      [20, 20],
      [0, 0],
    ],
  );
  assert.deepEqual(slots.map(isBookable), [true, true, false]);
});

test('a blocked slot shows its places but is not bookable', () => {
  const [slot] = day({}, [row('10:00', { booked: 2 })], longBefore, [['10:00', '11:00']]);
  assert.deepEqual([slot?.failure, slot?.booked, slot?.free], ['slot_blocked', 2, 8]);
  assert.equal(slot && isBookable(slot), false);
});

test('a slot that has started is past, a future one is not', () => {
  const now = { instant: at(`${DATE}T11:30`), today: DATE };
  assert.deepEqual(
    day({}, [], now).map(({ failure }) => failure),
    ['slot_past', 'slot_past', null],
  );
});

test('a slot within the notice time counts as past', () => {
  const now = { instant: at(`${DATE}T09:30`), today: DATE };
  assert.deepEqual(
    day({ minNoticeMinutes: 60 }, [], now).map(({ failure }) => failure),
    ['slot_past', null, null],
  );
  assert.deepEqual(day({ minNoticeMinutes: 1440 }, [], now).map(isBookable), [false, false, false]);
});

test('a day is bookable as far ahead as the venue allows, counted in booking days', () => {
  const failureOn = (maxAdvanceDays: number | null, today: string) =>
    day({ maxAdvanceDays }, [], { instant: at(`${today}T07:00`), today }).map(({ failure }) => failure)[0];
  assert.equal(failureOn(7, '2026-05-25'), null);
  assert.equal(failureOn(7, '2026-05-24'), 'slot_too_far');
  assert.equal(failureOn(0, '2026-06-01'), null);
  assert.equal(failureOn(0, '2026-05-31'), 'slot_too_far');
  assert.equal(failureOn(null, '2020-01-02'), null);
});

test('after a change of hours, a booked slot keeps its times but is not offered, and blocks what it overlaps', () => {
  assert.deepEqual(seen(day({ opensAt: '10:30', closesAt: '13:30' }, [row('11:00', { booked: 2 })])), [
    ['10:30', 0, 10, 'slot_blocked'],
    ['11:00', 2, 8, 'slot_blocked'],
    ['11:30', 0, 10, 'slot_blocked'],
    ['12:30', 0, 10, null],
  ]);
});

test('a booked slot stays listed on a day that was closed later', () => {
  const closed = { exceptions: new Map([[DATE, []]]) };
  const slots = day(closed, [row('11:00', { booked: 2 }), row('12:00')]);
  assert.deepEqual(
    slots.map((slot) => [time(slot), slot.booked]),
    [['11:00', 2]],
  );
  assert.deepEqual(summaryOf(slots), { free: 0, bookable: false });
});

test('a booked slot keeps its end and id when the slot length changes', () => {
  const booked = row('10:00', { booked: 1 }, 90);
  const slots = day({}, [booked]);
  assert.deepEqual([slots[0]?.id, slots[0]?.endsAt], [booked.id, booked.endsAt]);
  assert.deepEqual(seen(slots), [
    ['10:00', 1, 9, 'slot_blocked'],
    ['11:00', 0, 10, 'slot_blocked'],
    ['12:00', 0, 10, null],
  ]);
});

test('a block applies to every slot that it overlaps, whatever the opening hours', () => {
  const blocked = (changed: Partial<SlotRules>, block: [string, string]) =>
    day(changed, [], longBefore, [block]).flatMap((slot) => (slot.reason === 'blocked' ? [time(slot)] : []));
  assert.deepEqual(blocked({}, ['10:30', '12:00']), ['10:00', '11:00']);
  assert.deepEqual(blocked({ opensAt: '10:30' }, ['11:00', '12:00']), ['10:30', '11:30']);
  assert.deepEqual(blocked({ durationMinutes: 30 }, ['11:00', '12:00']), ['11:00', '11:30']);
  assert.deepEqual(blocked({ durationMinutes: 180 }, ['11:00', '12:00']), ['10:00']);
  assert.deepEqual(blocked({ bufferMinutes: 30 }, ['11:00', '11:30']), [], 'a break may be blocked');
});

test('a slot that one party has to itself stays full when its facility becomes shared', () => {
  const rows = [row('10:00', { booked: 4, isPrivate: true }), row('11:00', { booked: 4 })];
  assert.deepEqual(seen(day({ mode: 'CAPACITY', capacity: 10 }, rows)), [
    ['10:00', 10, 0, null],
    ['11:00', 4, 6, null],
    ['12:00', 0, 10, null],
  ]);
});

test('the break of an occupied slot stays free, and a slot needs its own break before an occupied one', () => {
  const half = at(`${DATE}T11:30`);
  const overlapping = (changed: Partial<SlotRules>, rows: LedgerRow[]) =>
    day(changed, rows).flatMap((slot) => (slot.reason === 'overlap' ? [time(slot)] : []));
  const kept = [row('10:00', { booked: 1, freeAt: half })];
  assert.deepEqual(overlapping({}, kept), ['11:00'], 'the break was longer when it was sold');
  assert.deepEqual(overlapping({ opensAt: '10:30' }, kept), ['10:30'], 'and ends before the slot of 11:30');
  assert.deepEqual(overlapping({ opensAt: '11:15', closesAt: '14:00' }, kept), ['11:15']);
  const noon = [row('12:00', { booked: 1, freeAt: at(`${DATE}T13:00`) })];
  const early = { opensAt: '09:15', closesAt: '13:00', bufferMinutes: 45 };
  assert.deepEqual(overlapping(early, noon), ['11:00']);
  assert.deepEqual(overlapping({ bufferMinutes: 15 }, [row('10:00', { booked: 1 })]), []);
});

test('the break after the last slot of a day keeps the first slot of the next day free', () => {
  const allDay = { opensAt: '06:00', closesAt: '06:00', bufferMinutes: 60 };
  const last = row('04:00', { booked: 1 });
  assert.equal(day({ ...allDay, dayStart: '06:00' }, [last])[0]?.reason, null);
  const longer = { ...last, freeAt: at(`${DATE}T06:30`) };
  assert.equal(day({ ...allDay, dayStart: '06:00' }, [longer])[0]?.reason, 'overlap');
});

test('an own capacity keeps its time: a slot has the lowest capacity that applies during it', () => {
  const rows = [row('10:00', { capacity: 4 }), row('11:00', { capacity: 20 })];
  const capacities = (changed: Partial<SlotRules>) =>
    day({ closesAt: '14:00', ...changed }, rows).map((slot) => [time(slot), slot.capacity]);
  assert.deepEqual(capacities({ opensAt: '09:30' }).slice(0, 3), [
    ['09:30', 4],
    ['10:30', 4],
    ['11:30', 10],
  ]);
  assert.deepEqual(capacities({ durationMinutes: 30 }).slice(0, 5), [
    ['10:00', 4],
    ['10:30', 4],
    ['11:00', 20],
    ['11:30', 20],
    ['12:00', 10],
  ]);
  assert.deepEqual(capacities({ opensAt: '09:00', durationMinutes: 150 })[0], ['09:00', 4]);
});

test('a slot without bookings disappears with the hours that produced it', () => {
  const rows = [row('10:00', { capacity: 4 })];
  assert.deepEqual(day({ opensAt: '12:00' }, rows).map(time), ['12:00']);
});

test('a booked slot of the previous day that extends into this day blocks what it overlaps and is not listed', () => {
  const slots = day({ opensAt: '06:00', closesAt: '09:00' }, [row('05:30', { booked: 1 })]);
  assert.deepEqual(seen(slots), [
    ['06:00', 0, 10, 'slot_blocked'],
    ['07:00', 0, 10, null],
    ['08:00', 0, 10, null],
  ]);
});

test('the day summary adds up the free places of bookable slots', () => {
  const rows = [row('10:00', { booked: 4 }), row('12:00', { booked: 10 })];
  const at11: [string, string][] = [['11:00', '12:00']];
  assert.deepEqual(summaryOf(day({}, rows, longBefore, at11)), { free: 6, bookable: true });
  const late = { instant: at(`${DATE}T10:01`), today: DATE };
  assert.deepEqual(summaryOf(day({}, rows.slice(1), late, at11)), { free: 0, bookable: false });
});

test('a closed day and a full day have no free places and are not bookable', () => {
  assert.deepEqual(summaryOf([]), { free: 0, bookable: false });
  const few = ['10:00', '11:00', '12:00'].map((start) => row(start, { booked: 8 }));
  assert.deepEqual(summaryOf(day({}, few), { smallest: 2 }), { free: 6, bookable: true });
  assert.deepEqual(summaryOf(day({}, few), { smallest: 3 }), { free: 6, bookable: false });
  const full = ['10:00', '11:00', '12:00'].map((start) => row(start, { booked: 10 }));
  assert.deepEqual(summaryOf(day({}, full)), { free: 0, bookable: false });
});

test('only a day that hours or an exception close is closed, whatever is booked on it', () => {
  const summary = (changed: Partial<SlotRules>, rows: LedgerRow[] = []) =>
    summaryOn([{ ...rules, ...changed }, DATE, rows, longBefore]);
  const full = ['10:00', '11:00', '12:00'].map((start) => row(start, { booked: 10 }));
  const closed = { free: 0, bookable: false, closed: true };
  assert.deepEqual(summary({ openDays: [2] }), closed);
  assert.deepEqual(summary({ exceptions: new Map([[DATE, []]]) }), closed);
  assert.deepEqual(summary({ exceptions: new Map([[DATE, []]]) }, full), closed);
  assert.deepEqual(summary({}, full), { free: 0, bookable: false });
  assert.deepEqual(summary({ capacity: 0 }), { free: 0, bookable: false });
  const opened = {
    openDays: [2],
    exceptions: new Map([[DATE, [{ opens_at: '10:00', closes_at: '11:00' }]]]),
  };
  assert.deepEqual(summary(opened), { free: 10, bookable: true });
});

test('the venue sees why guests cannot book a slot', () => {
  const booked = row('11:00', { booked: 10 });
  const late: Now = { instant: at(`${DATE}T10:30`), today: DATE };
  const reasons = (...args: Parameters<typeof day>) => day(...args).map(({ reason }) => reason);
  assert.deepEqual(reasons({}, [booked], longBefore, [['12:00', '13:00']]), [null, 'full', 'blocked']);
  assert.deepEqual(reasons({ minNoticeMinutes: 60 }, [], late), ['past', 'notice', null]);
  assert.deepEqual(reasons({ maxAdvanceDays: 1 }), ['too_far', 'too_far', 'too_far']);
  assert.deepEqual(reasons({ opensAt: '10:30' }, [booked]), ['overlap', 'closed', 'overlap']);
});
