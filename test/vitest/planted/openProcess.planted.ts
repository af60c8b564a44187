import { spawn } from 'node:child_process';
import { it } from 'vitest';

it('leaves a process running', () => {
  spawn(process.execPath, ['-e', 'setTimeout(() => {}, 120_000)']);
});
