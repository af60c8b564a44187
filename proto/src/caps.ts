/**
 * Limits that a venue may put on what one guest holds of it. A venue has none by itself: it compares the
 * places that a guest holds with what it offers. See docs/decisions/0096-shares-instead-of-fixed-caps.md.
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

/** Null: no limit. */
export type Caps = Record<CapName, number | null>;

export const NO_CAPS = Object.fromEntries(CAP_NAMES.map((name) => [name, null])) as Caps;

/** What counts as one network, in bits: what one customer of a provider gets without paying extra. */
export const NETWORK_BITS = { v4: 24, v6: 48 } as const;
