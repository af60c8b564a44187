import { z } from 'zod';
import { PersonEmail, PersonRole } from '../auth/person.ts';
import { exceptionHours, NewFacility } from '../facility/facility.ts';
import { MAX_ROOMS, NewRoom, RoomId } from '../facility/room.ts';
import { MailTextKind, NewMailText } from '../mail/mailText.ts';
import { FacilityId, LocalDate, Locale } from '../primitives.ts';
import { NewBookingFields } from '../venue/bookingField.ts';
import { NewVenue } from '../venue/venue.ts';
import { BlockLine, CapacityLine } from './archive.ts';
import { BookingLine } from './bookingLine.ts';

/** The venue's settings as in the admin API, without what belongs to the installation. */
const VenueLine = NewVenue.omit({ domains: true, primary_domain: true, plan: true, trusted: true });

const hours = exceptionHours.partial().shape;
/** Other hours of a day: of a facility, or of the venue as a whole (null). `weekly`: its weekly hours. */
const DayLine = z.strictObject({
  facility_id: FacilityId.nullable(),
  date: LocalDate,
  closed: z.boolean(),
  opens_at: hours.opens_at.unwrap().nullable(),
  closes_at: hours.closes_at.unwrap().nullable(),
  windows: hours.windows.unwrap().nullable(),
  note: hours.note.unwrap().nullable(),
});

/** A line of each kind of JSON Lines file. */
export const archiveLines = {
  venue: VenueLine,
  rooms: NewRoom.extend({ id: RoomId }),
  facilities: NewFacility.extend({ id: FacilityId }),
  fields: NewBookingFields.shape.fields.element,
  days: DayLine,
  people: z.strictObject({ email: PersonEmail, role: PersonRole, language: Locale }),
  mail_texts: z.strictObject({
    kind: MailTextKind,
    language: Locale,
    subject: NewMailText.shape.subject.unwrap(),
    body: NewMailText.shape.body,
  }),
  capacities: CapacityLine,
  bookings: BookingLine,
  blocks: BlockLine,
} as const;
export type LineKind = keyof typeof archiveLines;
export type LineOf<K extends LineKind> = z.output<(typeof archiveLines)[K]>;

/** The settings of an archive, read. */
export const ArchiveSettings = z.strictObject({
  venue: archiveLines.venue,
  rooms: z.array(archiveLines.rooms).max(MAX_ROOMS),
  facilities: z.array(archiveLines.facilities).max(1000),
  fields: z.array(archiveLines.fields).max(1000),
  days: z.array(archiveLines.days).max(200_000),
  people: z.array(archiveLines.people).max(1000),
});
export type ArchiveSettings = z.output<typeof ArchiveSettings>;
