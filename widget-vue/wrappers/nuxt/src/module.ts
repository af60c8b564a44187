import { addComponent, createResolver, defineNuxtModule } from '@nuxt/kit';
import type { NuxtModule } from '@nuxt/schema';
import type { VenueBookingProps } from '@venue-booking/vue';

/**
 * Props of every `<VenueBooking>` that does not have its own. `NUXT_PUBLIC_VENUE_BOOKING_…` may change each
 * when the app starts.
 */
export interface ModuleOptions extends Partial<VenueBookingProps> {}

/** The environment changes only what has a value, so each has one; an empty one counts as none. */
const none = {
  tenant: '',
  api: '',
  variant: '',
  accent: '',
  radius: '',
  name: '',
  locale: '',
  redirect: '',
  reserve: '',
} satisfies Record<keyof ModuleOptions, string>;

const set = (options: object) =>
  Object.fromEntries(Object.entries(options).filter(([, value]) => value !== undefined));

/** Registers `<VenueBooking>`, and puts its options where server and browser find them. */
const venueBooking: NuxtModule<ModuleOptions> = defineNuxtModule<ModuleOptions>({
  meta: {
    name: '@venue-booking/nuxt',
    configKey: 'venueBooking',
    compatibility: { nuxt: '>=3.15.0' },
  },
  setup(options, nuxt) {
    const { public: published } = nuxt.options.runtimeConfig;
    published.venueBooking = { ...none, ...set(options), ...set(published.venueBooking ?? {}) };
    // Made for the server by Nuxt too, which leaves the core out there.
    nuxt.options.build.transpile.push('@venue-booking/vue');
    addComponent({
      name: 'VenueBooking',
      filePath: createResolver(import.meta.url).resolve('./runtime/VenueBooking.js'),
    });
  },
});

export default venueBooking;
