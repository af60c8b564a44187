/** A closing dialog restores the focus within this time, in ms. */
const DIALOG_MS = 50;
/** Other code that moves the focus has done so within this time, in ms. */
const RETRY_MS = 2 * DIALOG_MS;

/**
 * Keeps the keyboard focus in the page.
 * - A busy or inactive button has `aria-disabled`, because `disabled` would remove its focus. This blocks
 *   clicks on it.
 * - An action may remove the focused element, such as the button of a cancelled booking. The page's heading
 *   gets the focus then.
 */
export function manageFocus(): void {
  const holdBack = (event: Event) => {
    if (!(event.target as Element).closest('.button[aria-disabled="true"]')) return;
    event.preventDefault();
    event.stopImmediatePropagation();
  };
  // Also covers Enter in a field, which browsers turn into a click on the submit button.
  document.addEventListener('click', holdBack, { capture: true });

  let last: Element | undefined;
  document.addEventListener('focusin', ({ target }) => {
    last = target as Element;
  });
  const isLost = () => last?.isConnected === false && document.activeElement === document.body;
  const look = () => {
    if (isLost()) setTimeout(() => isLost() && focus(document.querySelector('h1')), RETRY_MS);
  };
  new MutationObserver(look).observe(document.body, { childList: true, subtree: true });
}

/** Focuses a new element, also while a dialog is closing. */
export function goTo(element: HTMLElement | null | undefined): void {
  setTimeout(() => focus(element), DIALOG_MS);
}

function focus(element: HTMLElement | null | undefined): void {
  if (!element) return;
  // Makes the element focusable by script, but not by Tab.
  if (element.tabIndex < 0) element.tabIndex = -1;
  element.focus({ preventScroll: true });
  // Don't scroll for people who use a mouse or touch.
  if (element.matches(':focus-visible')) element.scrollIntoView({ block: 'nearest' });
}
