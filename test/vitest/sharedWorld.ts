// Environment of the project `visits`: the product and the browser outlive a test file, and stop with the
// process that ran the files.
import type { Environment } from 'vitest/runtime';
import { shareBetweenFiles } from '../stack/keptByFiles.ts';

export default {
  name: 'sharedWorld',
  viteEnvironment: 'ssr',
  setup() {
    const stop = shareBetweenFiles();
    return { teardown: stop };
  },
} satisfies Environment;
