/**
 * Opens the payment page in the top window, because neither that page nor providers' pages can be framed.
 * @throws `SecurityError` in a frame that may navigate the top window only on a click, or not at all
 */
export function leaveFor(url: string): void {
  (window.top ?? window).location.href = url;
}
