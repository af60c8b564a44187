import assert from 'node:assert/strict';
import { readFileSync } from 'node:fs';
import type { Page } from 'playwright-core';

const source = readFileSync(new URL(import.meta.resolve('axe-core/axe.min.js')), 'utf8');
const tags = ['wcag2a', 'wcag2aa', 'wcag21a', 'wcag21aa', 'wcag22aa', 'best-practice'];

/** The rules about colours, which are all that a dark page can break which a light one keeps. */
const colours = ['color-contrast', 'link-in-text-block'];

/**
 * What axe-core finds wrong by some rules, shadow trees included: one line for each rule, with some of what
 * it is about.
 */
const findBy = (rules: string[]) => `
axe.run(document, { runOnly: ${JSON.stringify(rules)}, resultTypes: ['violations'] }).then(({ violations }) =>
  violations.map(({ id, help, nodes }) => [id + ': ' + help + ' (' + nodes.length + ')', ...nodes.slice(0, 3).map((it) =>
    it.html.slice(0, 160) + ' ' + it.failureSummary.replace(/\\s+/g, ' '))].join('\\n    ')))`;
const looks = [
  { colorScheme: 'light', find: `${source}${findBy(tags)}` },
  { colorScheme: 'dark', find: `${findBy(colours)}.finally(() => delete window.axe)` },
] as const;

/**
 * Asserts that axe-core finds nothing in what the page shows now, light and dark. It is run by the debugger,
 * so that the page's strict CSP can stay as it is.
 */
export async function assertAccessible(page: Page, state: string): Promise<void> {
  for (const { colorScheme, find } of looks) {
    await page.emulateMedia({ colorScheme });
    const found = await page.evaluate<string[]>(find);
    assert.ok(found.length === 0, `${state}, ${colorScheme}:\n  ${found.join('\n  ')}`);
  }
}
