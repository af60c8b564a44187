import { execFileSync } from 'node:child_process';
import { it } from 'vitest';

it('starts a process', () => {
  execFileSync(process.execPath, ['--version']);
});
