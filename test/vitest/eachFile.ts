// Set-up of every test file: restores what a test changed outside its file, because files share a process.
import fc from 'fast-check';
import { afterAll, afterEach, vi } from 'vitest';

// In CI the same examples each time, so that a failure is caused by the change; elsewhere new ones each run.
if (process.env.CI) fc.configureGlobal({ seed: 20_261_121 });

const environment = { ...process.env };
const globals = Object.getOwnPropertyDescriptors(globalThis);

afterEach(() => {
  vi.useRealTimers();
});

afterAll(() => {
  vi.restoreAllMocks();
  for (const name of Object.keys(process.env)) if (!(name in environment)) delete process.env[name];
  Object.assign(process.env, environment);
  // Globals that were added stay: libraries use theirs as long as they are loaded.
  for (const [name, was] of Object.entries(globals))
    if (Object.getOwnPropertyDescriptor(globalThis, name)?.value !== was.value)
      Object.defineProperty(globalThis, name, was);
});
