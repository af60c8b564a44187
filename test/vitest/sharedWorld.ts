// Environment of the project `visits`: the product and the browser outlive a test file, and stop with the
// process that ran the files. A resource that a file leaves open is reported for the process.
import type { Environment } from 'vitest/runtime';
import { shareBetweenFiles } from '../stack/sharedByFiles.ts';
import { assertNothingLeftOpen, openResources } from './openResources.ts';

export default {
  name: 'sharedWorld',
  viteEnvironment: 'ssr',
  setup() {
    const before = openResources();
    const stop = shareBetweenFiles();
    return {
      async teardown() {
        await stop();
        await assertNothingLeftOpen(before);
      },
    };
  },
} satisfies Environment;
