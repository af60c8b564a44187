/**
 * How much one guest may hold of a venue, and what holds for a venue that never chose: generous to a family,
 * a school or an office, and too little to empty a venue. See docs/decisions/0047-what-one-guest-may-hold.md.
 */
export const CAP_DEFAULTS = {
  max_open_holds_per_email: 3,
  max_open_holds_per_address: 8,
  max_open_holds_per_network: 20,
  max_coming_bookings_per_email: 20,
  max_coming_bookings_per_address: 40,
  max_coming_bookings_per_network: 150,
};

/** What counts as one network, in bits: what one customer of a provider can have for nothing. */
export const NETWORK_BITS = { v4: 24, v6: 48 } as const;

export type CapName = keyof typeof CAP_DEFAULTS;
/** Null: any number. */
export type Caps = Record<CapName, number | null>;

export const CAP_NAMES = Object.keys(CAP_DEFAULTS) as CapName[];

/** The caps of a venue: those that it chose, none where it chose any number, defaults for the rest. */
export const capsOf = (
  chosen: Record<CapName, number | null | undefined>,
  uncapped: readonly string[],
): Caps =>
  Object.fromEntries(
    CAP_NAMES.map((name) => [name, chosen[name] ?? (uncapped.includes(name) ? null : CAP_DEFAULTS[name])]),
  ) as Caps;
