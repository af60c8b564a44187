/** A dialog that closes gives the keyboard back within this time. */
const DIALOG_MS = 50;
/** Whoever puts the keyboard somewhere itself has done so within this time. */
const OTHERS_MS = 2 * DIALOG_MS;

/**
 * Keeps the keyboard in the page.
 * - A button that waits, or has nothing to do, is off by `aria-disabled`: `disabled` would take the keyboard
 *   from it. Here it is that such a button can't be pressed.
 * - What had the keyboard may be gone by what it did, such as the button of a booking that is cancelled now:
 *   then the heading of the page gets it.
 */
export function keepKeyboard(): void {
  const holdBack = (event: Event) => {
    if (!(event.target as Element).closest('.button[aria-disabled="true"]')) return;
    event.preventDefault();
    event.stopImmediatePropagation();
  };
  // Enter in a field is a click on the form's button as well.
  document.addEventListener('click', holdBack, { capture: true });

  let last: Element | undefined;
  document.addEventListener('focusin', ({ target }) => {
    last = target as Element;
  });
  const isLost = () => last?.isConnected === false && document.activeElement === document.body;
  const look = () => {
    if (isLost()) setTimeout(() => isLost() && focus(document.querySelector('h1')), OTHERS_MS);
  };
  new MutationObserver(look).observe(document.body, { childList: true, subtree: true });
}

/** Gives the keyboard to something that has come, also from a dialog that closes at this moment. */
export function goTo(element: HTMLElement | null | undefined): void {
  setTimeout(() => focus(element), DIALOG_MS);
}

function focus(element: HTMLElement | null | undefined): void {
  if (!element) return;
  // What is not pressed is out of the way of Tab.
  if (element.tabIndex < 0) element.tabIndex = -1;
  element.focus({ preventScroll: true });
  // Who uses no keyboard stays where they are.
  if (element.matches(':focus-visible')) element.scrollIntoView({ block: 'nearest' });
}
