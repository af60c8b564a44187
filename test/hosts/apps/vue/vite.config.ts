import vue from '@vitejs/plugin-vue';
import { defineConfig } from 'vite';

// The development build of Vue, which warns.
export default defineConfig({
  plugins: [vue()],
  define: { 'process.env.NODE_ENV': '"development"' },
  ssr: { noExternal: true },
  build: {
    emptyOutDir: true,
    rolldownOptions: { input: 'client.ts', output: { entryFileNames: '[name].js' } },
  },
});
