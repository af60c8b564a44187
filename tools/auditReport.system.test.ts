import assert from 'node:assert/strict';
import { createServer, type RequestListener } from 'node:http';
import type { AddressInfo } from 'node:net';
import { test } from 'vitest';
import { auditReport, summaryOf } from './auditReport.ts';

/** The report for a fake registry with this response. */
async function reportFrom(answer: RequestListener, deadlineMs: number): Promise<string> {
  const registry = createServer(answer);
  await new Promise<void>((resolve) => registry.listen(0, '127.0.0.1', resolve));
  const { port } = registry.address() as AddressInfo;
  try {
    return await auditReport(deadlineMs, {
      ...process.env,
      npm_config_registry: `http://127.0.0.1:${port}/`,
    });
  } finally {
    registry.closeAllConnections();
    registry.close();
  }
}

test('lists known vulnerabilities by package', () => {
  const printed = {
    vulnerabilities: { express: { severity: 'high', range: '<99' }, vue: { severity: 'low', range: '3' } },
  };
  assert.equal(summaryOf(JSON.stringify(printed)), 'high: express <99\nlow: vue 3');
  assert.equal(summaryOf('{"vulnerabilities":{}}'), 'No known vulnerabilities.');
});

test('reports a registry without advisories, a timeout and an unreachable registry without failing', async () => {
  assert.match(
    await reportFrom((_, response) => response.writeHead(405).end(), 60_000),
    /^No report from the registry/,
  );
  assert.match(await reportFrom(() => {}, 1500), /^The registry did not respond within 1.5 s/);
  const nowhere = { ...process.env, npm_config_registry: 'http://127.0.0.1:9/' };
  assert.match(await auditReport(60_000, nowhere), /^No report/);
});
