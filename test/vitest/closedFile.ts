// Set-up of the projects whose files share nothing: fails a file that leaves a server, a timer, a socket or a
// process open. Hooks of set-up files run after those of the test file.
import { afterAll } from 'vitest';
import { assertNothingLeftOpen, CLOSING_HOOK_MS, openResources } from './openResources.ts';

const before = openResources();
afterAll(() => assertNothingLeftOpen(before), CLOSING_HOOK_MS);
