import { defineConfig } from 'vite';

// For browsers once for production and once with all that React warns of, and for the server.
export default defineConfig({
  builder: {},
  environments: {
    client: {
      build: {
        outDir: 'dist/production',
        rolldownOptions: { input: 'src/browser.tsx', output: { entryFileNames: 'site.js' } },
      },
    },
    development: {
      consumer: 'client',
      define: { 'process.env.NODE_ENV': '"development"' },
      build: {
        outDir: 'dist/development',
        rolldownOptions: { input: 'src/browser.tsx', output: { entryFileNames: 'site.js' } },
      },
    },
    ssr: { build: { outDir: 'dist/server', ssr: 'src/server.tsx' } },
  },
});
