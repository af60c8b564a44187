/**
 * Per-guest maximums that a venue may set. By default there are none: a guest's places are compared with what
 * the venue offers. See docs/decisions/0096-shares-instead-of-fixed-caps.md.
 */
export const CAP_NAMES = [
  'max_open_holds_per_email',
  'max_open_holds_per_address',
  'max_open_holds_per_network',
  'max_coming_bookings_per_email',
  'max_coming_bookings_per_address',
  'max_coming_bookings_per_network',
] as const;
export type CapName = (typeof CAP_NAMES)[number];

/** Null: no maximum. */
export type Caps = Record<CapName, number | null>;

export const NO_CAPS = Object.fromEntries(CAP_NAMES.map((name) => [name, null])) as Caps;
