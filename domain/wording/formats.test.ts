import assert from 'node:assert/strict';
import { Locale } from '@venue-booking/proto/primitives';
import { test } from 'vitest';
import {
  formatDay,
  formatEuro,
  formatMoment,
  formatNight,
  formatPercent,
  formatPrice,
  formatTimes,
} from './formats.ts';

test('formats a day in full', () => {
  assert.equal(formatDay('2026-11-28T10:00', 'en'), 'Saturday 28 November 2026');
  assert.equal(formatDay('2026-11-28T10:00', 'nl'), 'zaterdag 28 november 2026');
  assert.equal(formatDay('2026-11-28T10:00', 'de'), 'Samstag, 28.\u00a0November 2026');
  assert.equal(formatDay('2026-11-28T10:00', 'fr'), 'samedi 28\u00a0novembre 2026');
  assert.equal(formatDay('2027-01-01T10:00', 'fr'), 'vendredi 1er\u00a0janvier 2027');
});

test('formats a moment as the language writes a time', () => {
  assert.equal(formatMoment('2026-11-28T10:00', 'en'), 'Saturday 28 November 2026, 10:00');
  assert.equal(formatMoment('2026-11-28T10:00', 'nl'), 'zaterdag 28 november 2026, 10:00');
  assert.equal(formatMoment('2026-11-28T10:00', 'de'), 'Samstag, 28.\u00a0November 2026, 10:00\u00a0Uhr');
  assert.equal(formatMoment('2026-11-28T10:00', 'fr'), 'samedi 28\u00a0novembre 2026 à\u00a010:00');
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
  assert.equal(formatTimes('2026-11-28T10:00', '2026-11-28T12:00', 'de'), '10:00–12:00\u00a0Uhr');
  assert.equal(
    formatTimes('2026-12-31T23:00', '2027-01-01T01:00', 'de'),
    '23:00–01:00\u00a0Uhr (Freitag, 1.\u00a0Januar)',
  );
  assert.equal(
    formatTimes('2026-12-31T23:00', '2027-01-01T01:00', 'fr'),
    '23:00–01:00 (vendredi 1er\u00a0janvier)',
  );
});

test('formats amounts in euros', () => {
  assert.equal(formatEuro(1234.5, 'nl'), '€\u00a01.234,50');
  assert.equal(formatEuro(1234.5, 'en'), '€1,234.50');
  assert.equal(formatEuro(1234.5, 'de'), '1.234,50\u00a0€');
  assert.equal(formatEuro(1234.5, 'fr'), '1\u202f234,50\u00a0€');
  assert.deepEqual(
    Locale.options.map((locale) => formatPrice(0, locale)),
    ['Gratis', 'Free', 'Kostenlos', 'Gratuit'],
  );
});

test('formats percentages', () => {
  assert.deepEqual(
    Locale.options.map((locale) => formatPercent(7.7, locale)),
    ['7,7%', '7.7%', '7,7\u00a0%', '7,7\u00a0%'],
  );
});

test('names the night of a time after midnight', () => {
  assert.deepEqual(
    Locale.options.map((locale) => formatNight('2026-11-29T01:00', '04:00', locale)),
    [
      'in de nacht van zaterdag op zondag',
      'in the night from Saturday to Sunday',
      'in der Nacht von Samstag auf Sonntag',
      'dans la nuit de samedi à dimanche',
    ],
  );
  assert.equal(formatNight('2026-11-29T01:00', '00:00', 'de'), '');
});
