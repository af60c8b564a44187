import { join } from 'node:path';
import vue from '@vitejs/plugin-vue';
import { defineConfig } from 'vite';

// One script without exports and without a global. It runs both in a script element and as an imported
// module.
export default defineConfig({
  resolve: { alias: { '@venue-booking/domain': join(import.meta.dirname, '../domain') } },
  plugins: [
    vue({
      features: { optionsAPI: false, prodDevtools: false },
      // Don't hoist static nodes: in small templates a variable for each weighs more than it saves.
      template: { compilerOptions: { hoistStatic: false } },
    }),
  ],
  define: {
    'process.env.NODE_ENV': '"production"',
    // Vue would create a Trusted Types policy, which a page with `trusted-types 'none'` blocks with an error.
    'window.trustedTypes': 'undefined',
  },
  build: {
    target: 'es2022',
    // Otherwise `light-dark()` would be rewritten for older browsers than the script supports.
    cssTarget: 'chrome123',
    lib: {
      entry: 'src/main.ts',
      name: 'VenueBooking',
      formats: ['iife'],
      fileName: () => 'venue-booking.js',
    },
    rolldownOptions: {
      // Vue sets marks on `globalThis` for other copies of itself. Keep them out of the page.
      output: { intro: 'const globalThis = {};' },
    },
  },
});
