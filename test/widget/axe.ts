import assert from 'node:assert/strict';
import { readFileSync } from 'node:fs';
import { createRequire } from 'node:module';
import type { CDPSession, Page } from 'playwright-core';

const source = readFileSync(createRequire(import.meta.url).resolve('axe-core/axe.min.js'), 'utf8');
const tags = ['wcag2a', 'wcag2aa', 'wcag21a', 'wcag21aa', 'wcag22aa', 'best-practice'];

/** Lists what axe-core finds wrong, shadow trees included: one line for each rule, with some of what it is about. */
const find = `axe.run(document, { runOnly: ${JSON.stringify(tags)}, resultTypes: ['violations'] }).then(({ violations }) =>
  violations.map(({ id, help, nodes }) => [id + ': ' + help + ' (' + nodes.length + ')', ...nodes.slice(0, 3).map((it) =>
    it.html.slice(0, 160) + ' ' + it.failureSummary.replace(/\\s+/g, ' '))].join('\\n    ')))`;

/** Runs it in a world of its own, next to the page's scripts: the page's strict CSP stays, and no global comes into it. */
async function violations(client: CDPSession): Promise<string[]> {
  const { frameTree } = await client.send('Page.getFrameTree');
  const { executionContextId: contextId } = await client.send('Page.createIsolatedWorld', {
    frameId: frameTree.frame.id,
    worldName: 'axe',
  });
  const run = async (expression: string) => {
    const options = { contextId, awaitPromise: true, returnByValue: true };
    const { result, exceptionDetails } = await client.send('Runtime.evaluate', { expression, ...options });
    if (exceptionDetails) throw new Error(exceptionDetails.exception?.description ?? exceptionDetails.text);
    return result.value;
  };
  await run(`${source}; undefined`);
  return run(find);
}

/** Asserts that axe-core finds nothing in what the page shows now, light and dark. */
export async function assertAccessible(page: Page, state: string): Promise<void> {
  const client = await page.context().newCDPSession(page);
  for (const colorScheme of ['light', 'dark'] as const) {
    await page.emulateMedia({ colorScheme });
    const found = await violations(client);
    assert.ok(found.length === 0, `${state}, ${colorScheme}:\n  ${found.join('\n  ')}`);
  }
  await client.detach();
}
