import assert from 'node:assert/strict';
import type { Calendar, CalendarSlot } from '@venue-booking/proto/booking/calendar';
import { describe, it } from 'vitest';
import { checkRows, type Existing, weeksOf } from './checkRows.ts';
import { keyOf, markOf } from './mark.ts';
import type { Wanted } from './readRows.ts';

let index = 0;
const row = (more: Partial<Wanted> = {}): Wanted => {
  index += 1;
  const facts = {
    ...{
      facilityId: 1,
      startsAt: '2027-05-01T10:00',
      name: `Guest ${index}`,
      email: '',
      phone: '',
      number: '',
    },
    ...more,
  };
  const rest = { minutes: undefined, people: 2, note: '', price: undefined, paid: 0 } as const;
  return { index, ...rest, ...facts, mark: markOf(facts), ...more };
};
const slot = (id: number, time: string, more: Partial<CalendarSlot> = {}): CalendarSlot =>
  ({ id, starts_at: `2027-05-01T${time}`, minutes: 60, free: 4, reason: null, ...more }) as CalendarSlot;
const days = (slots: CalendarSlot[], mode: 'FULL' | 'CAPACITY' = 'CAPACITY'): Calendar['days'] => [
  { date: '2027-05-01', facilities: [{ id: 1, name: 'Sauna', mode, slots }] },
];
const check = (
  rows: Wanted[],
  {
    slots = [slot(7, '10:00')],
    mode,
    existing = [],
    offGrid = false,
  }: {
    slots?: CalendarSlot[];
    mode?: 'FULL' | 'CAPACITY';
    existing?: Existing[];
    offGrid?: boolean;
  } = {},
) =>
  checkRows(rows, {
    ...{ days: days(slots, mode), existing, offGrid, now: '2027-04-01T00:00', durations: new Map([[1, 90]]) },
  });
const kinds = (...args: Parameters<typeof check>) =>
  check(...args).map((it) => (it.kind === 'problem' ? it.problem : it.kind));
const place = (...args: Parameters<typeof check>) => {
  const [first] = check(...args);
  return first?.kind === 'ready' && first.place;
};

describe('the check of rows', () => {
  it('counts the places of earlier rows', () => {
    assert.deepEqual(kinds([row(), row({ people: 3 }), row(), row({ people: 1 })]), [
      'ready',
      'full',
      'ready',
      'full',
    ]);
    assert.deepEqual(kinds([row(), row({ people: 1 })], { mode: 'FULL' }), ['ready', 'full']);
  });

  it('finds rows that are over, blocked or without a time slot', () => {
    const slots = [slot(7, '10:00', { reason: 'blocked' }), slot(8, '12:00', { reason: 'too_far' })];
    const rows = [row(), row({ startsAt: '2027-05-01T12:00' }), row({ startsAt: '2027-05-01T11:00' })];
    assert.deepEqual(kinds([...rows, row({ startsAt: '2027-03-31T10:00' })], { slots }), [
      ...['blocked', 'ready', 'noSlot', 'past'],
    ]);
  });

  it('books the slot, or with a price or a length of its own, the time', () => {
    const time = { facility_id: 1, starts_at: '2027-05-01T10:00' };
    assert.deepEqual(place([row()]), { slot_id: 7 });
    assert.deepEqual(place([row({ price: 25 })]), { ...time, minutes: 60, price_eur: 25 });
    assert.deepEqual(kinds([row({ minutes: 75 })]), ['length']);
    assert.deepEqual(place([row({ minutes: 75 })], { offGrid: true }), { ...time, minutes: 75 });
    assert.deepEqual(place([row()], { offGrid: true, slots: [] }), { ...time, minutes: 90 });
    assert.deepEqual(kinds([row()], { slots: [slot(9, '10:00', { reason: 'closed' })] }), ['noSlot']);
  });

  it('finds rows that are twice in the file, by number or by who comes when', () => {
    const [one, same] = [row({ number: 'A1' }), row({ number: 'A1', startsAt: '2027-05-02T10:00' })];
    assert.deepEqual(kinds([one, same, row({ name: 'Eva' }), row({ name: 'eva', people: 1 })]), [
      ...['ready', 'double', 'ready', 'double'],
    ]);
    const [, second] = check([one, same]);
    assert.equal(second?.kind === 'problem' && second.other, one.index);
  });

  it('recognises imported bookings, wherever they were moved, unless it is somebody else', () => {
    const wanted = row({ number: 'A1', name: 'Eva' });
    const booking = {
      ...{ id: 5, client_reference: 'import:A1', note: '', status: 'cancelled' },
      ...{ customer_name: 'Eva', starts_at: '2027-06-01T10:00' },
    } as Existing;
    assert.deepEqual(kinds([wanted], { existing: [booking] }), ['there']);
    assert.deepEqual(kinds([wanted], { existing: [{ ...booking, customer_name: 'Tom' }] }), ['numberTaken']);
    assert.deepEqual(kinds([row()], { existing: [booking] }), ['ready']);
  });

  it('reads the calendar in weeks that cover the booking days', () => {
    const at = (startsAt: string) => row({ startsAt });
    const rows = [
      at('2027-05-09T10:00'),
      at('2027-05-01T02:00'),
      at('2027-05-06T10:00'),
      at('2027-05-01T10:00'),
    ];
    assert.deepEqual(weeksOf(rows, '06:00'), [
      { from: '2027-04-30', to: '2027-05-06' },
      { from: '2027-05-09', to: '2027-05-09' },
    ]);
  });

  it('has keys in ASCII that differ by number', () => {
    assert.match(keyOf('import:Ürdü 1'), /^import-[a-z0-9]+$/);
    assert.equal(new Set(Array.from({ length: 10_000 }, (_, at) => keyOf(`import:${at}`))).size, 10_000);
  });
});
