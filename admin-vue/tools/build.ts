// `npm run build -w admin-vue`: builds the dashboard into `admin-vue/dist`, where the gateway serves it.
import { fileURLToPath } from 'node:url';
import { build } from 'vite';

const root = fileURLToPath(new URL('..', import.meta.url));

// Always a production build, whatever the environment says.
process.env.NODE_ENV = 'production';
await build({ root, configFile: `${root}vite.config.ts`, logLevel: 'warn', build: { emptyOutDir: true } });
