import { defineConfig } from 'vite';

// Builds for browsers, once for production and once with React's warnings, and for the server.
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
