import {
  VenueBooking,
  type VenueBookingComponent,
  type VenueBookingEmits,
  type VenueBookingProps,
} from '@venue-booking/vue';
import { defineComponent, h } from 'vue';
import { useRuntimeConfig } from '#imports';

/** The app's settings as props. Nuxt may parse environment variables as numbers; empty values are ignored. */
const given = (settings: Record<string, unknown>) =>
  Object.entries(settings).flatMap(([name, value]) =>
    value === '' || value == null ? [] : [[name, String(value)]],
  );

/** The widget with the app's settings as defaults for its props. */
const VenueBookingOfApp: VenueBookingComponent<Partial<VenueBookingProps>> = defineComponent<
  Partial<VenueBookingProps>,
  VenueBookingEmits
>(
  (_, { attrs, slots }) => {
    const settings = given(useRuntimeConfig().public.venueBooking);
    const own = () => Object.entries(attrs).filter(([, value]) => value !== undefined);
    return () => h(VenueBooking, Object.fromEntries([...settings, ...own()]), slots);
  },
  { name: 'VenueBooking', inheritAttrs: false },
);

export default VenueBookingOfApp;
