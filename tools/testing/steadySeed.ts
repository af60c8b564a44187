// Loaded before every test file. Where a run decides what lands, properties see the same examples each time,
// so that a red run means this change; everywhere else they look further.
if (process.env.CI) {
  const { default: fc } = await import('fast-check');
  fc.configureGlobal({ seed: 20_261_121 });
}

export {};
