/** A page in a frame may be forbidden to navigate the top window. */
export const isFramed = (): boolean => window.top !== window;

/**
 * Opens the payment page in the top window, because neither that page nor providers' pages can be framed.
 * @throws `SecurityError` in a frame that may navigate the top window only on a click, or not at all
 */
export function leaveFor(url: string): void {
  (window.top ?? window).location.href = url;
}

/**
 * Leaves a frame on a click: opens a page in the top window, else in a new one.
 * @returns false if the frame allows neither
 */
export function leaveFrame(url: string): boolean {
  try {
    leaveFor(url);
    return true;
  } catch {
    const opened = window.open(url, '_blank');
    if (opened) opened.opener = null;
    return !!opened;
  }
}
