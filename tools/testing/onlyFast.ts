// Loaded before a fast test file (`tiers.ts`): refuses what such a file must not do, with words.
import childProcess from 'node:child_process';
import { syncBuiltinESMExports } from 'node:module';
import { Socket } from 'node:net';

const starters = ['exec', 'execFile', 'execFileSync', 'execSync', 'fork', 'spawn', 'spawnSync'] as const;

for (const variable of Object.keys(process.env))
  if (/^TEST_\w+_URL$/.test(variable)) delete process.env[variable];
for (const name of starters)
  Object.assign(childProcess, {
    [name](program: string) {
      throw new Error(
        `This file is a fast one, as nothing that it imports by name starts processes, but it starts ${program}: ` +
          'import what does so by an `import` that can be seen (tools/testing/tiers.ts).',
      );
    },
  });
syncBuiltinESMExports();

const connect = Socket.prototype.connect;
Socket.prototype.connect = function (this: Socket, ...args: unknown[]) {
  const [target, host] = (Array.isArray(args[0]) ? args[0] : args) as [unknown, unknown];
  const name = typeof target === 'object' && target ? (target as { host?: string }).host : host;
  if (typeof name === 'string' && !/^(localhost|127\.[\d.]+|::1|::ffff:127\.[\d.]+)$/.test(name))
    throw new Error(`This file is a fast one, but it connects to ${name}: tests only talk to 127.0.0.1.`);
  return connect.apply(this, args as never);
} as typeof connect;
