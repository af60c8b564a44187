// `npm run proto:release`: keeps the event schemas as they are now as what was released. From then on the
// check refuses changes that a running consumer of an older version could not read.
import { spawnSync } from 'node:child_process';
import path from 'node:path';

const root = path.resolve(import.meta.dirname, '..');
const buf = path.join(root, 'node_modules', '@bufbuild/buf/bin/buf');
const { status } = spawnSync(process.execPath, [buf, 'build', '--output', 'events/released.binpb'], {
  cwd: path.join(root, 'proto'),
  stdio: 'inherit',
});
process.exitCode = status ?? 1;
