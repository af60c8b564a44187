import assert from 'node:assert/strict';
import { describe, it } from 'vitest';
import { dateOrderOf, readDate, readMoment, readTimes } from './moments.ts';

const inAmsterdam = (instant: string) =>
  new Intl.DateTimeFormat('sv-SE', { dateStyle: 'short', timeStyle: 'short', timeZone: 'Europe/Amsterdam' })
    .format(new Date(instant))
    .replace(' ', 'T');

describe('dates of a file', () => {
  it('are read with numbers, and with names of months in four languages', () => {
    const dates = [
      ...['31-12-2026', '31/12/2026', '31.12.2026', '31.12.26', '2026-12-31', '2026/12/31', '20261231'],
      ...['31 dec 2026', '31. Dezember 2026', '31 décembre 2026', 'Dec 31, 2026', 'do 31 december 2026'],
      ...['Thursday, December 31, 2026', '31-12-2026 14:00', '2026-12-31T14:00:00'],
    ];
    for (const date of dates) assert.equal(readDate(date, 'dmy'), '2026-12-31', date);
    assert.equal(readDate('12/31/2026', 'mdy'), '2026-12-31');
    assert.equal(readDate('mar 5 mai 2026', 'dmy'), '2026-05-05');
    assert.equal(readDate('Mar 5, 2026', 'dmy'), '2026-03-05');
    assert.equal(readDate('5 août 2026', 'dmy'), '2026-08-05');
  });

  it('must exist', () => {
    for (const date of ['31-02-2026', '12/31/2026', '2026-13-01', 'tomorrow', '', '45657', '1-2'])
      assert.equal(readDate(date, 'dmy'), null, date);
  });

  it('tell their order, or the order is asked', () => {
    assert.equal(dateOrderOf(['05/11/2026', '31/12/2026']), 'dmy');
    assert.equal(dateOrderOf(['05/11/2026', '12/31/2026', '']), 'mdy');
    assert.equal(dateOrderOf(['05/11/2026', '06/12/2026']), 'ask');
    assert.equal(dateOrderOf(['31/12/2026', '12/31/2026']), 'ask', 'mixed');
    assert.equal(dateOrderOf(['2026-11-05', '05-05-2026', '5 mei 2026']), 'dmy', 'the same in both orders');
    assert.equal(dateOrderOf(['soon', '']), null);
  });
});

describe('times of a file', () => {
  it('are read with 24 and 12 hours, alone and as a range', () => {
    const times: [string, string, string?][] = [
      ['14:00', '14:00'],
      ['14:00:00', '14:00'],
      ['14.30 uur', '14:30'],
      ['9h30', '09:30'],
      ['9 Uhr', '09:00'],
      ['2:15 PM', '14:15'],
      ['12 am', '00:00'],
      ['12:05 p.m.', '12:05'],
      ['14:00 - 16:00', '14:00', '16:00'],
      ['14:00–15:30', '14:00', '15:30'],
      ['10 am to 1 pm', '10:00', '13:00'],
      ['10:00 tot 12:00', '10:00', '12:00'],
    ];
    for (const [text, start, end] of times)
      assert.deepEqual(readTimes(text), { start, ...(end && { end }) }, text);
  });

  it('must exist', () => {
    for (const text of ['', '25:00', '14:60', '13 pm', '14', 'noon', '14:00 or later', '2026-12-31'])
      assert.equal(readTimes(text), null, text);
  });

  it('are read with their date, and converted from another zone', () => {
    const read = (text: string) => readMoment(text, 'dmy', inAmsterdam);
    const at = { date: '2026-12-31', start: '14:00' };
    for (const text of [
      '31-12-2026 14:00',
      '2026-12-31T14:00:00',
      '31.12.2026, 14:00 Uhr',
      '31 dec 2026 om 14:00',
    ])
      assert.deepEqual(read(text), at, text);
    for (const text of ['2026-12-31T13:00:00Z', '2026-12-31 13:00:00+0000', '2026-12-31T15:00+02:00'])
      assert.deepEqual(read(text), at, text);
    assert.deepEqual(read('2026-07-01T23:30:00Z'), { date: '2026-07-02', start: '01:30' });
    assert.deepEqual(read('31-12-2026 14:00 - 16:00'), { ...at, end: '16:00' });
    assert.equal(read('31-12-2026'), null);
  });
});
