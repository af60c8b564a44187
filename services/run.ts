// Entry point of the images: `node services/run.ts <service>`, or the name of a command.
import { existsSync } from 'node:fs';
import { join } from 'node:path';

/** The services' image has no single-process mode. */
const hasAll = existsSync(join(import.meta.dirname, 'one-process'));
const services = [
  'availability',
  'booking',
  'catalog',
  'gateway',
  'payment',
  ...(hasAll ? ['one-process'] : []),
];
/** Modules of the commands, by name. */
const commands = new Map([
  ['migrate', './deploy/migrate.ts'],
  ['smoke-test', './deploy/smokeTest.ts'],
  ...(hasAll ? [['make-secrets', './one-process/makeSecrets.ts'] as const] : []),
]);
const [name = '', ...args] = process.argv.slice(2);
const command = commands.get(name);

if (services.includes(name)) {
  endBySignal(0);
  await import(`./${name}/main.ts`);
} else if (command !== undefined) {
  endBySignal(1);
  try {
    const { run } = await import(command);
    await run(args);
  } catch (error) {
    // Print only the message: it is meant for the person who runs the command.
    console.error((error as Error).message);
    process.exitCode = 1;
  }
} else {
  console.error(
    `Usage: node services/run.ts <service or command>. Services: ${services.join(', ')}. Commands: ${[...commands.keys()].join(', ')}.`,
  );
  process.exitCode = 1;
}

/**
 * Ends the process on a signal until the service installs its own handlers. The first process of a container
 * ignores signals without handlers.
 */
function endBySignal(code: number): void {
  for (const signal of ['SIGINT', 'SIGTERM'])
    process.on(signal, () => {
      if (process.listenerCount(signal) === 1) process.exit(code);
    });
}
