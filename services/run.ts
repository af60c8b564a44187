// What an image of the services runs: `node services/run.ts <service>`, or a command in a service's place.
const services = ['availability', 'booking', 'catalog', 'gateway', 'payment'];
/** By name, the module of each. */
const commands = new Map([
  ['migrate', './jobs/migrate.ts'],
  ['smoke-test', './jobs/smokeTest.ts'],
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
    // Whoever runs a command reads one sentence.
    console.error((error as Error).message);
    process.exitCode = 1;
  }
} else {
  console.error(
    `Which service? Name one of ${services.join(', ')}, or a command: ${[...commands.keys()].join(', ')}.`,
  );
  process.exitCode = 1;
}

/**
 * The first process of a container has no way of its own to end by a signal. Until what it runs takes over,
 * this is it.
 */
function endBySignal(code: number): void {
  for (const signal of ['SIGINT', 'SIGTERM'])
    process.on(signal, () => {
      if (process.listenerCount(signal) === 1) process.exit(code);
    });
}

export {};
