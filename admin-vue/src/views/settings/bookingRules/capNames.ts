import type { CapName } from '@venue-booking/proto/venue/caps';

/** The caps that an owner may set, in the order of the form. */
export const CAP_NAMES = [
  'max_open_holds_per_email',
  'max_open_holds_per_address',
  'max_open_holds_per_network',
  'max_coming_bookings_per_email',
  'max_coming_bookings_per_address',
  'max_coming_bookings_per_network',
] as const satisfies readonly CapName[];
