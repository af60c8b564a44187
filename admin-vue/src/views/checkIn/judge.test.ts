import assert from 'node:assert/strict';
import { test } from 'vitest';
import { type Entry, isLikeNumber, isOfOtherDay, judge, search, stillExpected, tokenIn } from './judge.ts';

const NOW = Date.UTC(2026, 10, 22, 12);
const entry = (changes: Partial<Entry> = {}): Entry => ({
  id: 41,
  reference: 'K7QF-3MXT',
  customer_name: 'Zoë van den Berg-Çelik',
  people: 2,
  facility: 'Pass',
  starts_at: '2026-11-22T14:00',
  ends_at: '2026-11-22T16:00',
  status: 'confirmed',
  amount_eur: 25,
  payment_status: null,
  check_in_from: new Date(NOW).toISOString(),
  checked_in: null,
  ticket_hashes: [],
  ...changes,
});
const outcomeOf = (changes: Partial<Entry>, now = NOW) =>
  judge(entry(changes), { used: undefined, now }).outcome;

test('judges a scan as the server does', () => {
  assert.equal(outcomeOf({}), 'checked_in');
  assert.equal(outcomeOf({ status: 'no_show' }), 'checked_in', 'a no-show may still be checked in');
  assert.equal(outcomeOf({}, NOW - 1), 'too_early');
  for (const [status, outcome] of [
    ['pending_payment', 'unpaid'],
    ['cancelled', 'cancelled'],
    ['expired', 'expired'],
    ['checked_in', 'double'],
  ] as const)
    assert.equal(outcomeOf({ status }), outcome);
  assert.equal(judge(undefined, { used: undefined, now: NOW }).outcome, 'unlisted');
  const used = { at: new Date(NOW).toISOString(), device: 'Phone 1' };
  assert.deepEqual(judge(entry(), { used, now: NOW }).first, used);
});

test('recognises a ticket among other codes', () => {
  const token = 'AwEpAQIDBAUGq7dZ0mJf2Wc9Lx1R';
  for (const text of [
    token,
    ` ${token}\n`,
    `https://book.example/tickets/${token}`,
    `x/tickets/${token}?lang=nl`,
  ])
    assert.equal(tokenIn(text), token);
  for (const text of ['', 'anna', 'https://example.com/menu', `${token} ${token}`, 'x'.repeat(900)])
    assert.equal(tokenIn(text), null);
});

test('tells the booking of another booking day, except while it lasts', () => {
  const evening = { starts_at: '2026-11-21T23:00', ends_at: '2026-11-22T01:00' };
  const midnight = { starts_at: '2026-11-22T00:30', ends_at: '2026-11-22T02:00' };
  const morning = { starts_at: '2026-11-22T10:00', ends_at: '2026-11-22T11:00' };
  const night = '2026-11-21';
  for (const [booking, booking_day, day, local, isOther] of [
    [evening, night, night, '2026-11-21T20:00', false],
    [evening, night, night, '2026-11-21T23:30', false],
    [evening, night, '2026-11-22', '2026-11-22T00:10', false],
    [evening, night, '2026-11-22', '2026-11-22T01:00', true],
    [evening, night, '2026-11-28', '2026-11-28T23:30', true],
    [evening, night, '2026-11-20', '2026-11-20T23:30', true],
    [midnight, night, night, '2026-11-21T23:00', false],
    [midnight, night, night, '2026-11-22T00:10', false],
    [morning, '2026-11-22', night, '2026-11-22T00:10', true],
    [morning, '2026-11-22', '2026-11-22', '2026-11-22T06:10', false],
    // Without the booking day, as a server of the previous release sends it.
    [morning, undefined, '2026-11-22', '2026-11-22T06:10', false],
  ] as const)
    assert.equal(
      isOfOtherDay({ ...booking, booking_day }, { day, local }),
      isOther,
      `${booking.starts_at} at ${local}`,
    );
});

test('finds guests by the start of their names, in any spelling, and by number', () => {
  const found = (typed: string) => search([entry()], typed, 10).length;
  for (const typed of ['zoe', 'ZOË berg', 'celik', 'van zo', '41', '#41', 'k7qf3mxt', '#K7QF-3MXT'])
    assert.equal(found(typed), 1, typed);
  for (const typed of ['', ' ', 'oe', 'zoe jansen', '4', '410', 'K7QF', 'K7QF-3MXD'])
    assert.equal(found(typed), 0, typed);
  assert.equal(search([entry(), entry(), entry()], 'zoe', 2).length, 2);
  const spellings: Record<string, string[]> = {
    'Sinéad O’Brien': ["o'brien", 'OBrien', 'sinéad'],
    'Jan van den Berg': ['vandenberg', 'van den berg', 'berg jan'],
    'Łukasz Groß-Øst': ['lukasz', 'GROSS', 'ost gross'],
    'Işıl Müller': ['isil', 'Mu\u0308ller'],
    '山田　太郎': ['山田太郎', '太郎', '山田 太郎'],
    山田太郎: ['太郎', '山田 太郎'],
  };
  for (const [customer_name, typed] of Object.entries(spellings))
    for (const one of typed) assert.equal(search([entry({ customer_name })], one, 2).length, 1, one);
});

test('lists the guests who are still to come today, the next ones first', () => {
  const at = (id: number, from: string, to: string, more: Partial<Entry> = {}) =>
    entry({ id, starts_at: `2026-11-22T${from}`, ends_at: `2026-11-22T${to}`, ...more });
  const entries = [
    at(1, '16:00', '18:00'),
    at(2, '10:00', '12:00'),
    at(3, '11:00', '14:00'),
    at(4, '13:00', '15:00', { status: 'checked_in' }),
    at(5, '13:00', '15:00', { status: 'cancelled' }),
    at(6, '13:00', '15:00', { status: 'pending_payment' }),
    at(7, '13:00', '15:00', { booking_day: '2026-11-23' }),
    at(9, '14:00', '15:00'),
    at(8, '14:00', '15:00'),
  ];
  const expected = stillExpected(entries, { day: '2026-11-22', local: '2026-11-22T12:30' });
  assert.deepEqual(
    expected.map(({ id }) => id),
    [3, 8, 9, 1],
  );
});

test('tells a booking number from a name', () => {
  for (const typed of ['K7QF-3MXT', 'k7qf3mxt', ' #k7qf 3mxt'])
    assert.equal(isLikeNumber(typed), true, typed);
  for (const typed of ['', 'K7QF', 'Zoë van den Berg', '41', 'K7QF-3MXT9'])
    assert.equal(isLikeNumber(typed), false, typed);
});
