import { addComponent, createResolver, defineNuxtModule } from '@nuxt/kit';
import type { NuxtModule } from '@nuxt/schema';
import type { VenueBookingProps } from '@venue-booking/vue';

/**
 * Default props for every `<VenueBooking>`. `NUXT_PUBLIC_VENUE_BOOKING_…` overrides each when the app starts.
 */
export interface ModuleOptions extends Partial<Omit<VenueBookingProps, 'prefill'>> {}

/**
 * Nuxt reads environment variables only for keys that exist, so every option has a value. Empty ones are
 * ignored.
 */
const none = {
  tenant: '',
  api: '',
  variant: '',
  accent: '',
  radius: '',
  name: '',
  locale: '',
  redirect: '',
  facility: '',
  date: '',
  people: '',
  mode: '',
  label: '',
  reference: '',
  reserve: '',
} satisfies Record<keyof ModuleOptions, string>;

const set = (options: object) =>
  Object.fromEntries(Object.entries(options).filter(([, value]) => value !== undefined));

/** Registers `<VenueBooking>` and publishes its options in the runtime config. */
const venueBooking: NuxtModule<ModuleOptions> = defineNuxtModule<ModuleOptions>({
  meta: {
    name: '@venue-booking/nuxt',
    configKey: 'venueBooking',
    compatibility: { nuxt: '>=3.15.0' },
  },
  setup(options, nuxt) {
    const { public: published } = nuxt.options.runtimeConfig;
    published.venueBooking = { ...none, ...set(options), ...set(published.venueBooking ?? {}) };
    // Let Nuxt transpile it for the server too, which leaves the widget out of the server bundle.
    nuxt.options.build.transpile.push('@venue-booking/vue');
    addComponent({
      name: 'VenueBooking',
      filePath: createResolver(import.meta.url).resolve('./runtime/VenueBooking.js'),
    });
  },
});

export default venueBooking;
