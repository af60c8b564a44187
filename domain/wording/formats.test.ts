import assert from 'node:assert/strict';
import { test } from 'vitest';
import { formatDay, formatEuro, formatTimes } from './formats.ts';

test('formats a day in full in both languages', () => {
  assert.equal(formatDay('2026-11-28T10:00', 'en'), 'Saturday 28 November 2026');
  assert.equal(formatDay('2026-11-28T10:00', 'nl'), 'zaterdag 28 november 2026');
});

test('formats the venue’s times whatever the zone of this machine', () => {
  const zone = process.env.TZ;
  for (const here of ['Pacific/Kiritimati', 'America/Los_Angeles']) {
    process.env.TZ = here;
    assert.equal(formatDay('2026-03-29T00:30', 'en'), 'Sunday 29 March 2026');
  }
  if (zone === undefined) delete process.env.TZ;
  else process.env.TZ = zone;
});

test('names the date of an end on another date', () => {
  assert.equal(formatTimes('2026-11-28T10:00', '2026-11-28T12:00', 'en'), '10:00–12:00');
  assert.equal(formatTimes('2026-11-28T23:00', '2026-11-29T01:00', 'en'), '23:00–01:00 (Sunday 29 November)');
  assert.equal(formatTimes('2026-12-31T23:00', '2027-01-01T01:00', 'nl'), '23:00–01:00 (vrijdag 1 januari)');
});

test('formats amounts in euros', () => {
  assert.equal(formatEuro(1234.5, 'nl'), '€\u00a01.234,50');
  assert.equal(formatEuro(1234.5, 'en'), '€1,234.50');
});
