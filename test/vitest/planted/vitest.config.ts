// Runs the planted faults with the set-up of the real tests. `../setup.system.test.ts` reads the reports.
import path from 'node:path';
import { defineConfig } from 'vitest/config';
import config from '../../../vitest.config.ts';

const { projects: _, ...test } = config.test ?? {};
const setup = (name: string) => path.join(import.meta.dirname, '..', name);

export default defineConfig({
  test: {
    ...test,
    dir: import.meta.dirname,
    testTimeout: 2000,
    // What one planted file leaves open must not count for the next.
    isolate: true,
    env: { TEST_CLOSING_MS: '1000' },
    projects: [
      {
        extends: true,
        test: {
          name: 'planted',
          include: ['*.planted.ts'],
          exclude: ['fast*'],
          setupFiles: [setup('closedFile.ts')],
        },
      },
      {
        extends: true,
        test: {
          name: 'fast',
          include: ['fast*.planted.ts'],
          setupFiles: [setup('guardFast.ts')],
        },
      },
    ],
  },
});
