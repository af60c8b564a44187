import vue from '@vitejs/plugin-vue';
import { defineConfig } from 'vite';
import { leaveOut } from './tools/leaveOut.ts';
import { dropHints, plainTemplates } from './tools/plainTemplates.ts';
import { refuseLeftOut } from './tools/refuseLeftOut.ts';

// One script without exports and without a global: run by a script element and imported as a module alike.
export default defineConfig({
  plugins: [
    leaveOut,
    vue({
      features: { optionsAPI: false, prodDevtools: false },
      template: {
        compilerOptions: {
          comments: false,
          hoistStatic: false,
          cacheHandlers: false,
          nodeTransforms: [dropHints],
        },
      },
    }),
    refuseLeftOut,
    plainTemplates,
  ],
  define: { 'process.env.NODE_ENV': '"production"' },
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
  },
});
