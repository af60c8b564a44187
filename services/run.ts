// What an image of the services runs: `node services/run.ts <service>`.
const names = ['availability', 'booking', 'catalog', 'gateway', 'payment'];
const [name = ''] = process.argv.slice(2);

if (names.includes(name)) {
  // The first process of a container has no way of its own to end by a signal. Until the service takes over, this is it.
  for (const signal of ['SIGINT', 'SIGTERM'])
    process.on(signal, () => {
      if (process.listenerCount(signal) === 1) process.exit(0);
    });
  await import(`./${name}/main.ts`);
} else {
  console.error(`Which service? Name one of ${names.join(', ')}.`);
  process.exitCode = 1;
}

export {};
