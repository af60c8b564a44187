import assert from 'node:assert/strict';
import { dayInYear } from '@venue-booking/domain/schedule/holidays';
import { Holidays } from '@venue-booking/proto/venue/holiday';
import fc from 'fast-check';
import { test } from 'vitest';
import { de } from '../../../texts/de.ts';
import { en } from '../../../texts/en.ts';
import { fr } from '../../../texts/fr.ts';
import { nl } from '../../../texts/nl.ts';
import { weekdayOf } from './days.ts';
import { COUNTRIES, type Country, dateIn, easterOf, holidaysIn, ruleOf } from './holidays.ts';

const datesOf = (country: Country, year: number) =>
  holidaysIn(country, { first: `${year}-01-01`, last: `${year}-12-31` }).map(({ date }) => date.slice(5));

const rulesOf = (country: Country) =>
  holidaysIn(country, { first: '2027-01-01', last: '2027-12-31' }).map(({ on }) => on);

test('has the public holidays of a known calendar', () => {
  assert.deepEqual(datesOf('NL', 2027), [
    ...['01-01', '03-28', '03-29', '04-27', '05-05', '05-06', '05-16', '05-17', '12-25', '12-26'],
  ]);
  assert.deepEqual(datesOf('BE', 2027), [
    ...['01-01', '03-29', '05-01', '05-06', '05-17', '07-21', '08-15', '11-01', '11-11', '12-25'],
  ]);
  assert.deepEqual(datesOf('DE', 2027), [
    ...['01-01', '03-26', '03-29', '05-01', '05-06', '05-17', '10-03', '12-25', '12-26'],
  ]);
  assert.deepEqual(datesOf('FR', 2027), [
    ...['01-01', '03-29', '05-01', '05-06', '05-08', '05-17', '07-14', '08-15', '11-01', '11-11', '12-25'],
  ]);
});

test('matches almanacs for Easter, including its earliest and latest dates', () => {
  for (const date of [
    ...['1818-03-22', '1943-04-25', '1954-04-18', '1961-04-02', '2000-04-23', '2019-04-21', '2024-03-31'],
    ...['2025-04-20', '2026-04-05', '2027-03-28', '2028-04-16', '2029-04-01', '2030-04-21', '2038-04-25'],
    '2285-03-22',
  ])
    assert.equal(easterOf(Number(date.slice(0, 4))), date);
  fc.assert(
    fc.property(fc.integer({ min: 1900, max: 4000 }), (year) => {
      const easter = easterOf(year);
      assert.equal(weekdayOf(easter), 7);
      assert.ok(easter >= `${year}-03-22` && easter <= `${year}-04-25`);
    }),
  );
});

test('has the same date for each rule as the services', () => {
  const rules = ['kings_day', 'easter', '12-25', ...COUNTRIES.flatMap((country) => rulesOf(country))];
  for (let year = 2020; year < 2148; year++)
    for (const on of rules) assert.equal(dateIn(year, on), `${year}-${dayInYear(on, year)}`, `${on} ${year}`);
});

test('repeats a moving holiday of the chosen country by its rule, and other days by their date', () => {
  assert.equal(ruleOf('2027-03-29', 'NL'), 'easter+1');
  assert.equal(ruleOf('2027-03-29', ''), '03-29');
  assert.equal(ruleOf('2027-05-01', 'NL'), '05-01');
  assert.equal(ruleOf('2031-04-26', 'NL'), 'kings_day');
  for (const country of COUNTRIES)
    for (const on of rulesOf(country)) assert.ok(Holidays.safeParse([{ on, closed: true }]).success, on);
});

test('moves King’s Day to the day before a Sunday', () => {
  assert.ok(datesOf('NL', 2025).includes('04-26'));
  assert.ok(datesOf('NL', 2031).includes('04-26'));
  assert.ok(datesOf('NL', 2026).includes('04-27'));
});

test('lists the holidays of both years across the turn of a year, in order', () => {
  for (const country of COUNTRIES) {
    const found = holidaysIn(country, { first: '2026-11-01', last: '2027-10-31' });
    assert.deepEqual(
      found.map(({ date }) => date),
      found.map(({ date }) => date).toSorted(),
    );
    assert.ok(found[0] && found[0].date > '2026-10-31');
    assert.ok(found.some(({ date }) => date === '2027-01-01'));
  }
});

test('names each holiday in each language', () => {
  for (const { holidays } of [en, nl, de, fr])
    for (const on of COUNTRIES.flatMap(rulesOf)) assert.ok(holidays[on], on);
});
