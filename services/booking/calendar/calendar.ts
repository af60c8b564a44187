import { releasesPlaces } from '@venue-booking/domain/booking/statusTransitions';
import { offsetAt } from '@venue-booking/domain/schedule/venueTime';
import { withColon } from '@venue-booking/domain/wording/bookingTexts';
import { texts } from '@venue-booking/domain/wording/texts';
import { BookingStatus } from '@venue-booking/proto/booking/bookingStatus';
import type { Locale } from '@venue-booking/proto/primitives';
import type { VenueContact } from '@venue-booking/proto/venue/venue';
import type { LinkedBooking } from '../core/linkedBooking.ts';
import type { Booking as Row } from '../gen/prisma/client.ts';
import { inertLinksOf } from '../mail/compose/inertTexts.ts';
import { escapeText, foldLines } from './calendarLines.ts';
import { canExpress, zoneBlock } from './calendarZone.ts';

/** A calendar event. */
export type CalendarEvent = {
  /** The same in every calendar that contains the event. */
  uid: string;
  /** Grows with every change; calendars keep the highest revision. */
  revision: number;
  status: BookingStatus;
  /** IANA name of the time zone of its times. */
  timezone: string;
  /** Ms since 1970. */
  startsAt: number;
  endsAt: number;
  summary: string;
  location: string | null;
  description: string | null;
  url: string | null;
  organizer?: { name: string; address: string };
  /** Address of the guest. Only for a mail to the guest: a published event has no attendees. */
  attendee?: string | null;
};

/** How an app treats the events (RFC 5546): as a copy, or as a new, changed or cancelled invitation. */
type Method = 'PUBLISH' | 'REQUEST' | 'CANCEL';

type CalendarBooking = LinkedBooking &
  Pick<
    Row,
    'reference' | 'facilityName' | 'timezone' | 'startsAt' | 'endsAt' | 'status' | 'revision' | 'locale'
  >;

const ticketLabel: Record<Locale, string> = {
  nl: 'Je ticket',
  en: 'Your ticket',
  de: 'Ihr Ticket',
  fr: 'Votre billet',
};

/**
 * A booking as an iCalendar file (RFC 5545) for its guest. Gmail and Outlook change and remove an appointment
 * only if it came as an invitation to the guest, with the same organizer and UID and a higher SEQUENCE. The
 * organizer is therefore the sender of all mail, whatever address the venue has at the time.
 * @param parts.organizer address of the sender of mail
 * @param parts.attendee address of the guest in a mail; null in a file that anybody may open
 * @param parts.now ms since 1970
 */
export const bookingCalendar = ({ now, ...booking }: GuestEvent & { now: number }): string =>
  calendarOf([guestEvent(booking)], { now, method: methodFor(booking) });

/**
 * Several bookings of a guest as one iCalendar file. An invitation has one event only (RFC 5546), so more
 * than one are published, for the guest to import.
 */
export function bookingsCalendar(bookings: readonly GuestEvent[], now: number): string {
  const [only, ...others] = bookings;
  if (only && others.length === 0) return bookingCalendar({ ...only, now });
  return calendarOf(
    bookings.map((booking) => guestEvent({ ...booking, attendee: null })),
    { now },
  );
}

/** What the event of a guest's booking is made of. */
type GuestEvent = {
  booking: CalendarBooking;
  contact: Pick<VenueContact, 'name' | 'address' | 'linkHosts'>;
  ticketUrl: string;
  organizer: string;
  attendee: string | null;
};

function methodFor({ booking, attendee }: GuestEvent): Method {
  if (releasesPlaces(BookingStatus.parse(booking.status))) return 'CANCEL';
  return attendee === null ? 'PUBLISH' : 'REQUEST';
}

/** The event for a guest's calendar. It omits the guest's name, because calendars are shared. */
function guestEvent({ booking, contact, ticketUrl, organizer, attendee }: GuestEvent): CalendarEvent {
  const locale = booking.locale as Locale;
  const inert = inertLinksOf(contact, ticketUrl);
  return {
    uid: eventUid(booking, ticketUrl),
    revision: booking.revision,
    status: BookingStatus.parse(booking.status),
    timezone: booking.timezone,
    startsAt: booking.startsAt.getTime(),
    endsAt: booking.endsAt.getTime(),
    summary: inert(`${booking.facilityName} – ${contact.name}`),
    location: contact.address && inert(contact.address),
    description: `${withColon(texts[locale].labels.number, locale)} ${booking.reference}\n${withColon(ticketLabel[locale], locale)} ${ticketUrl}`,
    url: ticketUrl,
    organizer: { name: inert(contact.name), address: organizer },
    attendee,
  };
}

/** @param ownUrl any URL of the platform: its host makes the id globally unique */
export const eventUid = ({ venueId, id, nonce }: LinkedBooking, ownUrl: string): string =>
  `booking-${venueId}-${id}${nonce ? `-${Buffer.from(nonce).toString('hex')}` : ''}@${new URL(ownUrl).hostname}`;

/**
 * Events as one iCalendar file.
 * @param options.now time of creation, ms since 1970
 * @param options.name name of the calendar for apps that subscribe to it
 */
export function calendarOf(
  events: readonly CalendarEvent[],
  { now, name, method = 'PUBLISH' }: { now: number; name?: string; method?: Method },
): string {
  const zones = events.map(({ timezone, startsAt, endsAt }) =>
    canExpress(timezone, startsAt) && canExpress(timezone, endsAt) ? timezone : 'UTC',
  );
  const named = new Set(zones.filter((zone) => zone !== 'UTC'));
  return foldLines([
    ...HEAD,
    `METHOD:${method}`,
    ...(name === undefined ? [] : [`NAME:${escapeText(name)}`, `X-WR-CALNAME:${escapeText(name)}`]),
    ...[...named].flatMap(zoneBlock),
    ...events.flatMap((event, at) => eventLines(event, { now, zone: zones[at] ?? 'UTC' })),
    'END:VCALENDAR',
  ]);
}

const HEAD = ['BEGIN:VCALENDAR', 'VERSION:2.0', 'PRODID:-//Venue Booking//Venue Booking//EN'];

/** Times are in the zone, which is readable; in UTC if the zone cannot express them. */
function eventLines(event: CalendarEvent, { now, zone }: { now: number; zone: string }): string[] {
  const { uid, revision, status, startsAt, endsAt, summary, description, url, organizer, attendee } = event;
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
    ...(organizer ? [`ORGANIZER;CN="${inQuotes(organizer.name)}":${mailto(organizer.address)}`] : []),
    ...(attendee ? [`ATTENDEE;${ACCEPTED}:${mailto(attendee)}`] : []),
    `STATUS:${calendarStatus(status)}`,
    'END:VEVENT',
  ];
}

/** The guest has booked, so the app asks for no reply. */
const ACCEPTED = 'CUTYPE=INDIVIDUAL;ROLE=REQ-PARTICIPANT;PARTSTAT=ACCEPTED;RSVP=FALSE';

/** A name as a quoted parameter. Some parsers misread `;`, `:` and `\\` in it. */
const inQuotes = (text: string): string => text.replace(/[";:\\\p{Cc}]+/gu, ' ');

/** Apps compare these addresses as text, so encode only what a URL cannot contain. */
const mailto = (address: string): string => `mailto:${address.replace(/[%/?#&=^`{|}]/g, encodeURIComponent)}`;

/** A time and its prefix: `:20300603T120000Z`, or `;TZID=Europe/Amsterdam:20300603T140000`. */
const timeIn = (zone: string, instant: number): string =>
  zone === 'UTC' ? `:${basic(instant)}Z` : `;TZID=${zone}:${basic(instant + offsetAt(zone, instant))}`;

/** The basic format of ISO 8601: `20300603T120000`. */
const basic = (ms: number): string => new Date(ms).toISOString().slice(0, 19).replace(/[-:]/g, '');

function calendarStatus(status: BookingStatus): string {
  if (releasesPlaces(status)) return 'CANCELLED';
  return status === 'pending_payment' ? 'TENTATIVE' : 'CONFIRMED';
}
