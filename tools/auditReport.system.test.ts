import assert from 'node:assert/strict';
import { createServer, type RequestListener } from 'node:http';
import type { AddressInfo } from 'node:net';
import { test } from 'vitest';
import { auditReport, summaryOf } from './auditReport.ts';

/** The report with a registry that answers so. */
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

test('known faults of dependencies are reported by name', () => {
  const printed = {
    vulnerabilities: { express: { severity: 'high', range: '<99' }, vue: { severity: 'low', range: '3' } },
  };
  assert.equal(summaryOf(JSON.stringify(printed)), 'high: express <99\nlow: vue 3');
  assert.equal(summaryOf('{"vulnerabilities":{}}'), 'None is known.');
});

test('a registry that has none, or never answers, or is not there is said, and fails nothing', async () => {
  assert.match(
    await reportFrom((_, response) => response.writeHead(405).end(), 60_000),
    /^No report: the registry gives none/,
  );
  assert.match(await reportFrom(() => {}, 1500), /^The registry did not answer within 1.5 s/);
  const nowhere = { ...process.env, npm_config_registry: 'http://127.0.0.1:9/' };
  assert.match(await auditReport(60_000, nowhere), /^No report/);
});
