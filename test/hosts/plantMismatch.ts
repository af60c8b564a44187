import type { GuestPage } from '../widget/guest.ts';

/**
 * Changes server-rendered HTML before a framework hydrates it, which must then report a mismatch.
 * @param attribute the attribute to change; without it, the element's text
 */
export async function plantMismatch(page: GuestPage, selector: string, attribute = ''): Promise<void> {
  await page.addInitScript(
    ([selector, attribute]) => {
      const observer = new MutationObserver(() => {
        const element = document.querySelector(selector as string);
        if (!element) return;
        observer.disconnect();
        if (attribute) element.setAttribute(attribute, 'planted');
        else element.textContent = 'planted';
      });
      observer.observe(document, { childList: true, subtree: true });
    },
    [selector, attribute],
  );
}
