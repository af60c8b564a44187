import type { BookingField } from '@venue-booking/proto/bookingField';
import type { NewFacility, NewOpeningException } from '@venue-booking/proto/facility';
import type { NewVenue } from '@venue-booking/proto/venue';

/** Other hours of a facility (by name), so many days after the venue's current booking day. */
type DemoException = { facility: string; daysFromToday: number; body: NewOpeningException };

/** A room, and the facilities (by name) that share it. */
type DemoRoom = { name: string; facilities: string[] };

/** A venue as bodies of the admin API, without defaults; images are paths on the platform's address. */
export type DemoVenue = {
  venue: NewVenue;
  fields: BookingField[];
  facilities: NewFacility[];
  rooms: DemoRoom[];
  exceptions: DemoException[];
  /** Whether guests pay online, at the sandbox. */
  paysOnline: boolean;
};
