export default defineNuxtConfig({
  compatibilityDate: '2025-07-15',
  // As in Nuxt 4, where it is the default.
  srcDir: 'app/',
  modules: ['@venue-booking/nuxt'],
  venueBooking: { accent: '#0f766e', radius: 12, locale: 'en' },
  css: ['~/assets/site.css'],
  app: { head: { title: 'Badhuis Noord', htmlAttrs: { lang: 'en' } } },
  devtools: { enabled: false },
  // Mismatches between server and client are told in full, of attributes too.
  vite: { define: { __VUE_PROD_HYDRATION_MISMATCH_DETAILS__: 'true' } },
});
