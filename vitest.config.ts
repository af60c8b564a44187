import { availableParallelism } from 'node:os';
import path from 'node:path';
import { configDefaults, defineConfig, type TestProjectInlineConfiguration } from 'vitest/config';
import { cacheFolder } from './test/servers/cacheFolder.ts';
import LongFilesFirst from './test/vitest/longFilesFirst.ts';

const cores = availableParallelism();
/** For files that use most of a core: the test, the browser and the product wait for each other. */
const some = cores + 1;
/** For files that mostly wait for servers and other processes. */
const many = 2 * cores + 2;
const setup = (name: string) => path.join(import.meta.dirname, 'test/vitest', name);
const closedFile = setup('closedFile.ts');
const servers = { globalSetup: setup('sharedServers.ts') };
const ownProcess = { isolate: true, setupFiles: [closedFile] };
/** Groups run one after another. */
const inGroup = (groupOrder: number) => ({ sequence: { groupOrder } });

/** Files that need more than their own process: their name says what. */
const kinds = ['servers', 'visits', 'system', 'alone'];
const project = (name: string, test: TestProjectInlineConfiguration['test']) => ({
  extends: true as const,
  test: { name, include: [`**/*.${name}.test.ts`], ...test },
});

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
    sequence: { sequencer: LongFilesFirst },
    isolate: false,
    // Node runs the TypeScript itself, as it runs the services.
    experimental: { viteModuleRunner: false },
    execArgv: ['--disable-warning=ExperimentalWarning', '--expose-gc'],
    setupFiles: [setup('eachFile.ts')],
    restoreMocks: true,
    unstubEnvs: true,
    unstubGlobals: true,
    maxConcurrency: 20,
    testTimeout: 600_000,
    hookTimeout: 600_000,
    teardownTimeout: 60_000,
    watch: false,
    reporters: ['default', setup('totalsReporter.ts')],
    coverage: {
      provider: 'v8',
      include: [
        'services/**/*.ts',
        'proto/src/**/*.ts',
        'domain/**/*.ts',
        'cli/**/*.ts',
        'widget-vue/src/**',
        'admin-vue/src/**',
      ],
    },
    projects: [
      project('fast', {
        include: ['**/*.test.ts'],
        exclude: [...configDefaults.exclude, ...kinds.map((kind) => `**/*.${kind}.test.ts`)],
        setupFiles: [setup('guardFast.ts'), closedFile],
        maxWorkers: cores,
        ...inGroup(0),
      }),
      project('visits', {
        ...servers,
        environment: setup('sharedWorld.ts'),
        maxWorkers: some,
        ...inGroup(1),
      }),
      project('servers', { ...servers, setupFiles: [closedFile], maxWorkers: many, ...inGroup(2) }),
      project('system', { ...servers, ...ownProcess, maxWorkers: many, ...inGroup(2) }),
      project('alone', { ...servers, ...ownProcess, maxWorkers: 1, ...inGroup(3) }),
    ],
  },
});
