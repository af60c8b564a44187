// `npm run build -w admin-vue`: builds the owner's page into `admin-vue/dist`, where the gateway finds it.
import { fileURLToPath } from 'node:url';
import { build } from 'vite';

const root = fileURLToPath(new URL('..', import.meta.url));

// Whatever the environment says, it is built for its users.
process.env.NODE_ENV = 'production';
await build({ root, configFile: `${root}vite.config.ts`, logLevel: 'warn', build: { emptyOutDir: true } });
