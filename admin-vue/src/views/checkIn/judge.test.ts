import assert from 'node:assert/strict';
import { test } from 'vitest';
import { type Entry, isOfOtherDay, judge, search, tokenIn } from './judge.ts';

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

test('treats a booking that runs past midnight as today’s', () => {
  const tonight = { starts_at: '2026-11-21T23:00', ends_at: '2026-11-22T01:00' };
  for (const [now, isOther] of [
    ['2026-11-21T20:00', false],
    ['2026-11-21T23:30', false],
    ['2026-11-22T00:10', false],
    ['2026-11-22T01:00', true],
    ['2026-11-28T23:30', true],
    ['2026-11-20T23:30', true],
  ] as const)
    assert.equal(isOfOtherDay(tonight, now), isOther, now);
});

test('finds guests by the start of their names, without accents, and by number', () => {
  const found = (typed: string) => search([entry()], typed, 10).length;
  for (const typed of ['zoe', 'ZOË berg', 'celik', 'van zo', '41', '#41', 'k7qf3mxt', '#K7QF-3MXT'])
    assert.equal(found(typed), 1, typed);
  for (const typed of ['', ' ', 'oe', 'zoe jansen', '4', '410', 'K7QF', 'K7QF-3MXD'])
    assert.equal(found(typed), 0, typed);
  assert.equal(search([entry(), entry(), entry()], 'zoe', 2).length, 2);
});
