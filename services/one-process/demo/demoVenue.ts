import type { NewFacility, NewOpeningException } from '@venue-booking/proto/facility/facility';
import type { BookingField } from '@venue-booking/proto/venue/bookingField';
import type { NewVenue } from '@venue-booking/proto/venue/venue';

/** Different opening hours of a facility (by name), given in days after the current booking day. */
type DemoException = { facility: string; daysFromToday: number; body: NewOpeningException };

/** A room and the facilities (by name) that share it. */
type DemoRoom = { name: string; facilities: string[] };

/** A venue as request bodies of the admin API. Images are paths on the platform's address. */
export type DemoVenue = {
  venue: NewVenue;
  fields: BookingField[];
  facilities: NewFacility[];
  rooms: DemoRoom[];
  exceptions: DemoException[];
  /** Whether guests pay online, in the sandbox. */
  paysOnline: boolean;
};
