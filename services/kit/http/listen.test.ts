import assert from 'node:assert/strict';
import type { AddressInfo } from 'node:net';
import { test } from 'vitest';
import { createProcessMetrics } from '../metrics/metrics.ts';
import { startHealthServer } from './health.ts';

test('a health server reports in one sentence that its port is not available', async () => {
  const health = () => ({ ready: async () => true, metrics: createProcessMetrics('test') });
  const server = await startHealthServer(health(), 0, '127.0.0.1');
  try {
    const { port } = server.address() as AddressInfo;
    await assert.rejects(
      startHealthServer(health(), port, '127.0.0.1'),
      /^EnvError: HEALTH_PORT: cannot listen on 127[.]0[.]0[.]1:\d+ [(]EADDRINUSE[)]/,
    );
  } finally {
    server.close();
  }
});
