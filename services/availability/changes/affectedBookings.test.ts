import assert from 'node:assert/strict';
import { parseSlotId, slotIdOf } from '@venue-booking/proto/facility/slotId';
import type { RulesChange } from '@venue-booking/proto/venue/rulesChange';
import { test } from 'vitest';
import type { FacilityRules } from '../rules/rulesStore.ts';
import type { BlockableRow } from '../slots/slotStore.ts';
import { affectedBookings } from './affectedBookings.ts';

const MINUTE = 60_000;
const DATE = '2026-06-01';
const rules: FacilityRules = {
  facilityId: 5,
  name: 'Pass',
  active: true,
  minPeople: 1,
  maxPeoplePerBooking: null,
  pricing: null,
  rooms: [],
  mode: 'CAPACITY',
  capacity: 10,
  minNoticeMinutes: 0,
  maxAdvanceDays: null,
  timezone: 'Europe/Amsterdam',
  dayStart: '06:00',
  opensAt: '10:00',
  closesAt: '02:00',
  durationMinutes: 60,
  bufferMinutes: 0,
  openDays: [1, 2, 3, 4, 5, 6, 7],
  exceptions: new Map(),
  holidays: [],
  days: { from: DATE, count: 1 },
  revision: 1n,
};

/** A ledger row of a slot that starts at a local time in summer. */
const row = (local: string, state: Partial<BlockableRow> = {}): BlockableRow => {
  const startsAt = Date.parse(`${local}:00+02:00`);
  const id = slotIdOf(rules.facilityId, startsAt) ?? 0;
  return {
    id,
    startsAt,
    endsAt: startsAt + 60 * MINUTE,
    blocked: false,
    capacity: null,
    booked: 2,
    isPrivate: false,
    freeAt: null,
    ...state,
  };
};
const [ten, noon, midnight] = [`${DATE}T10:00`, `${DATE}T12:00`, '2026-06-02T00:00'].map((local) =>
  row(local),
) as [BlockableRow, BlockableRow, BlockableRow];

/** Start times of the slots, each with a booking of two, that a change affects. */
const affected = (
  change: RulesChange,
  rows = [ten, noon, midnight],
  now: Partial<FacilityRules> = {},
): string[] =>
  affectedBookings(
    { rules: { ...rules, ...now }, rows, change },
    rows.map(({ id }) => ({ id, slotId: id, people: 2 })),
  ).map((id) => new Date((parseSlotId(id)?.startsAt ?? 0) + 120 * MINUTE).toISOString().slice(11, 16));

const settings = (before: object, after: object): RulesChange => ({
  of: 'settings',
  facilityId: 5,
  before,
  after,
});
const day = (before: object | null, after: object | null) =>
  ({ of: 'day', facilityId: 5, date: DATE, before, after }) as RulesChange;
const closed = { closed: true, opens_at: null, closes_at: null };

test('shorter hours affect the bookings outside them, longer hours none', () => {
  assert.deepEqual(affected(settings({ opens_at: '10:00' }, { opens_at: '11:00' })), ['10:00']);
  assert.deepEqual(affected(settings({ closes_at: '02:00' }, { closes_at: '23:00' })), ['00:00']);
  assert.deepEqual(affected(settings({ opens_at: '10:00' }, { opens_at: '08:00' })), []);
});

test('other slot times affect the bookings whose slot disappears', () => {
  assert.deepEqual(affected(settings({ duration_minutes: 60 }, { duration_minutes: 120 })), [
    '10:00',
    '12:00',
    '00:00',
  ]);
  assert.deepEqual(affected(settings({ buffer_minutes: 0 }, { buffer_minutes: 60 })), []);
});

test('a booking off the grid is affected when its time is no longer within the hours, or blocked', () => {
  const startsAt = Date.parse(`${DATE}T12:10:00+02:00`);
  const off = row(`${DATE}T12:10`, { endsAt: startsAt + 75 * MINUTE });
  const longer = row(`${DATE}T10:00`, { endsAt: ten.startsAt + 90 * MINUTE });
  const both = [longer, off];
  assert.deepEqual(affected(day(null, closed), both), ['10:00', '12:10']);
  assert.deepEqual(affected(settings({ closes_at: '02:00' }, { closes_at: '13:00' }), both), ['12:10']);
  assert.deepEqual(affected(settings({ duration_minutes: 60 }, { duration_minutes: 45 }), both), []);
  assert.deepEqual(affected(settings({ duration_minutes: 60 }, { duration_minutes: 75 }), both), []);
  const block: RulesChange = {
    ...{ of: 'slots', slotIds: [off.id] },
    ...{ before: { blocked: false }, after: { blocked: true } },
  } as RulesChange;
  assert.deepEqual(affected(block, both), ['12:10']);
  assert.deepEqual(affected(day(closed, null), both), [], 'an earlier change affected them');
});

test('closing a weekday affects its bookings, including those after midnight', () => {
  assert.deepEqual(affected(settings({ open_days: [1, 2] }, { open_days: [2] })), [
    '10:00',
    '12:00',
    '00:00',
  ]);
  assert.deepEqual(affected(settings({ open_days: [1, 2] }, { open_days: [1] })), []);
});

test('hours by season affect the bookings whose part of the day disappears, when added, changed and removed', () => {
  const evening = [{ windows: [{ days: [1], opens_at: '12:00', closes_at: '02:00' }] }];
  const starts = [{ windows: [{ days: [1], starts: ['10:00', '00:00'] }] }];
  const other = [{ from: '2027-01-01', windows: [] }, ...starts];
  assert.deepEqual(affected(settings({ timetable: null }, { timetable: evening })), ['10:00']);
  assert.deepEqual(affected(settings({ timetable: evening }, { timetable: starts })), ['12:00']);
  assert.deepEqual(affected(settings({ timetable: starts }, { timetable: other })), []);
  assert.deepEqual(affected(settings({ timetable: starts }, { timetable: null })), []);
  const without = { timetable: starts };
  assert.deepEqual(affected(settings({ open_days: [1] }, { open_days: [] }), undefined, without), []);
});

test('the result is the same with the rules from before and from after the change', () => {
  const change = settings({ opens_at: '10:00' }, { opens_at: '11:00' });
  assert.deepEqual(affected(change, undefined, { opensAt: '11:00' }), ['10:00']);
  const closing = day(null, closed);
  assert.deepEqual(affected(closing, undefined, { exceptions: new Map([[DATE, []]]) }), [
    '10:00',
    '12:00',
    '00:00',
  ]);
});

test('closing a day, or changing or removing its hours, affects the bookings that no longer fit', () => {
  assert.deepEqual(affected(day(null, { closed: false, opens_at: '12:00', closes_at: '20:00' })), [
    '10:00',
    '00:00',
  ]);
  const early = { closed: false, opens_at: '08:00', closes_at: '20:00' };
  assert.deepEqual(affected(day(early, null), [row(`${DATE}T08:00`), ten]), ['08:00']);
  assert.deepEqual(affected({ ...day(null, closed), date: '2026-06-02' } as RulesChange), []);
});

test('deactivating a facility affects all its bookings', () => {
  assert.deepEqual(affected(settings({ active: true }, { active: false })).length, 3);
  assert.deepEqual(affected(settings({ active: false }, { active: true })), []);
});

test('a capacity below the booked places affects the bookings, a sufficient or higher one does not', () => {
  const rows = [row(`${DATE}T10:00`, { booked: 8 }), row(`${DATE}T12:00`, { booked: 4 })];
  assert.deepEqual(affected(settings({ capacity: 10 }, { capacity: 4 }), rows), ['10:00']);
  assert.deepEqual(affected(settings({ capacity: 3 }, { capacity: 4 }), rows), []);
  const own = [row(`${DATE}T10:00`, { booked: 8, capacity: 8 })];
  assert.deepEqual(
    affected(settings({ capacity: 10 }, { capacity: 4 }), own),
    [],
    'the slot has its own capacity',
  );
});

test('in an exclusive slot the size of the party counts, not the places sold', () => {
  const rows = [row(`${DATE}T10:00`, { booked: 10 })];
  const full = { mode: 'FULL' } as const;
  assert.deepEqual(affected(settings({ capacity: 10 }, { capacity: 2 }), rows, full), []);
  assert.deepEqual(affected(settings({ capacity: 10 }, { capacity: 1 }), rows, full), ['10:00']);
});

test('a change to or from one party per slot affects no party that is alone in its slot', () => {
  const rows = [row(`${DATE}T10:00`, { booked: 10 })];
  const back = settings({ mode: 'FULL', capacity: 10 }, { mode: 'CAPACITY', capacity: 4 });
  for (const mode of ['FULL', 'CAPACITY'] as const) assert.deepEqual(affected(back, rows, { mode }), []);
  assert.deepEqual(affected(settings({ mode: 'CAPACITY' }, { mode: 'FULL' }), rows), []);
});

test('a block or a low capacity of a slot affects its own bookings', () => {
  const slot = (before: object, after: object) =>
    ({
      of: 'slot',
      slotId: ten.id,
      before: { blocked: false, capacity: null, ...before },
      after: { blocked: false, capacity: null, ...after },
    }) as RulesChange;
  assert.deepEqual(affected(slot({}, { blocked: true })), ['10:00']);
  assert.deepEqual(affected(slot({ blocked: true }, {})), []);
  assert.deepEqual(affected(slot({}, { capacity: 1 })), ['10:00']);
  assert.deepEqual(affected(slot({}, { capacity: 2 })), []);
  assert.deepEqual(affected(slot({ capacity: 1 }, {})), []);
});

test('another time zone affects bookings outside the hours in that zone', () => {
  assert.deepEqual(affected(settings({ timezone: 'Europe/Amsterdam' }, { timezone: 'Europe/London' })), [
    '10:00',
  ]);
  assert.deepEqual(affected(settings({ timezone: 'Europe/Amsterdam' }, { timezone: 'Europe/Paris' })), []);
});

test('another start of the booking day affects bookings whose weekday changes', () => {
  const change = settings({ day_start: '06:00' }, { day_start: '00:00' });
  const nights = { opensAt: '00:00', closesAt: '02:00' };
  assert.deepEqual(affected(change, [midnight], { ...nights, openDays: [1] }), ['00:00']);
  assert.deepEqual(affected(change, [midnight], { ...nights, openDays: [1, 2] }), []);
});

test('a booking that an earlier change affected is not affected again', () => {
  const outside = row(`${DATE}T08:00`);
  assert.deepEqual(affected(settings({ open_days: [1, 2] }, { open_days: [2] }), [outside]), []);
  const blocked = row(`${DATE}T10:00`, { blocked: true });
  assert.deepEqual(affected(settings({ open_days: [1, 2] }, { open_days: [2] }), [blocked]), []);
});
