import { availableParallelism } from 'node:os';
import path from 'node:path';
import { configDefaults, defineConfig } from 'vitest/config';
import { cacheFolder } from './test/servers/cacheFolder.ts';

const cores = availableParallelism();
const setup = (name: string) => path.join(import.meta.dirname, 'test/vitest', name);
const eachFile = setup('eachFile.ts');

/** Files that need more than this process: their name says what. */
const kinds = ['servers', 'visits', 'system', 'alone'];
const filesOf = (kind: string) => ({ name: kind, include: [`**/*.${kind}.test.ts`] });

export default defineConfig({
  // Durations of the last run: long files start first.
  cacheDir: path.join(cacheFolder(), 'vitest'),
  // Packages resolve as for the services: without the `development` condition that vite adds.
  plugins: [
    {
      name: 'conditions-of-node',
      configResolved: ({ ssr }) => {
        if (ssr.resolve) ssr.resolve.conditions = ['node'];
      },
    },
  ],
  test: {
    pool: 'forks',
    isolate: false,
    // Node runs the TypeScript itself, as it runs the services.
    experimental: { viteModuleRunner: false },
    execArgv: ['--disable-warning=ExperimentalWarning', '--expose-gc'],
    setupFiles: [eachFile],
    restoreMocks: true,
    unstubEnvs: true,
    unstubGlobals: true,
    maxConcurrency: 20,
    testTimeout: 300_000,
    hookTimeout: 300_000,
    teardownTimeout: 60_000,
    watch: false,
    reporters: ['default', setup('totalsReporter.ts')],
    coverage: {
      provider: 'v8',
      include: [
        'services/**/*.ts',
        'proto/src/**/*.ts',
        'cli/**/*.ts',
        'widget-vue/src/**',
        'admin-vue/src/**',
      ],
    },
    projects: [
      {
        extends: true,
        test: {
          name: 'fast',
          include: ['**/*.test.ts'],
          exclude: [...configDefaults.exclude, ...kinds.map((kind) => `**/*.${kind}.test.ts`)],
          setupFiles: [setup('guardFast.ts'), eachFile],
          maxWorkers: cores,
          sequence: { groupOrder: 0 },
        },
      },
      {
        extends: true,
        test: {
          ...filesOf('visits'),
          environment: setup('sharedWorld.ts'),
          globalSetup: setup('sharedServers.ts'),
          maxWorkers: cores,
          sequence: { groupOrder: 1 },
        },
      },
      {
        extends: true,
        test: {
          ...filesOf('servers'),
          globalSetup: setup('sharedServers.ts'),
          maxWorkers: 2 * cores + 1,
          sequence: { groupOrder: 2 },
        },
      },
      {
        extends: true,
        test: {
          ...filesOf('system'),
          isolate: true,
          globalSetup: setup('sharedServers.ts'),
          maxWorkers: 2 * cores + 1,
          sequence: { groupOrder: 2 },
        },
      },
      {
        extends: true,
        test: {
          ...filesOf('alone'),
          isolate: true,
          globalSetup: setup('sharedServers.ts'),
          maxWorkers: 1,
          sequence: { groupOrder: 3 },
        },
      },
    ],
  },
});
