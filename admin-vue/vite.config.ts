import vue from '@vitejs/plugin-vue';
import { defineConfig } from 'vite';
import { serviceWorker } from './tools/serviceWorker.ts';

const WORKER = 'serviceWorker.js';

export default defineConfig({
  base: '/admin/',
  plugins: [
    vue({
      features: { optionsAPI: false, prodDevtools: false },
      template: { compilerOptions: { isCustomElement: (tag) => tag === 'venue-booking' } },
    }),
    serviceWorker(WORKER),
  ],
  worker: { format: 'es' },
  build: {
    // Which files each view takes.
    manifest: true,
    rolldownOptions: {
      input: { index: 'index.html', serviceWorker: 'src/serviceWorker/worker.ts' },
      output: {
        // It has one address for ever: browsers ask that for a newer one.
        entryFileNames: ({ name }) => (name === 'serviceWorker' ? WORKER : 'assets/[name]-[hash].js'),
      },
    },
    // What it holds of others, with the licences' texts, beside it.
    license: { fileName: 'licences.md' },
    target: 'es2022',
    // Or `light-dark()` would be rewritten for browsers older than the scripts' own needs.
    cssTarget: 'chrome123',
    // Its inline script would need a hole in the content security policy.
    modulePreload: { polyfill: false },
    // Addresses inside style sheets stay addresses: the policy takes none with the data in them.
    assetsInlineLimit: 0,
  },
});
