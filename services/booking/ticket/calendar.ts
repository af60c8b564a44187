import { bookingLabels } from '@venue-booking/kit/bookingLabels';
import { offsetAt } from '@venue-booking/kit/venueTime';
import { BookingStatus, givesPlacesBack } from '@venue-booking/proto/bookingStatus';
import type { Locale } from '@venue-booking/proto/primitives';
import type { VenueContact } from '@venue-booking/proto/venue';
import type { Booking as Row } from '../gen/prisma/client.ts';
import { linksOf } from '../mail/inertParts.ts';
import { escapeText, foldLines } from './calendarLines.ts';
import { zoneBlock, zoneCanSay } from './calendarZone.ts';
import type { LinkedBooking } from './linkedBooking.ts';

/** An appointment as a calendar is told it. */
export type CalendarEvent = {
  /** The same for every copy of the appointment, whoever holds it. */
  uid: string;
  /** Grows with every change; of two copies a calendar keeps the one with the higher number. */
  revision: number;
  status: BookingStatus;
  /** IANA name of the zone that the appointment is shown in. */
  timezone: string;
  /** Ms since 1970. */
  startsAt: number;
  endsAt: number;
  summary: string;
  location: string | null;
  description: string | null;
  url: string | null;
};

type CalendarBooking = LinkedBooking &
  Pick<
    Row,
    'reference' | 'facilityName' | 'timezone' | 'startsAt' | 'endsAt' | 'status' | 'revision' | 'locale'
  >;

const ticketLabel = { nl: 'Je ticket', en: 'Your ticket' } satisfies Record<Locale, string>;

/** One booking as an iCalendar file, RFC 5545, for its guest. @param parts.now ms since 1970 */
export const bookingCalendar = (parts: {
  booking: CalendarBooking;
  contact: Pick<VenueContact, 'name' | 'address' | 'linkHosts'>;
  ticketUrl: string;
  now: number;
}): string => calendarOf([guestEvent(parts)], { now: parts.now });

/** A booking as its guest's calendar shows it, without the guest: calendars are shared. */
function guestEvent({ booking, contact, ticketUrl }: Parameters<typeof bookingCalendar>[0]): CalendarEvent {
  const locale = booking.locale as Locale;
  const inert = linksOf(contact, ticketUrl);
  return {
    uid: eventUid(booking, ticketUrl),
    revision: booking.revision,
    status: BookingStatus.parse(booking.status),
    timezone: booking.timezone,
    startsAt: booking.startsAt.getTime(),
    endsAt: booking.endsAt.getTime(),
    summary: inert(`${booking.facilityName} – ${contact.name}`),
    location: contact.address && inert(contact.address),
    description: `${bookingLabels[locale].number}: ${booking.reference}\n${ticketLabel[locale]}: ${ticketUrl}`,
    url: ticketUrl,
  };
}

/** @param ownUrl any address of the platform: its host makes the id the only one of its kind in the world */
export const eventUid = ({ venueId, id, nonce }: LinkedBooking, ownUrl: string): string =>
  `booking-${venueId}-${id}${nonce ? `-${Buffer.from(nonce).toString('hex')}` : ''}@${new URL(ownUrl).hostname}`;

/**
 * Any number of appointments as one iCalendar file.
 * @param options.now when the file is made, ms since 1970
 * @param options.name what a program that subscribes to it calls the calendar
 */
export function calendarOf(
  events: readonly CalendarEvent[],
  { now, name }: { now: number; name?: string },
): string {
  const zones = events.map(({ timezone, startsAt, endsAt }) =>
    zoneCanSay(timezone, startsAt) && zoneCanSay(timezone, endsAt) ? timezone : 'UTC',
  );
  const named = new Set(zones.filter((zone) => zone !== 'UTC'));
  return foldLines([
    ...HEAD,
    ...(name === undefined ? [] : [`NAME:${escapeText(name)}`, `X-WR-CALNAME:${escapeText(name)}`]),
    ...[...named].flatMap(zoneBlock),
    ...events.flatMap((event, at) => eventLines(event, { now, zone: zones[at] ?? 'UTC' })),
    'END:VCALENDAR',
  ]);
}

const HEAD = [
  'BEGIN:VCALENDAR',
  'VERSION:2.0',
  'PRODID:-//Venue Booking//Venue Booking//EN',
  'METHOD:PUBLISH',
];

/** Times in the zone, for people who look; in UTC, which is always right, where it can't say them. */
function eventLines(event: CalendarEvent, { now, zone }: { now: number; zone: string }): string[] {
  const { uid, revision, status, startsAt, endsAt, summary, description, url } = event;
  const location = event.location?.trim();
  return [
    'BEGIN:VEVENT',
    `UID:${uid}`,
    `SEQUENCE:${revision}`,
    `DTSTAMP${timeIn('UTC', now)}`,
    `DTSTART${timeIn(zone, startsAt)}`,
    `DTEND${timeIn(zone, endsAt)}`,
    `SUMMARY:${escapeText(summary)}`,
    ...(location ? [`LOCATION:${escapeText(location)}`] : []),
    ...(description ? [`DESCRIPTION:${escapeText(description)}`] : []),
    ...(url ? [`URL;VALUE=URI:${url}`] : []),
    `STATUS:${calendarStatus(status)}`,
    'END:VEVENT',
  ];
}

/** A time with what stands before it: `:20300603T120000Z`, or `;TZID=Europe/Amsterdam:20300603T140000`. */
const timeIn = (zone: string, instant: number): string =>
  zone === 'UTC' ? `:${basic(instant)}Z` : `;TZID=${zone}:${basic(instant + offsetAt(zone, instant))}`;

/** ISO 8601's basic form, as `20300603T120000`. */
const basic = (ms: number): string => new Date(ms).toISOString().slice(0, 19).replace(/[-:]/g, '');

function calendarStatus(status: BookingStatus): string {
  if (givesPlacesBack(status)) return 'CANCELLED';
  return status === 'pending_payment' ? 'TENTATIVE' : 'CONFIRMED';
}
