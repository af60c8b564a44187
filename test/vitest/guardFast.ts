// Set-up of the project `fast`: a fast test file must not start a process or connect to another machine.
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
        `A fast test starts ${program}. Rename the file to *.system.test.ts or *.servers.test.ts.`,
      );
    },
  });
syncBuiltinESMExports();

const connect = Socket.prototype.connect;
Socket.prototype.connect = function (this: Socket, ...args: unknown[]) {
  const [target, host] = (Array.isArray(args[0]) ? args[0] : args) as [unknown, unknown];
  const name = typeof target === 'object' && target ? (target as { host?: string }).host : host;
  if (typeof name === 'string' && !/^(localhost|127\.[\d.]+|::1|::ffff:127\.[\d.]+)$/.test(name))
    throw new Error(`A fast test connects to ${name}. Tests may only connect to 127.0.0.1.`);
  return connect.apply(this, args as never);
} as typeof connect;
