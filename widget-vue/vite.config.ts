import vue from '@vitejs/plugin-vue';
import { defineConfig } from 'vite';

// One script without exports and without a global of its own: run by a script element and imported as a
// module alike.
export default defineConfig({
  plugins: [
    vue({
      features: { optionsAPI: false, prodDevtools: false },
      // What never changes stands where it is used: a name for each part of our small templates weighs more.
      template: { compilerOptions: { hoistStatic: false } },
    }),
  ],
  define: {
    'process.env.NODE_ENV': '"production"',
    // Vue would make a policy for HTML as text, which a page with `trusted-types 'none'` refuses aloud.
    'window.trustedTypes': 'undefined',
  },
  build: {
    target: 'es2022',
    // Or `light-dark()` would be rewritten for browsers older than the script's own needs.
    cssTarget: 'chrome123',
    lib: {
      entry: 'src/main.ts',
      name: 'VenueBooking',
      formats: ['iife'],
      fileName: () => 'venue-booking.js',
    },
    rolldownOptions: {
      // Vue leaves marks in the global scope for other copies of itself: the page's own is none of ours.
      output: { intro: 'const globalThis = {};' },
    },
  },
});
