import assert from 'node:assert/strict';
import type { Guest } from './guest.ts';

/** Asserts that nothing is wider than the page, cut off, or smaller than the minimum target size. */
export async function assertFits({ page, settles }: Guest, state: string): Promise<void> {
  // A step slides in.
  await settles();
  const wrong = await page.locator('venue-booking').evaluate((host) => {
    const found: string[] = [];
    const root = document.documentElement;
    if (root.scrollWidth > root.clientWidth) found.push(`the page is ${root.scrollWidth} px wide`);
    const name = (it: Element) => `${it.outerHTML.slice(0, 90)} “${it.textContent?.trim().slice(0, 30)}”`;
    const isScrolled = (it: Element | null): boolean =>
      it !== null &&
      (['auto', 'scroll'].includes(getComputedStyle(it).overflowX) || isScrolled(it.parentElement));
    const edge = host.getBoundingClientRect();
    for (const it of host.shadowRoot?.querySelectorAll<HTMLElement>('*') ?? []) {
      const box = it.getBoundingClientRect();
      const style = getComputedStyle(it);
      const unseen = box.width <= 1 || box.height <= 1 || style.visibility === 'hidden';
      if (unseen || isScrolled(it.parentElement)) continue;
      if (box.right > edge.right + 1 || box.left < edge.left - 1) found.push(`sticks out: ${name(it)}`);
      const cuts = ['hidden', 'clip'].includes(style.overflowX) || style.textOverflow === 'ellipsis';
      if (cuts && it.scrollWidth > it.clientWidth + 1) found.push(`cut off: ${name(it)}`);
      if (it.matches('button, a, select, input, textarea, summary') && (box.width < 24 || box.height < 24)) {
        const label = it.closest('label')?.getBoundingClientRect();
        if (!label || label.height < 24 || label.width < 24)
          found.push(`${Math.round(box.width)} × ${Math.round(box.height)} px: ${name(it)}`);
      }
    }
    return found;
  });
  assert.deepEqual(wrong, [], state);
}
