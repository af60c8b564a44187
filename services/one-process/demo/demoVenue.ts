import type { BookingField } from '@venue-booking/proto/bookingField';
import type { NewFacility, NewOpeningException } from '@venue-booking/proto/facility';
import type { NewVenue } from '@venue-booking/proto/venue';

/**
 * Another day for one facility (by name), counted from the venue's current booking day so that it always lies
 * ahead.
 */
type DemoException = { facility: string; daysFromToday: number; body: NewOpeningException };

/** A room, and the facilities (by name) that share it. */
type DemoRoom = { name: string; facilities: string[] };

/**
 * A venue as the bodies that the admin API takes, without what its defaults say. Images are paths on the
 * platform's own address.
 */
export type DemoVenue = {
  venue: NewVenue;
  fields: BookingField[];
  facilities: NewFacility[];
  rooms: DemoRoom[];
  exceptions: DemoException[];
  /** Whether guests pay online, at the sandbox. */
  paysOnline: boolean;
};
