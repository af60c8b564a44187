import assert from 'node:assert/strict';
import type { AddressInfo } from 'node:net';
import { networkInterfaces } from 'node:os';
import { test } from 'vitest';
import { createProcessMetrics } from '../metrics/metrics.ts';
import { startHealthServer } from './health.ts';

const open = (host: string, port = 0) =>
  startHealthServer(
    { ready: async () => true, metrics: createProcessMetrics('test') },
    { port, host, more: (_request, _response, next) => next() },
  );

test('a health server reports in one sentence that its port is not available', async () => {
  const server = await open('127.0.0.1');
  try {
    const { port } = server.address() as AddressInfo;
    await assert.rejects(
      open('127.0.0.1', port),
      /^EnvError: HEALTH_PORT: cannot listen on 127[.]0[.]0[.]1:\d+ [(]EADDRINUSE[)]/,
    );
  } finally {
    server.close();
  }
});

const hasIpv6 = Object.values(networkInterfaces()).some((all) =>
  all?.some(({ address }) => address === '::1'),
);

test.skipIf(!hasIpv6)('a health server listens on IPv6, alone or beside IPv4', async () => {
  for (const [host, answering] of [
    ['::1', ['[::1]']],
    ['::', ['[::1]', '127.0.0.1']],
  ] as const) {
    const server = await open(host);
    try {
      const { port } = server.address() as AddressInfo;
      for (const address of answering)
        assert.equal((await fetch(`http://${address}:${port}/readyz`)).status, 200, `${address} on ${host}`);
      await assert.rejects(open('::1', port), new RegExp(`cannot listen on \\[::1\\]:${port} [(]EADDRINUSE`));
    } finally {
      server.close();
    }
  }
});
