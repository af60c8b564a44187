import vue from '@vitejs/plugin-vue';
import { defineConfig } from 'vite';
import { leaveOut } from './tools/leaveOut.ts';

// One script without exports and without a global: run by a script element and imported as a module alike.
export default defineConfig({
  plugins: [leaveOut, vue({ features: { optionsAPI: false, prodDevtools: false } })],
  define: { 'process.env.NODE_ENV': '"production"' },
  build: {
    target: 'es2022',
    lib: {
      entry: 'src/main.ts',
      name: 'VenueBooking',
      formats: ['iife'],
      fileName: () => 'venue-booking.js',
    },
  },
});
