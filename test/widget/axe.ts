import assert from 'node:assert/strict';
import { readFileSync } from 'node:fs';
import type { Page } from 'playwright-core';

const source = readFileSync(new URL(import.meta.resolve('axe-core/axe.min.js')), 'utf8');
const tags = ['wcag2a', 'wcag2aa', 'wcag21a', 'wcag21aa', 'wcag22aa', 'best-practice'];

/** The colour rules: the only ones that a dark page can break if the light page passes. */
const colours = ['color-contrast', 'link-in-text-block'];

/**
 * Script that returns axe-core's violations of some rules, including shadow trees: one line per rule, with up
 * to three examples.
 */
const findBy = (rules: string[]) => `
axe.run(document, { runOnly: ${JSON.stringify(rules)}, resultTypes: ['violations'] }).then(({ violations }) =>
  violations.map(({ id, help, nodes }) => [id + ': ' + help + ' (' + nodes.length + ')', ...nodes.slice(0, 3).map((it) =>
    it.html.slice(0, 160) + ' ' + it.failureSummary.replace(/\\s+/g, ' '))].join('\\n    ')))`;
const looks = [
  { colorScheme: 'light', find: findBy(tags) },
  { colorScheme: 'dark', find: findBy(colours) },
] as const;

/**
 * Asserts that axe-core finds no violations on the current page, light and dark. It runs through the
 * debugger, so that the page can keep its strict CSP. It stays in the page until the next navigation: a
 * second run takes half the time of the first one.
 */
export async function assertAccessible(page: Page, state: string): Promise<void> {
  if (!(await page.evaluate(`'axe' in window`))) await page.evaluate(`${source};0`);
  for (const { colorScheme, find } of looks) {
    await page.emulateMedia({ colorScheme });
    const found = await page.evaluate<string[]>(find);
    assert.ok(found.length === 0, `${state}, ${colorScheme}:\n  ${found.join('\n  ')}`);
  }
}
