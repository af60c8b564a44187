import type { Locale } from '../../../widget-vue/src/wording.ts';
import type { Guest, Variant } from '../guest.ts';
import type { VenueWithTimes } from '../venues.ts';
import type { World } from '../world.ts';

/** What a walk through the widget needs: who walks, and the venues of its variant. */
export type Walk = {
  world: World;
  variant: Variant;
  locale: Locale;
  /** A day on which nobody else books. */
  day: string;
  venues: Venues;
  /** An address from which all bookings of this hour are made. */
  usedUpAddress: string;
  /**
   * Asserts that the state that is shown now (once it is there, unless it is the loading itself) is
   * accessible. In one language for each variant, as that takes its time.
   */
  check(guest: Guest, state: string): Promise<void>;
};

export type Venues = Record<'free' | 'single' | 'paid' | 'empty' | 'soon', VenueWithTimes>;
