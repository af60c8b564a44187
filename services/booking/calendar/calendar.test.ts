import assert from 'node:assert/strict';
import { offsetAt, zonedAt } from '@venue-booking/domain/schedule/venueTime';
import fc from 'fast-check';
import ical, { escape as escapeText, ICalCalendarMethod, ICalEventStatus } from 'ical-generator';
import { test } from 'vitest';
import { componentsOf, instantOf, lineValue, readLines, readText } from '../testing/testCalendar.ts';
import { bookingCalendar, type CalendarEvent, calendarOf } from './calendar.ts';
import { zoneBlock } from './calendarZone.ts';

const NOW = Date.UTC(2026, 10, 21, 9);
const TICKET = 'https://book.example:8443/tickets/abc.def.ghi';
const contact = { name: 'Sauna aan het Meer', address: 'Oeverpad 7\n1234 AB Meerdam' };
const booking = {
  id: 41n,
  reference: 'K7QF-3MXT',
  venueId: 3,
  nonce: null as Uint8Array<ArrayBuffer> | null,
  facilityName: 'Dagpas',
  timezone: 'Europe/Amsterdam',
  startsAt: new Date(Date.UTC(2026, 10, 28, 9)),
  endsAt: new Date(Date.UTC(2026, 10, 28, 11)),
  status: 'confirmed',
  revision: 0,
  locale: 'nl',
};
const make = (changes: Partial<typeof booking> = {}, venue: Partial<typeof contact> = {}) =>
  bookingCalendar({
    booking: { ...booking, ...changes },
    contact: { ...contact, ...venue },
    ticketUrl: TICKET,
    organizer: 'no-reply@book.example',
    attendee: null,
    now: NOW,
  });

/** The only event of a file: its lines by name, and its instants. */
function eventOf(text: string) {
  const lines = readLines(text);
  const [event = [], ...more] = componentsOf(lines, 'VEVENT');
  assert.equal(more.length, 0);
  const line = (name: string) => event.find((it) => it.name === name);
  const at = (name: string) => {
    const found = line(name);
    assert.ok(found, name);
    return instantOf(lines, found);
  };
  return {
    lines,
    line,
    text: (name: string) => readText(line(name)?.value ?? ''),
    startsAt: at('DTSTART'),
    endsAt: at('DTEND'),
  };
}

test('describes a booking as an event in the venue’s zone, with location and ticket', () => {
  const event = eventOf(make());
  assert.equal(lineValue(event.lines, 'VERSION'), '2.0');
  assert.equal(lineValue(event.lines, 'METHOD'), 'PUBLISH');
  assert.equal(event.text('UID'), 'booking-3-41@book.example');
  assert.equal(event.text('SUMMARY'), 'Dagpas – Sauna aan het Meer');
  assert.equal(event.text('LOCATION'), contact.address);
  assert.equal(event.text('URL'), TICKET);
  assert.equal(event.text('DESCRIPTION'), `Boekingsnummer: K7QF-3MXT\nJe ticket: ${TICKET}`);
  assert.equal(event.text('STATUS'), 'CONFIRMED');
  assert.equal(event.text('SEQUENCE'), '0');
  assert.equal(event.text('DTSTAMP'), '20261121T090000Z');
  assert.deepEqual(event.line('DTSTART'), {
    name: 'DTSTART',
    params: { TZID: 'Europe/Amsterdam' },
    value: '20261128T100000',
  });
  assert.deepEqual(
    { startsAt: event.startsAt, endsAt: event.endsAt },
    { startsAt: booking.startsAt.getTime(), endsAt: booking.endsAt.getTime() },
  );
});

test('keeps the uid of an event on a change and raises its sequence', () => {
  const event = eventOf(make({ status: 'cancelled', revision: 2, locale: 'en' }));
  assert.equal(event.text('UID'), 'booking-3-41@book.example');
  assert.equal(event.text('SEQUENCE'), '2');
  assert.equal(event.text('STATUS'), 'CANCELLED');
  assert.equal(event.text('DESCRIPTION'), `Booking number: K7QF-3MXT\nYour ticket: ${TICKET}`);
});

test('gives bookings with the same id but another nonce different uids', () => {
  const uids = [null, [1, 2, 3], [1, 2, 4]].map((nonce) =>
    eventOf(make({ nonce: nonce && Uint8Array.from(nonce) })).text('UID'),
  );
  assert.deepEqual(uids, [
    'booking-3-41@book.example',
    'booking-3-41-010203@book.example',
    'booking-3-41-010204@book.example',
  ]);
});

test('maps every booking status to one of the three of iCalendar', () => {
  const of = (status: string) => eventOf(make({ status })).text('STATUS');
  assert.deepEqual(
    ['pending_payment', 'confirmed', 'checked_in', 'no_show', 'cancelled', 'expired'].map(of),
    ['TENTATIVE', 'CONFIRMED', 'CONFIRMED', 'CONFIRMED', 'CANCELLED', 'CANCELLED'],
  );
});

test('omits the location for a venue without an address', () => {
  for (const address of ['', '  ']) assert.equal(eventOf(make({}, { address })).line('LOCATION'), undefined);
});

test('distinguishes both hours in the night with a repeated hour', () => {
  const [first, second] = [Date.UTC(2026, 9, 25, 0, 30), Date.UTC(2026, 9, 25, 1, 30)];
  const QUARTER = 15 * 60_000;
  for (const startsAt of [first, second]) {
    const event = eventOf(make({ startsAt: new Date(startsAt), endsAt: new Date(startsAt + QUARTER) }));
    assert.deepEqual([event.startsAt, event.endsAt], [startsAt, startsAt + QUARTER]);
    // Apps do not agree on which of the two a local time means.
    assert.match(event.line('DTSTART')?.value ?? '', /Z$/);
  }
});

test('uses the zone for a booking that only spans a change of clocks', () => {
  for (const [startsAt, endsAt] of [
    [Date.UTC(2026, 9, 24, 23), Date.UTC(2026, 9, 25, 2)],
    [Date.UTC(2026, 2, 29, 0, 30), Date.UTC(2026, 2, 29, 1)],
  ] as const) {
    const event = eventOf(make({ startsAt: new Date(startsAt), endsAt: new Date(endsAt) }));
    assert.equal(event.line('DTSTART')?.params.TZID, 'Europe/Amsterdam');
    assert.deepEqual([event.startsAt, event.endsAt], [startsAt, endsAt]);
  }
});

test('is right for every quarter of an hour around every change of clocks', () => {
  const HOUR = 3600_000;
  for (const timezone of [
    'Europe/Amsterdam',
    'America/New_York',
    'Australia/Lord_Howe',
    'America/Santiago',
  ]) {
    const isChange = (at: number, within: number) =>
      offsetAt(timezone, at) !== offsetAt(timezone, at + within);
    const days = Array.from({ length: 2 * 365 }, (_, day) => Date.UTC(2026, 0, 1 + day));
    const changes = days
      .filter((day) => isChange(day, 24 * HOUR))
      .flatMap((day) => Array.from({ length: 24 }, (_, hour) => day + hour * HOUR))
      .filter((hour) => isChange(hour, HOUR));
    assert.equal(changes.length, 4, timezone);
    for (const change of changes)
      for (let startsAt = change - 4 * HOUR; startsAt <= change + 5 * HOUR; startsAt += HOUR / 4) {
        const event = eventOf(
          make({ timezone, startsAt: new Date(startsAt), endsAt: new Date(startsAt + HOUR) }),
        );
        assert.deepEqual([event.startsAt, event.endsAt], [startsAt, startsAt + HOUR]);
      }
  }
});

test('reads any time in any zone back as the same instant', () => {
  const zones = [...Intl.supportedValuesOf('timeZone'), 'UTC', 'US/Eastern', 'CET', 'Etc/GMT+5'];
  fc.assert(
    fc.property(
      fc.constantFrom(...zones),
      fc.integer({ min: Date.UTC(2026, 0) / 60_000, max: Date.UTC(2040, 0) / 60_000 }),
      fc.integer({ min: 5, max: 1440 }),
      (timezone, minute, duration) => {
        const startsAt = minute * 60_000;
        const endsAt = startsAt + duration * 60_000;
        const event = eventOf(make({ timezone, startsAt: new Date(startsAt), endsAt: new Date(endsAt) }));
        assert.deepEqual([event.startsAt, event.endsAt], [startsAt, endsAt]);
      },
    ),
    { numRuns: 100 },
  );
});

test('uses the venue’s zone instead of UTC for most zones', () => {
  const zones = Intl.supportedValuesOf('timeZone');
  const said = zones.filter(
    (timezone) => eventOf(make({ timezone })).line('DTSTART')?.params.TZID === timezone,
  );
  assert.ok(said.length > zones.length * 0.95, `${said.length} of ${zones.length}`);
});

const hostile = fc.string({
  unit: fc.oneof(
    fc.constantFrom(';', ',', '\\', ':', '"', '<script>', '\n', '🧖‍♀️', 'é', 'ש', 'م', '\u202e', 'END:VEVENT'),
    fc.string({ unit: 'grapheme', minLength: 1, maxLength: 1 }),
  ),
  maxLength: 200,
});
const clean = (text: string) => text.replace(/\r\n?/g, '\n');

test('reads any text back unchanged, in lines of at most 75 octets that split no character', () => {
  fc.assert(
    fc.property(hostile, hostile, hostile, (facilityName, name, address) => {
      const text = make({ facilityName }, { name, address });
      for (const line of text.split('\r\n')) {
        assert.ok(Buffer.byteLength(line) <= 75, `${Buffer.byteLength(line)} octets`);
        assert.ok(line.isWellFormed());
        assert.doesNotMatch(line, /[\r\n]/);
      }
      const event = eventOf(text);
      assert.equal(event.text('SUMMARY'), clean(`${facilityName} – ${name}`));
      assert.equal(event.text('LOCATION'), clean(address).trim());
      assert.equal(event.lines.length, readLines(make()).length - (address.trim() ? 0 : 1));
    }),
    { numRuns: 60 },
  );
});

test('puts several events into one calendar with their zones and a name', () => {
  const event = {
    uid: 'a@book.example',
    revision: 0,
    status: 'confirmed' as const,
    timezone: 'Europe/Amsterdam',
    startsAt: booking.startsAt.getTime(),
    endsAt: booking.endsAt.getTime(),
    summary: 'Bezet',
    location: null,
    description: null,
    url: null,
  };
  const events = [event, { ...event, uid: 'b@book.example' }, { ...event, timezone: 'America/New_York' }];
  const lines = readLines(calendarOf(events, { now: NOW, name: 'Baan 1; buiten,\n"overdekt"' }));
  assert.equal(componentsOf(lines, 'VEVENT').length, 3);
  assert.deepEqual(
    componentsOf(lines, 'VTIMEZONE').map((zone) => lineValue(zone, 'TZID')),
    ['Europe/Amsterdam', 'America/New_York'],
  );
  assert.equal(readText(lineValue(lines, 'X-WR-CALNAME') ?? ''), 'Baan 1; buiten,\n"overdekt"');
  assert.equal(componentsOf(readLines(calendarOf([], { now: NOW })), 'VEVENT').length, 0);
});

/** The same calendar made by a library, which takes 24 times as long. */
function byLibrary(events: Omit<CalendarEvent, 'organizer' | 'attendee'>[], name: string): string {
  const calendar = ical({
    prodId: { company: 'Venue Booking', product: 'Venue Booking', language: 'EN' },
    method: ICalCalendarMethod.PUBLISH,
    timezone: { name: null, generator: (zone) => zoneBlock(zone).join('\n') },
    events: events.map(({ uid, revision, startsAt, endsAt, timezone, ...event }) => ({
      ...event,
      id: uid,
      sequence: revision,
      status: ICalEventStatus.CONFIRMED,
      stamp: new Date(NOW),
      timezone,
      start: zonedAt(timezone, startsAt),
      end: zonedAt(timezone, endsAt),
      location: event.location?.trim() || null,
    })),
  });
  calendar.name(escapeText(name, false));
  return `${calendar}\r\n`;
}

test('equals a library’s calendar, byte for byte', () => {
  const event = fc.record({
    uid: fc.constant('booking-3-41@book.example'),
    revision: fc.nat(),
    status: fc.constant('confirmed' as const),
    timezone: fc.constantFrom('Europe/Amsterdam', 'America/New_York', 'UTC'),
    startsAt: fc.nat(200).map((hours) => Date.UTC(2030, 5, 1) + hours * 3600_000),
    summary: hostile,
    location: fc.option(hostile),
    description: fc.option(hostile.filter((text) => text !== '')),
    url: fc.option(fc.webUrl({ validSchemes: ['https'] }).map((url) => url.replace(/[,;\\]/g, ''))),
  });
  fc.assert(
    fc.property(fc.array(event, { maxLength: 3 }), hostile, (some, name) => {
      const events = some.map((one) => ({ ...one, endsAt: one.startsAt + 3600_000 }));
      if (name !== '') assert.equal(calendarOf(events, { now: NOW, name }), byLibrary(events, name));
    }),
    { numRuns: 300 },
  );
});
