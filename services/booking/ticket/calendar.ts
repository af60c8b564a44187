import { zonedAt } from '@venue-booking/kit/venueTime';
import { BookingStatus, givesPlacesBack } from '@venue-booking/proto/bookingStatus';
import type { Locale } from '@venue-booking/proto/primitives';
import type { VenueContact } from '@venue-booking/proto/venue';
import ical, {
  escape as escapeText,
  ICalCalendarMethod,
  type ICalEventData,
  ICalEventStatus,
} from 'ical-generator';
import { referenceOf } from '../core/bookingView.ts';
import type { Booking as Row } from '../gen/prisma/client.ts';
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

type CalendarBooking = Pick<
  Row,
  | 'id'
  | 'reference'
  | 'venueId'
  | 'nonce'
  | 'facilityName'
  | 'timezone'
  | 'startsAt'
  | 'endsAt'
  | 'status'
  | 'revision'
  | 'locale'
>;

const ticketLabel = { nl: 'Je ticket', en: 'Your ticket' } satisfies Record<Locale, string>;
const numberLabel = { nl: 'Boekingsnummer', en: 'Booking number' } satisfies Record<Locale, string>;

/** One booking as an iCalendar file, RFC 5545, for its guest. @param parts.now ms since 1970 */
export const bookingCalendar = (parts: {
  booking: CalendarBooking;
  contact: Pick<VenueContact, 'name' | 'address'>;
  ticketUrl: string;
  now: number;
}): string => calendarOf([guestEvent(parts)], { now: parts.now });

/** A booking as its guest's calendar shows it, without the guest: calendars are shared. */
function guestEvent({ booking, contact, ticketUrl }: Parameters<typeof bookingCalendar>[0]): CalendarEvent {
  const locale = booking.locale as Locale;
  return {
    uid: eventUid(booking, ticketUrl),
    revision: booking.revision,
    status: BookingStatus.parse(booking.status),
    timezone: booking.timezone,
    startsAt: booking.startsAt.getTime(),
    endsAt: booking.endsAt.getTime(),
    summary: `${booking.facilityName} – ${contact.name}`,
    location: contact.address,
    description: `${numberLabel[locale]}: ${referenceOf(booking)}\n${ticketLabel[locale]}: ${ticketUrl}`,
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
  const calendar = ical({
    prodId: { company: 'Venue Booking', product: 'Venue Booking', language: 'EN' },
    method: ICalCalendarMethod.PUBLISH,
    // The calendar itself has no zone: the library would write DTSTAMP in it, which must be UTC.
    timezone: { name: null, generator: zoneBlock },
    events: events.map((event) => toLibrary(event, now)),
  });
  // The library escapes everything but this name.
  if (name !== undefined) calendar.name(escapeText(name, false));
  return `${calendar}\r\n`;
}

/**
 * Times are said in the zone, for people who look; where the zone can't say them, in UTC, which is always
 * right.
 */
function toLibrary(event: CalendarEvent, now: number): ICalEventData {
  const { uid, revision, status, timezone, startsAt, endsAt, summary, location, description, url } = event;
  const inZone = zoneCanSay(timezone, startsAt) && zoneCanSay(timezone, endsAt);
  const zone = inZone ? timezone : 'UTC';
  return {
    id: uid,
    sequence: revision,
    status: calendarStatus(status),
    stamp: new Date(now),
    timezone: zone,
    start: zonedAt(zone, startsAt),
    end: zonedAt(zone, endsAt),
    summary,
    location: location?.trim() || null,
    description,
    url,
  };
}

function calendarStatus(status: BookingStatus): ICalEventStatus {
  if (givesPlacesBack(status)) return ICalEventStatus.CANCELLED;
  return status === 'pending_payment' ? ICalEventStatus.TENTATIVE : ICalEventStatus.CONFIRMED;
}
