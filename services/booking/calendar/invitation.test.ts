import assert from 'node:assert/strict';
import fc from 'fast-check';
import ICAL from 'ical.js';
import nodeIcal, { type VEvent } from 'node-ical';
import { test } from 'vitest';
import { hasAppointment } from '../mail/texts/mailKind.ts';
import { bookingCalendar } from './calendar.ts';

const TICKET = 'https://book.example/tickets/abc.def.ghi';
const booking = {
  id: 41n,
  reference: 'K7QF-3MXT',
  venueId: 3,
  nonce: null,
  facilityName: 'Dagpas',
  timezone: 'Europe/Amsterdam',
  startsAt: new Date(Date.UTC(2026, 10, 28, 9)),
  endsAt: new Date(Date.UTC(2026, 10, 28, 11)),
  status: 'confirmed',
  revision: 0,
  locale: 'nl',
};
type Made = Partial<typeof booking> & { name?: string; attendee?: string | null };
const make = ({ name = 'Sauna', attendee = 'anna+spa@example.com', ...changes }: Made = {}) =>
  bookingCalendar({
    booking: { ...booking, ...changes },
    contact: { name, address: '' },
    ticketUrl: TICKET,
    organizer: 'no-reply@book.example',
    attendee,
    now: Date.UTC(2026, 10, 21, 9),
  });

/** What an app needs to find and change the appointment, by one parser. */
function byIcalJs(text: string) {
  const root = ICAL.Component.fromString(text);
  const [event] = root.getAllSubcomponents('vevent');
  const property = (name: string) => event?.getFirstProperty(name);
  return {
    method: root.getFirstPropertyValue('method'),
    uid: property('uid')?.getFirstValue(),
    sequence: property('sequence')?.getFirstValue(),
    status: property('status')?.getFirstValue(),
    startsAt: new ICAL.Event(event ?? new ICAL.Component('vevent')).startDate.toJSDate().getTime(),
    organizer: [property('organizer')?.getFirstValue(), property('organizer')?.getFirstParameter('cn')],
    attendee: property('attendee')?.getFirstValue(),
    partstat: property('attendee')?.getFirstParameter('partstat'),
  };
}

/** The same by another parser. */
function byNodeIcal(text: string) {
  const events = Object.values(nodeIcal.sync.parseICS(text)).filter((one) => one?.type === 'VEVENT');
  const event = events[0] as VEvent;
  const attendee = event.attendee as { val: string; params: Record<string, string> } | undefined;
  const organizer = event.organizer as unknown as { val: string; params: Record<string, string> };
  return {
    method: event.method,
    uid: event.uid,
    sequence: Number(event.sequence),
    status: event.status,
    startsAt: event.start.getTime(),
    organizer: [organizer.val, organizer.params.CN],
    attendee: attendee?.val,
    partstat: attendee?.params.PARTSTAT,
  };
}

const both = (text: string) => {
  const read = byIcalJs(text);
  assert.deepEqual(byNodeIcal(text), read);
  return read;
};

test('invites the guest, moves the appointment and cancels it under one uid with a growing sequence', () => {
  const invited = both(make());
  assert.deepEqual(invited, {
    method: 'REQUEST',
    uid: 'booking-3-41@book.example',
    sequence: 0,
    status: 'CONFIRMED',
    startsAt: booking.startsAt.getTime(),
    organizer: ['mailto:no-reply@book.example', 'Sauna'],
    attendee: 'mailto:anna+spa@example.com',
    partstat: 'ACCEPTED',
  });
  const startsAt = new Date(Date.UTC(2026, 10, 29, 12));
  const moved = both(make({ startsAt, endsAt: new Date(Date.UTC(2026, 10, 29, 14)), revision: 1 }));
  assert.deepEqual(moved, { ...invited, sequence: 1, startsAt: startsAt.getTime() });
  const cancelled = both(make({ status: 'cancelled', revision: 2 }));
  assert.deepEqual(cancelled, { ...invited, method: 'CANCEL', sequence: 2, status: 'CANCELLED' });
});

test('publishes a file of the ticket without attendees, and cancels by the same organizer', () => {
  const { attendee, partstat, ...file } = both(make({ attendee: null }));
  assert.deepEqual([file.method, attendee, partstat], ['PUBLISH', undefined, undefined]);
  for (const status of ['cancelled', 'expired']) {
    const ended = both(make({ attendee: null, status, revision: 1 }));
    assert.deepEqual([ended.method, ended.organizer], ['CANCEL', file.organizer]);
  }
});

test('reads back any name of a venue and any address of a guest', () => {
  const local = fc.stringMatching(/^[\w!#$%&'*+/=?^`{|}~-]{1,30}$/);
  const name = fc.string({ unit: fc.constantFrom('"', ';', ':', ',', '\\', '\n', 'é', '山', 'a', ' ', '=') });
  fc.assert(
    fc.property(local, name, (address, venue) => {
      const read = both(make({ attendee: `${address}@example.com`, name: `A${venue}B` }));
      assert.equal(decodeURIComponent(String(read.attendee)), `mailto:${address}@example.com`);
      assert.equal(read.organizer[1], `A${venue.replace(/[";:\\\n]+/g, ' ')}B`);
    }),
    { numRuns: 200 },
  );
});

test('adds no appointment for an unpaid hold, which may expire without a mail', () => {
  assert.deepEqual(
    [
      hasAppointment('payment_due', 'pending_payment'),
      hasAppointment('changed', 'pending_payment'),
      hasAppointment('refunded', 'confirmed'),
    ],
    [false, false, false],
  );
  for (const [kind, status] of [
    ['confirmed', 'confirmed'],
    ['changed', 'checked_in'],
    ['cancelled', 'cancelled'],
    ['refunded', 'cancelled'],
  ] as const)
    assert.ok(hasAppointment(kind, status), `${kind} ${status}`);
});
