export default defineNuxtConfig({
  compatibilityDate: '2025-07-15',
  // The default in Nuxt 4.
  srcDir: 'app/',
  modules: ['@venue-booking/nuxt'],
  venueBooking: { accent: '#0f766e', radius: 12, locale: 'en' },
  css: ['~/assets/site.css'],
  app: { head: { title: 'Badhuis Noord', htmlAttrs: { lang: 'en' } } },
  devtools: { enabled: false },
  // Report hydration mismatches in full, including attributes.
  vite: { define: { __VUE_PROD_HYDRATION_MISMATCH_DETAILS__: 'true' } },
});
