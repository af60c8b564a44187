import { join } from 'node:path';
import vue from '@vitejs/plugin-vue';
import { defineConfig } from 'vite';
import { serviceWorker } from './tools/serviceWorker.ts';

const WORKER = 'serviceWorker.js';

export default defineConfig({
  base: '/admin/',
  // The image builds the dashboard without installed workspaces.
  resolve: {
    alias: {
      '@venue-booking/domain': join(import.meta.dirname, '../domain'),
      '@venue-booking/proto': join(import.meta.dirname, '../proto/src'),
    },
  },
  plugins: [
    vue({
      features: { optionsAPI: false, prodDevtools: false },
      template: { compilerOptions: { isCustomElement: (tag) => tag === 'venue-booking' } },
    }),
    serviceWorker(WORKER),
  ],
  worker: { format: 'es' },
  build: {
    // Records which files each view needs.
    manifest: true,
    rolldownOptions: {
      input: { index: 'index.html', serviceWorker: 'src/serviceWorker/worker.ts' },
      output: {
        // The worker keeps a fixed address, where browsers look for a newer one.
        entryFileNames: ({ name }) => (name === 'serviceWorker' ? WORKER : 'assets/[name]-[hash].js'),
      },
    },
    // Lists bundled dependencies with their licence texts.
    license: { fileName: 'licences.md' },
    target: 'es2022',
    // Otherwise `light-dark()` is rewritten for browsers that are too old for the scripts anyway.
    cssTarget: 'chrome123',
    // The polyfill is an inline script, which the content security policy forbids.
    modulePreload: { polyfill: false },
    // The content security policy forbids data URLs in style sheets.
    assetsInlineLimit: 0,
  },
});
