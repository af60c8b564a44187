// `npm run proto:release`: records the current event schemas and replies as released. From then on the checks
// reject event schemas that consumers of that release cannot read, and replies that differ from it. It takes
// a minute, because it makes the services answer every call.
import { spawnSync } from 'node:child_process';
import path from 'node:path';

const root = path.resolve(import.meta.dirname, '..');

function run(script: string, args: string[], { folder = '.', env = {} } = {}): void {
  const { status } = spawnSync(process.execPath, [path.join(root, script), ...args], {
    cwd: path.join(root, folder),
    env: { ...process.env, ...env },
    stdio: 'inherit',
  });
  if (status !== 0) process.exit(status ?? 1);
}

run('node_modules/@bufbuild/buf/bin/buf', ['build', '--output', 'events/released.binpb'], {
  folder: 'proto',
});
run('node_modules/vitest/vitest.mjs', ['run', 'test/processes/services.system'], {
  env: { RECORD_REPLIES: '1' },
});
