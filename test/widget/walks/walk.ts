import type { Locale } from '../../../widget-vue/src/texts/wording.ts';
import type { Guest, Variant } from '../guest.ts';
import type { VenueWithTimes } from '../venues.ts';
import type { World } from '../world.ts';

/** Context of a walk through the widget: the guest, and the venues of the variant. */
export type Walk = {
  world: World;
  variant: Variant;
  locale: Locale;
  /** A day on which no other test books. */
  day: string;
  venues: Venues;
  /** An IP address that has used up its bookings of this hour. */
  usedUpAddress: string;
  /**
   * Asserts that the current state is accessible, after waiting for it unless it is the loading state. Runs
   * in one language per variant, because it takes long.
   */
  check(guest: Guest, state: string): Promise<void>;
};

export type Venues = Record<'free' | 'single' | 'paid' | 'empty' | 'soon', VenueWithTimes>;
