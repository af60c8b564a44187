import type { VenueBookingEvents } from '../publicTypes.ts';

type EventName = keyof VenueBookingEvents extends `venue-booking:${infer Name}` ? Name : never;

/** Dispatches `venue-booking:<name>` on the element. @returns false when a listener prevented the default */
export type Emit = <Name extends EventName>(
  name: Name,
  detail: VenueBookingEvents[`venue-booking:${Name}`],
) => boolean;
