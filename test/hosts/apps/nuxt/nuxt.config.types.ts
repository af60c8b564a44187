// Checked by the type checker only: what `nuxt.config` accepts.
export const right = defineNuxtConfig({
  venueBooking: { tenant: 'badhuis', radius: '8' },
  modules: [['@venue-booking/nuxt', { variant: 'calendar' }]],
});
// @ts-expect-error: not a variant
export const wrong = defineNuxtConfig({ venueBooking: { variant: 'month' } });
